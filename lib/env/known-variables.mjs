/**
 * Every variable that a person may set, with what stands when it is not: null where nothing does, or where it is made.
 * `least` and `most` bound whole numbers. The documentation and the start read the same list.
 */
export const VARIABLES = Object.freeze({
  PORT: { standard: "3000", least: 1, most: 65_535 },
  HEADROOM_HOST: { standard: "127.0.0.1" },
  HEADROOM_URL: { standard: "http://HEADROOM_HOST:PORT" },
  DATABASE_URL: { standard: null },
  NEXTAUTH_SECRET: { standard: null },
  HEADROOM_DATA_DIR: { standard: ".data" },
  HEADROOM_PG_PORT: { standard: "54329", least: 1, most: 65_535 },
  HEADROOM_DATABASE_POOL: { standard: "10", least: 1, most: 200 },
  HEADROOM_MAX_EVIDENCE_MIB: { standard: "16", least: 1, most: 256 },
  HEADROOM_MAX_BILL_MIB: { standard: "64", least: 1, most: 1024 },
  HEADROOM_SMTP_URL: { standard: null },
  HEADROOM_MAIL_FROM: { standard: "Headroom <headroom@localhost>" },
  HEADROOM_ALLOWED_HOSTS: { standard: null },
});
