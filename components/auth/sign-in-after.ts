import { signIn } from "next-auth/react";

/** Signs in with fresh credentials and leaves for a page by a full load, so that nothing of before is cached. */
export async function signInAndGo(email: string, password: string, to: string): Promise<boolean> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  if (!answer?.ok || answer.error) return false;
  window.location.assign(to);
  return true;
}
