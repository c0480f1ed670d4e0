/** The only reader of process.env in the application. A bad variable stops the build and the start with its name. */

function read(name, fallback) {
  const value = process.env[name];
  return value === undefined || value === "" ? fallback : value;
}

function whole(name, fallback, min, max) {
  const raw = read(name, String(fallback));
  const n = Number(raw);
  if (!Number.isInteger(n) || n < min || n > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`);
  return n;
}

export const env = Object.freeze({
  /** Address of PostgreSQL as the application sees it; the start script sets it for the own server. */
  get databaseUrl() {
    const url = read("HEADROOM_APP_DATABASE_URL", read("DATABASE_URL", ""));
    if (!url) throw new Error("DATABASE_URL is not set. Start with `npm start`, which brings its own PostgreSQL.");
    return url;
  },
  get databasePoolSize() {
    return whole("HEADROOM_DATABASE_POOL", 10, 1, 200);
  },
  /** Signs session cookies; the start script keeps one in .data/ for the own server. */
  get authSecret() {
    const secret = read("NEXTAUTH_SECRET", "");
    if (secret.length < 32) throw new Error("NEXTAUTH_SECRET must be set to at least 32 random characters.");
    return secret;
  },
  get maxEvidenceBytes() {
    return whole("HEADROOM_MAX_EVIDENCE_MIB", 16, 1, 256) * 1024 * 1024;
  },
  get maxBillBytes() {
    return whole("HEADROOM_MAX_BILL_MIB", 64, 1, 1024) * 1024 * 1024;
  },
  /** Where people reach this installation; links in messages begin with it. */
  get address() {
    return read("NEXTAUTH_URL", "http://127.0.0.1:3000").replace(/\/$/, "");
  },
  /** Mail server for alerts, as smtp:// or smtps:// with user and password inside; none by default. */
  get smtpUrl() {
    const url = read("HEADROOM_SMTP_URL", "");
    if (url !== "" && !/^smtps?:\/\//.test(url))
      throw new Error("HEADROOM_SMTP_URL must begin with smtp:// or smtps://");
    return url;
  },
  get mailFrom() {
    return read("HEADROOM_MAIL_FROM", "Headroom <headroom@localhost>");
  },
  /** Hosts inside a private network that alerts and live measurements may reach: `name` or `name:port`, by commas. */
  get allowedHosts() {
    return read("HEADROOM_ALLOWED_HOSTS", "")
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean);
  },
  production: process.env.NODE_ENV === "production",
});
