import "server-only";
import type { z } from "zod";
import { currentVisitor, type Visitor } from "@/lib/auth/visitor";
import { Refusal, type Result } from "@/lib/errors";
import { registeredActions } from "./action";
import { failureOf } from "./failure";
import { parseInput } from "./input";

/** For what a signed-in person does outside any workspace: choosing one, making one, their own account. */
export function defineVisitorAction<S extends z.ZodType, T>(spec: {
  readonly name: string;
  readonly input: S;
  readonly run: (visitor: Visitor, input: z.output<S>) => Promise<T>;
}): (raw: z.input<S>) => Promise<Result<T>> {
  registeredActions.add(spec.name);
  return async (raw) => {
    try {
      const visitor = await currentVisitor();
      if (!visitor) throw new Refusal("UNAUTHENTICATED");
      return { ok: true, data: await spec.run(visitor, parseInput(spec.input, raw)) };
    } catch (err) {
      return { ok: false, error: failureOf(err, spec.name) };
    }
  };
}

/** For the two doors that stand open to strangers with a one-time link: set-up and invitation. */
export function defineLinkAction<S extends z.ZodType, T>(spec: {
  readonly name: string;
  readonly input: S;
  readonly run: (visitor: Visitor | null, input: z.output<S>) => Promise<T>;
}): (raw: z.input<S>) => Promise<Result<T>> {
  registeredActions.add(spec.name);
  return async (raw) => {
    try {
      return { ok: true, data: await spec.run(await currentVisitor(), parseInput(spec.input, raw)) };
    } catch (err) {
      return { ok: false, error: failureOf(err, spec.name) };
    }
  };
}
