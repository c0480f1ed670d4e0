declare module "pg-copy-streams" {
  import type { Readable, Writable } from "node:stream";
  import type { Submittable } from "pg";

  /** A stream that takes the rows of `COPY … FROM STDIN`. */
  export function from(text: string): Writable & Submittable;
  /** A stream that gives the bytes of `COPY … TO STDOUT`. */
  export function to(text: string): Readable & Submittable;
}
