/** The only reader of the environment in the application. A bad variable stops the build and the start with its name. */
import { variable, wholeVariable } from "./variables.mjs";

export const env = Object.freeze({
  /** Address of PostgreSQL as the application sees it; the start script sets it for the own server. */
  get databaseUrl() {
    const url = variable("HEADROOM_APP_DATABASE_URL") || variable("DATABASE_URL");
    if (!url) throw new Error("DATABASE_URL is not set. Start with `npm start`, which brings its own PostgreSQL.");
    return url;
  },
  get databasePoolSize() {
    return wholeVariable("HEADROOM_DATABASE_POOL");
  },
  /** Signs session cookies; the start script keeps one in .data/ for the own server. */
  get authSecret() {
    const secret = variable("NEXTAUTH_SECRET");
    if (secret.length < 32) throw new Error("NEXTAUTH_SECRET must be set to at least 32 random characters.");
    return secret;
  },
  get maxEvidenceBytes() {
    return wholeVariable("HEADROOM_MAX_EVIDENCE_MIB") * 1024 * 1024;
  },
  get maxBillBytes() {
    return wholeVariable("HEADROOM_MAX_BILL_MIB") * 1024 * 1024;
  },
  /** Where people reach this installation; links in messages begin with it. */
  get address() {
    return (variable("NEXTAUTH_URL") || "http://127.0.0.1:3000").replace(/\/$/, "");
  },
  /** Mail server for alerts, as smtp:// or smtps:// with user and password inside; none by default. */
  get smtpUrl() {
    const url = variable("HEADROOM_SMTP_URL");
    if (url !== "" && !/^smtps?:\/\//.test(url))
      throw new Error("HEADROOM_SMTP_URL must begin with smtp:// or smtps://");
    return url;
  },
  get mailFrom() {
    return variable("HEADROOM_MAIL_FROM");
  },
  /** Hosts inside a private network that alerts and live measurements may reach: `name` or `name:port`, by commas. */
  get allowedHosts() {
    return variable("HEADROOM_ALLOWED_HOSTS")
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean);
  },
  production: process.env.NODE_ENV === "production",
});
