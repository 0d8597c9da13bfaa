import { openApiDocument } from "@kartis/functions/api/rest/document/document.ts";
import { requestLimits } from "@kartis/core/tokens/rules.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { startWhatsApp, type WhatsAppSide } from "../support/whatsapp.ts";
import { valuesOf } from "./from-schema.ts";
import { hostileText, mutations, spoilt } from "./values.ts";
import { ask, newWorld, runs, type World } from "./world.ts";

process.env["PUBLIC_ORIGIN"] ??= "http://localhost:3000";

const Content = z.object({ schema: z.record(z.string(), z.unknown()) });
const Parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query"]),
  required: z.boolean(),
  schema: z.unknown().optional(),
  content: z.object({ "application/json": z.object({ schema: z.unknown() }) }).optional(),
});
const Answer = z.union([
  z.object({ $ref: z.string() }),
  z.object({ content: z.record(z.string(), Content), headers: z.record(z.string(), z.unknown()).optional() }),
]);
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])),
        requestBody: z.object({ content: z.object({ "application/json": Content }) }).optional(),
        responses: z.record(z.string(), Answer),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), Answer) }),
});
const document = Document.parse(openApiDocument());
const { schemas } = document.components;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

let backend: Backend;
let meta: WhatsAppSide;
let world: World;
let logged: string[] = [];
beforeAll(async () => {
  backend = await startBackend();
  meta = await startWhatsApp();
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await meta.close();
  await backend.close();
});
const asked = 30;
let readWorld: World | undefined;
let reads = 0;
/** What writes gets a world of its own, because some delete what others would ask for; what reads shares one until its requests of a minute are used up. */
async function worldFor(method: string): Promise<World> {
  if (method !== "GET") return newWorld();
  reads += asked;
  if (!readWorld || reads > requestLimits.TRIAL.caller) [readWorld, reads] = [await newWorld(), asked];
  return readWorld;
}

type Responses = (typeof operations)[number]["operation"]["responses"];
const checks = new Map<string, z.ZodType | undefined>();
/** The answer's schema as the document has it, as a check; undefined for a status that it does not name. */
function checkOf(operationId: string, responses: Responses, status: number): z.ZodType | undefined {
  const key = `${operationId} ${status}`;
  if (!checks.has(key)) checks.set(key, newCheck(responses, status));
  return checks.get(key);
}
function newCheck(responses: Responses, status: number): z.ZodType | undefined {
  const named = responses[String(status)];
  const answer = named && "$ref" in named ? document.components.responses[named.$ref.split("/").at(-1) ?? ""] : named;
  if (!answer || "$ref" in answer) return undefined;
  const { schema } = answer.content[status >= 400 ? "application/problem+json" : "application/json"] ?? expect.fail();
  const whole = JSON.stringify({ ...schema, $defs: schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
}

const Inputs = z.record(z.string(), z.unknown());
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const oddHeaders = fc.record(
  {
    "idempotency-key": fc.oneof(hostileText, fc.uuid()),
    "content-type": fc.constantFrom(
      "application/json; charset=utf-16",
      "text/plain",
      "application/jsonx",
      "",
      "multipart/form-data",
    ),
    "x-request-id": hostileText,
    "x-forwarded-for": fc.oneof(hostileText, fc.constant("1.1.1.1,,2.2.2.2,\u0000")),
    "user-agent": hostileText,
    origin: fc.constantFrom("null", "https://evil.example", ""),
    "accept-language": hostileText,
    "x-kartis-session": fc.constantFrom("1", ""),
  },
  { requiredKeys: [] },
);
const oddQuery = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  fc.constantFrom(
    "limit=1&limit=2",
    "filter=%7B",
    "a[]=1",
    "%",
    "%ff=%ED%A0%80",
    "limit=1e3",
    "=",
    "&&&",
    "sort=null",
    "typeId",
    "%00=1",
  ),
);
const oddBody = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  fc.constantFrom(
    "",
    "null",
    "[]",
    "1e999",
    '"',
    '{"a":1,"a":2}',
    "\ufeff{}",
    `${"[".repeat(200_000)}`,
    '{"fields":{"name":"\\ud800"}}',
  ),
);
const oddPath = fc.oneof(
  { weight: 8, arbitrary: fc.constant("") },
  fc.constantFrom("/", "//", "/../cards", "/%2e%2e", "\0", "\ud800", "?x"),
);

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_, { path, method, operation }) => {
    const parameters = operation.parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []));
    const bodySchema = operation.requestBody?.content["application/json"].schema;
    const schemaOf = (parameter: (typeof parameters)[number]) =>
      parameter.schema ?? parameter.content?.["application/json"].schema;
    const inputSchema = {
      type: "object",
      properties: {
        ...Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)])),
        ...(bodySchema ? { body: bodySchema } : {}),
      },
      required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(bodySchema ? ["body"] : [])],
    };

    it("answers whatever it is asked as the document says", async () => {
      world = await worldFor(method);
      await fc.assert(
        fc.asyncProperty(
          valuesOf(inputSchema, world, schemas),
          mutations,
          fc.record({ headers: oddHeaders, query: oddQuery, body: oddBody, path: oddPath, isOdd: fc.nat({ max: 3 }) }),
          async (valid, by, odd) => {
            const input = Inputs.catch({}).parse(spoilt(valid, by));
            const query = new URLSearchParams();
            for (const { name } of parameters.filter((parameter) => parameter.in === "query")) {
              const value = input[name];
              if (Array.isArray(value) && value.every((each) => typeof each === "string"))
                for (const each of value) query.append(name, each);
              else if (value !== undefined) query.append(name, asText(value));
            }
            const isOdd = odd.isOdd === 0;
            const written = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => asText(input[name] ?? ""));
            const body = method === "GET" || !bodySchema ? undefined : (JSON.stringify(input["body"] ?? null) ?? "null");
            logged = [];
            const answer = await ask({
              method,
              path: `/api/v1${written}${isOdd ? odd.path : ""}`,
              routeKey: "ANY /api/v1/{proxy+}",
              query: [query.toString(), isOdd ? odd.query : ""].filter(Boolean).join("&"),
              ...(isOdd && odd.body !== undefined ? { body: odd.body } : body === undefined ? {} : { body }),
              headers: { ...(isOdd ? odd.headers : {}), authorization: `Bearer ${world.token}` },
            });
            const said = `${method} ${written}?${query.toString()} ${body?.slice(0, 500)}\n${answer.text.slice(0, 500)}\n${logged.join("")}`;
            expect(answer.status, said).toBeLessThan(500);
            // A path of another operation, or an unknown one, is answered by its own handler.
            const isOwnPath = !isOdd || odd.path === "";
            if (!isOwnPath || written.split("/").length !== path.split("/").length || /\/(?=\/|$)/.test(written)) return;
            const check = checkOf(operation.operationId, operation.responses, answer.status);
            expect(check, `${answer.status} is not in the document\n${said}`).toBeDefined();
            expect(check?.safeParse(JSON.parse(answer.text)).error, said).toBeUndefined();
          },
        ),
        runs(asked),
      );
    });
  },
);
