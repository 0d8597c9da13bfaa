import { handler } from "@kartis/functions/api/handler.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { allGrants } from "@kartis/core/kernel/permission.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { declarations } from "./declarations.ts";
import { generatedTypes } from "./generate.ts";
import { kartis } from "./kartis.ts";

let backend: Backend;
let token: string;
/** Answers that are lost on their way, of the next requests. */
let lost = 0;
const keys: (string | null)[] = [];
beforeAll(async () => {
  backend = await startBackend();
  const owner = await newOwner();
  const create = named(procedures, "tokens.create");
  token = (await owner.call(create, { name: "Client", grants: allGrants, expiresInDays: 1 })).secret;
});
afterAll(() => backend.close());

/** The network between the client and the API's Lambda. */
async function network(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const event = gatewayEvent({
    method: request.method,
    path: pathname,
    routeKey: "ANY /api/v1/{proxy+}",
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: (await request.text()) || undefined,
  });
  keys.push(request.headers.get("idempotency-key"));
  const { statusCode = 500, headers, body } = await handler(event);
  if (lost-- > 0) throw new TypeError("fetch failed");
  return new Response(body ?? "", { status: statusCode, headers: headers as Record<string, string> }); // as the API sets them
}
const client = (secret = token) => kartis({ token: secret, origin: "http://localhost:3000", fetch: network });

it("has the types of the API as it is: `npm run build:api-client` renews them", async () => {
  expect(await readFile(join(import.meta.dirname, "schema.d.ts"), "utf8")).toBe(await generatedTypes());
});

it("creates, finds and changes cards, with every value and answer typed", async () => {
  const api = client();
  const types = await api.GET("/card-types");
  const typeId = types.data?.[0]?.id ?? expect.fail(JSON.stringify(types.error));
  const made = await api.POST("/cards", { body: { typeId, fields: { name: "Typed" } } });
  const cardId = made.data?.id ?? expect.fail(JSON.stringify(made.error));
  await api.PATCH("/cards/{id}", { params: { path: { id: cardId } }, body: { fields: { name: "Typed twice" } } });
  const filter = { fieldId: "name", operator: "CONTAINS", value: "twice" } as const;
  const found = await api.GET("/cards", { params: { query: { cardTypeId: typeId, filter, limit: 5 } } });
  expect(found.data).toMatchObject({ total: 1, rows: [{ id: cardId, fields: { name: "Typed twice" } }] });
  const related = await api.GET("/search", { params: { query: { query: "Typed", cardTypeIds: [typeId] } } });
  expect(related.error).toBeUndefined();
});

it("answers with a problem that has a code", async () => {
  const { data, error, response } = await client().GET("/cards/{id}", {
    params: { path: { id: "crd_01JD3Q5W7X9ZABCDEFGHJKMNPQ" } },
  });
  expect(data).toBeUndefined();
  expect(response.status).toBe(404);
  expect(error?.code).toBe("NOT_FOUND");
  expect((await client("kartis_nonsense").GET("/roles")).error?.code).toBe("UNAUTHORIZED");
});

it("sends a change again whose answer was lost, and it takes effect once", async () => {
  const api = client();
  keys.length = 0;
  lost = 1;
  const { data } = await api.POST("/tasks", { body: { title: "Once", due: "2030-06-01" } });
  expect(data?.title).toBe("Once");
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const { data: tasks } = await api.GET("/tasks", { params: { query: { timeZone: "Europe/Budapest" } } });
  expect(tasks?.total).toBe(1);
});

it("is downloaded with types that stand by themselves", async () => {
  const files = new Map([
    ["/kartis.d.ts", await declarations()],
    [
      "/use.ts",
      `import { kartis } from "./kartis.js";
       const api = kartis({ token: "t", origin: "https://x.example" });
       const { data, error } = await api.GET("/cards/{id}", { params: { path: { id: "crd_1" } } });
       const name: string | undefined = data?.id; const code: string | undefined = error?.code;
       // @ts-expect-error -- there is no such path
       await api.GET("/nothing");
       // @ts-expect-error -- a card needs a type
       await api.POST("/cards", { body: { fields: {} } });
       export { name, code };`,
    ],
  ]);
  const options = { strict: true, noEmit: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } as const;
  const settings = {
    ...options,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    types: [],
  };
  const host = ts.createCompilerHost(settings);
  const [readSource, exists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    return text === undefined ? readSource(name, version) : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => files.has(name) || exists(name);
  const program = ts.createProgram(["/use.ts"], settings, host);
  const wrong = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(wrong).toEqual([]);
});
