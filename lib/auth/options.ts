import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { systemSignIn, systemSignInFailed } from "@/lib/db/system";
import { env } from "@/lib/env/env.mjs";
import { passwordHolds } from "./password";

const MAX_FAILURES_IN_15_MINUTES = 10;

/** The person behind an e-mail and password, or null; too many failures for an e-mail close it for a while. */
async function authorize(email: string, password: string) {
  const row = await systemSignIn(email);
  const holds = await passwordHolds(row?.password_hash, password);
  if (!row || !holds || row.recent_failures >= MAX_FAILURES_IN_15_MINUTES) {
    await systemSignInFailed(email);
    return null;
  }
  return { id: row.person_id, name: row.name, epoch: row.session_epoch, locale: row.locale };
}

export function authOptions(): NextAuthOptions {
  return {
    secret: env.authSecret,
    session: { strategy: "jwt", maxAge: 12 * 3600 },
    pages: { signIn: "/login" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: (c) => (c?.email && c.password ? authorize(c.email.trim(), c.password) : null),
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        if (user) token.epoch = (user as { epoch?: number }).epoch ?? 0;
        return token;
      },
      session({ session, token }) {
        return { ...session, personId: token.sub, epoch: token.epoch };
      },
    },
  };
}
