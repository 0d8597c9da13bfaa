import { FilterSchema } from "@kartis/core/cards/query/schema.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { tags } from "../exposure.ts";
import { operations } from "../operations.ts";
import { Problem } from "../problem.ts";
import { answers } from "./answers.ts";
import { Components, type Json, ref } from "./components.ts";
import { type Failure, failures, headers } from "./failures.ts";
import { operationOf } from "./operation.ts";

let made: Json | undefined;

/** The OpenAPI 3.1 document of the API, made of the operations. */
export function openApiDocument(): Json {
  return (made ??= build());
}

function build(): Json {
  const outputs = new Components("output", { Filter: FilterSchema, Problem, ...answers });
  const inputs = new Components("input", { Filter: FilterSchema });
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationOf(operation, inputs, outputs);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kartis API",
      version: "1",
      description: [
        "Everything that can be done here needs the permission that the same act needs on screen: a token has at most the rights of whoever made it.",
        "",
        "**Errors** are problem+json (RFC 9457) with a `code`. **Paging**: send `nextCursor` of an answer as `cursor`. **Idempotency**: send an `Idempotency-Key`",
        "with a change; the same request with the same key within 24 hours is answered as before and done once; one whose answer was lost is completed. **Limits**: requests are counted by the minute, for",
        "each token and for the organization; `RateLimit-*` says what is left, and `Retry-After` when to come back. **Paths** that are not here answer 404, and",
        "methods that a path does not have 405, with those it has in `Allow`. **Text** is kept without characters that cannot be seen (controls, zero-width",
        "characters, explicit directions); a **number** beyond ±(2^53 - 1), or with more digits than a double keeps, is not valid.",
      ].join("\n"),
    },
    servers: [{ url: `${env("PUBLIC_ORIGIN")}/api/v1` }],
    security: [{ token: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A token made in Settings, API." },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Any text that no other request has, for example a UUID",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      headers,
      responses: Object.fromEntries(
        Object.values(failures).map(({ name, description, headers: named }: Failure) => [
          name,
          {
            description,
            ...(named ? { headers: named } : {}),
            content: { "application/problem+json": { schema: { $ref: ref("Problem") } } },
          },
        ]),
      ),
      schemas: outputs.all(),
    },
  };
}
