import "server-only";
import { z } from "zod";
import { command as advise } from "@/lib/cli/commands/advise";
import { command as estimate } from "@/lib/cli/commands/estimate";
import { command as judge } from "@/lib/cli/commands/judge";
import { ERRORS } from "@/lib/errors";
import { outputsBody } from "@/lib/ledger/inputs";

type Json = Readonly<Record<string, unknown>>;

const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code"],
      properties: {
        code: { type: "string" },
        path: { type: "string" },
        message: { type: "string" },
        reference: { type: "string" },
      },
    },
  },
};

const refusals = Object.fromEntries(
  [...new Set<number>(Object.values(ERRORS))]
    .sort()
    .map((status) => [
      String(status),
      { description: "refused", content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    ]),
);

const answer = (description: string): Json => ({
  "200": { description, content: { "application/json": { schema: {} } } },
  ...refusals,
});

const jsonBody = (schema: unknown): Json => ({ required: true, content: { "application/json": { schema } } });
const rawBody: Json = {
  required: true,
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};
const query = (name: string, description: string, required = false): Json => ({
  name,
  in: "query",
  required,
  description,
  schema: { type: "string" },
});
const oneOrMany = (schema: unknown): Json => ({ anyOf: [schema, { type: "array", items: schema }] });
const idempotency: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "the same key again adds nothing and gives the first answer",
  schema: { type: "string", maxLength: 200 },
};

function paths(): Json {
  return {
    "/api/v1/estimate": {
      post: {
        summary: estimate.summary,
        requestBody: jsonBody(oneOrMany(estimate.schema())),
        responses: answer("estimate, or a list of them"),
      },
    },
    "/api/v1/advise": {
      post: { summary: advise.summary, requestBody: jsonBody(oneOrMany(advise.schema())), responses: answer("advice") },
    },
    "/api/v1/judge": {
      post: {
        summary: judge.summary,
        requestBody: jsonBody(oneOrMany(judge.schema())),
        responses: answer("verdict per area and check"),
      },
    },
    "/api/v1/bill": {
      post: {
        summary: "one bill file → entries, piles, totals; nothing is stored",
        parameters: [
          query("name", "file name"),
          query("source", "bill format"),
          query("basis", "effective or billed"),
          query("timezone", "IANA name"),
        ],
        requestBody: rawBody,
        responses: answer("piles, entries, totals, controls"),
      },
    },
    "/api/v1/bills": {
      post: {
        summary: "stores a bill for finance to plan and commit",
        parameters: [query("name", "file name", true), query("source", "name of the source that it came from")],
        requestBody: rawBody,
        responses: answer("the import's reference, and whether the file could be read"),
      },
    },
    "/api/v1/evidence": {
      post: {
        summary: "reads tool output into facts; with brief (or review) and gate it is stored for that review",
        parameters: [
          query("name", "file name"),
          query("format", "format, when the content does not show it"),
          query("brief", "BRF-12"),
          query("review", "REV-7"),
          query("gate", "smoke, functional, load, failure or review"),
          idempotency,
        ],
        requestBody: rawBody,
        responses: answer("format, facts, lines not read"),
      },
    },
    "/api/v1/reviews/{review}/bundle": {
      get: {
        summary: "the decision as one JSON file that `headroom verify` checks offline",
        parameters: [{ name: "review", in: "path", required: true, description: "REV-7", schema: { type: "string" } }],
        responses: answer("record, digest, signatures, evidence with its bytes"),
      },
    },
    "/api/v1/outputs": {
      post: {
        summary: "records attempted, accepted, rejected, failed and retried outputs of a brief and period",
        parameters: [query("brief", "BRF-12, where the body is a CSV file"), idempotency],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: z.toJSONSchema(outputsBody, { io: "input" }) },
            "text/csv": { schema: { type: "string" } },
          },
        },
        responses: answer("the record's id"),
      },
    },
  };
}

/** OpenAPI 3.1 of the REST interface, made from the same schemas that the routes check. */
export function openApi(): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Headroom",
      version: "1",
      description: "Calculations and records for teams that rent GPUs. Numbers beyond 2^53 and all money are text.",
    },
    security: [{ token: [] }],
    paths: paths(),
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } }, schemas: { Error: errorSchema } },
  };
}
