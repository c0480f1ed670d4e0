import type { Role } from "@/lib/access/roles";

/** The sample's own people: named by what they do, without passwords, so that nobody signs in as them. */
export const SAMPLE_PEOPLE = {
  author: { name: "Sample author", roles: ["author", "viewer"] },
  approver: { name: "Sample approver", roles: ["approver", "viewer"] },
  finance: { name: "Sample finance", roles: ["finance", "viewer"] },
} as const satisfies Readonly<Record<string, { name: string; roles: readonly Role[] }>>;

export type SamplePerson = keyof typeof SAMPLE_PEOPLE;
