declare module "pg-copy-streams" {
  import type { Writable } from "node:stream";
  import type { Submittable } from "pg";

  /** The writing end of `COPY … FROM STDIN`; hand it to `client.query`. */
  export function from(text: string): Writable & Submittable;
}
