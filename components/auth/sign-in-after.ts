import { signIn } from "next-auth/react";

/** Signs in with fresh credentials and loads a page whole, so that nothing of before is cached; null: the one at hand. */
export async function signInAndGo(email: string, password: string, to: string | null): Promise<boolean> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  if (!answer?.ok || answer.error) return false;
  if (to === null) window.location.reload();
  else window.location.assign(to);
  return true;
}
