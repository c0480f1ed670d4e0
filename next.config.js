import path from "node:path";
import createNextIntlPlugin from "next-intl/plugin";
import "./lib/env/env.mjs";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
  {
    key: "Content-Security-Policy",
    value: [
      "default-src 'self'",
      "img-src 'self' data:",
      "style-src 'self' 'unsafe-inline'",
      // Next.js writes its start-up data as inline scripts; the development server also evaluates its modules.
      `script-src 'self' 'unsafe-inline'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
      // A large workbook is packed beside the page, by a script that the page itself holds.
      "worker-src 'self' blob:",
      "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
      "frame-ancestors 'none'",
      "base-uri 'self'",
      "form-action 'self'",
    ].join("; "),
  },
];

/** @type {import("next").NextConfig} */
const nextConfig = {
  turbopack: { root: path.join(import.meta.dirname) },
  outputFileTracingRoot: path.join(import.meta.dirname),
  serverExternalPackages: ["pg", "@node-rs/argon2", "pino", "pg-boss", "nodemailer"],
  poweredByHeader: false,
  // `npm run verify` checks types; the build of a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  experimental: { authInterrupts: true, serverActions: { bodySizeLimit: "8mb" } },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default withNextIntl(nextConfig);
