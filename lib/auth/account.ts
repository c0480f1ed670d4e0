import "server-only";
import { withPerson } from "@/lib/db/doors";
import { systemSignIn } from "@/lib/db/system";

export async function storedPasswordOf(email: string | null): Promise<string | undefined> {
  return email ? (await systemSignIn(email))?.password_hash : undefined;
}

/** Also moves the session epoch on: sessions of before end. */
export async function changePasswordOf(personId: string, passwordHash: string): Promise<void> {
  await withPerson(
    personId,
    (tx) => tx.$queryRaw`SELECT system_set_password(${personId}::uuid, ${passwordHash})::text`,
  );
}

export async function signOutEverywhereOf(personId: string): Promise<void> {
  await withPerson(personId, (tx) =>
    tx.person.update({ where: { id: personId }, data: { sessionEpoch: { increment: 1 } } }),
  );
}
