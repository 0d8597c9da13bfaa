import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { findBilling, planWrite } from "@kartis/core/organizations/index.ts";
import type { Grants, Permission } from "@kartis/core/kernel/permission.ts";
import { allGrants } from "@kartis/core/kernel/permission.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import { authenticateToken } from "@kartis/core/tokens/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { handler } from "../handler.ts";
import { procedures } from "../procedures.ts";
import { openApiDocument } from "./document/document.ts";
import { type ExampleIds, methods } from "./exposure.ts";
import { operations } from "./operations.ts";
import { Problem } from "./problem.ts";
import { thingsOf } from "./things.fixture.ts";

const call = {
  createRole: named(procedures, "roles.create"),
  createToken: named(procedures, "tokens.create"),
  suspend: named(procedures, "members.suspend"),
  reinstate: named(procedures, "members.reinstate"),
  removeMember: named(procedures, "members.remove"),
};

let backend: Backend;
let provider: WhatsAppSide;
let owner: Owner;
let other: Owner;
let token: string;
/** A token that has expired. */
let endedToken: string;
/** The other organization's. */
let theirs: ExampleIds;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startWhatsApp();
  [owner, other] = [await newOwner(), await newOwner()];
  await giveUnlimitedPlan(owner);
  for (const one of [owner, other]) for (const feature of ["content-templates", "chats"] as const) await switchOn(one, feature);
  token = await tokenOf(owner, allGrants);
  theirs = await thingsOf(other, "");
  const lastWeek = await newOwner({ clock: { now: () => Date.now() - 7 * 86_400_000 } });
  endedToken = await tokenOf(lastWeek, allGrants);
  expect(await authenticateToken(endedToken, lastWeek.clock)).toBeDefined();
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await provider.close();
  await backend.close();
});

/** Every operation gets things of its own, more than a trial has room for. */
async function giveUnlimitedPlan({ orgId, clock }: Owner): Promise<void> {
  const billing = (await findBilling(orgId)) ?? expect.fail("no organization");
  const { write, change } = planWrite(orgId, billing, { ...billing, type: "ENTERPRISE", endsAt: null });
  const context = { orgId, actor: systemActor(orgId, "test"), clock, requestId: "r", origin: "system" } as const;
  await commit(context, async () => ({ writes: [write], records: [{ changes: [change] }], result: undefined }));
}

/** Things that nothing changes or deletes: what only reads them, or is refused them, shares them. */
const lasting = new Map<string, Promise<ExampleIds>>();
function lastingThings(operationId: string): Promise<ExampleIds> {
  const [domain] = operationId.split(".");
  // The organization's only endpoint is deleted by the operation that does so.
  if (domain === "webhooks") return thingsOf(owner, operationId);
  const key = [
    "automations",
    "incomingWebhooks",
    "leadForms",
    "whatsapp",
    "chats",
    "voip",
    "gmail",
    "imports",
    "operations",
  ].includes(domain ?? "")
    ? `${domain}.`
    : "lasting";
  const known = lasting.get(key) ?? thingsOf(owner, key);
  lasting.set(key, known);
  return known;
}

/** By the permission that each lacks: an organization has few tokens. */
const lackingTokens = new Map<string, string>();

async function tokenOf(person: Owner, grants: Grants): Promise<string> {
  return (await person.call(call.createToken, { name: "Test", grants, expiresInDays: 1 })).secret;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: ReadonlyMap<string, string>;
}

async function ask({ method, path, query = "", body, headers = {}, cookies = new Map() }: Request) {
  const event = gatewayEvent({
    method,
    path: `/api/v1${path}`,
    routeKey: "ANY /api/v1/{proxy+}",
    query,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    cookies,
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = await handler(event);
  const answered: unknown = JSON.parse(answer.body ?? "null");
  return { status: answer.statusCode, body: answered, headers: answer.headers ?? {} };
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** The parts of the document a test goes by: like any client that knows nothing else. */
const Parameter = z.union([
  z.object({ $ref: z.string() }),
  z.object({
    name: z.string(),
    in: z.enum(["path", "query"]),
    required: z.boolean(),
    schema: z.unknown().optional(),
    content: z.record(z.literal("application/json"), z.object({ schema: z.unknown() })).optional(),
  }),
]);
const OperationObject = z.object({
  operationId: z.string(),
  summary: z.string().min(5),
  tags: z.array(z.string()).length(1),
  parameters: z.array(Parameter),
  "x-permission": z.string().optional(),
  requestBody: z
    .object({ content: z.object({ "application/json": z.object({ schema: z.unknown(), example: z.unknown() }) }) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
const Document = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })).min(1),
  tags: z.array(z.object({ name: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post", "put", "patch", "delete"]), OperationObject)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), securitySchemes: z.record(z.string(), z.unknown()) }),
});
process.env["PUBLIC_ORIGIN"] ??= "http://localhost:3000";
const raw = openApiDocument();
const document = Document.parse(raw);
const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** The request that an operation's example makes with these ids. */
function requestOf(id: string, ids: ExampleIds): Request {
  const found = documented.find(({ operation }) => operation.operationId === id) ?? expect.fail(`${id} is not documented`);
  const operation = operations.find((one) => one.id === id) ?? expect.fail(`${id} is not exposed`);
  const example: Readonly<Record<string, unknown>> = operation.example(ids);
  const inPath = new Map(operation.pathParameters.map(({ name, property }) => [name, property]));
  const path = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(example[inPath.get(name) ?? ""]));
  const inPathAlready = new Set(inPath.values());
  const rest = Object.entries(example).filter(([name]) => !inPathAlready.has(name));
  if (found.method !== "GET")
    return { method: found.method, path, ...(found.operation.requestBody ? { body: Object.fromEntries(rest) } : {}) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    const parameter = found.operation.parameters.find((one) => "name" in one && one.name === name);
    const isJson = parameter !== undefined && "content" in parameter && parameter.content !== undefined;
    query.append(name, isJson ? JSON.stringify(value) : String(value));
  }
  return { method: "GET", path, query: query.toString() };
}

/** An example says version 1; the current one is read from the thing itself. */
function withVersion(request: Request, version: number): Request {
  const body = z.object({ expectedVersion: z.number() }).loose().safeParse(request.body);
  return body.success ? { ...request, body: { ...body.data, expectedVersion: version } } : request;
}
const versionNow: Readonly<Record<string, number>> = {
  "cardTypes.update": 2,
  "cardTypes.updateFields": 2,
  "leadForms.update": 2,
};

describe("the document", () => {
  it("describes every operation once, with its parameters, and has no dangling references", () => {
    expect(documented.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      operations.map(({ id }) => id).toSorted(),
    );
    const tagNames = document.tags.map(({ name }) => name);
    for (const { path, method, operation } of documented) {
      expect(methods).toContain(method);
      const parameters = operation.parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []));
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const parameter of parameters) expect([parameter.schema, parameter.content].filter(Boolean)).toHaveLength(1);
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
      expect(tagNames).toEqual(expect.arrayContaining(operation.tags));
      expect(method === "GET" && operation.requestBody !== undefined).toBe(false);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["400", "401", "403", "404", "429", "500"]));
    }
    for (const [, pointer = ""] of JSON.stringify(raw).matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = pointer
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => z.record(z.string(), z.unknown()).parse(at)[key], raw);
      expect(target, pointer).toBeDefined();
    }
  });

  it("gives the calls of SPEC section 7 their names and payloads", () => {
    const parametersOf = (id: string) =>
      documented
        .find(({ operation }) => operation.operationId === id)
        ?.operation.parameters.flatMap((parameter) => ("name" in parameter ? [parameter.name] : []));
    expect(parametersOf("cards.search")).toContain("cardTypeId");
    expect(parametersOf("cards.get")).toEqual(["id"]);
    expect(parametersOf("cards.freeSearch")).toEqual(expect.arrayContaining(["query", "cardTypeIds"]));
    expect(parametersOf("cards.related")).toContain("cardId");
    expect(parametersOf("audit.search")).toContain("limit");
    const { requestBody } = documented.find(({ operation }) => operation.operationId === "cards.checkDuplicate")?.operation ?? {};
    expect(requestBody?.content["application/json"].schema).toMatchObject({
      properties: { cardTypeId: {}, name: {}, fields: {} },
      required: ["cardTypeId", "name", "fields"],
    });
  });

  it("has one name for each parameter of a path", () => {
    const shapes = documented.map(({ path }) => path.replaceAll(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(new Set(documented.map(({ path }) => path)).size);
  });

  it("is public, with permissions as the procedures have them", async () => {
    const answer = await ask({ method: "GET", path: "/openapi.json" });
    expect(answer).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
    const permissions = Object.fromEntries(documented.map(({ operation }) => [operation.operationId, operation["x-permission"]]));
    expect(permissions).toMatchObject({ "cards.search": "CARDS.read", "roles.remove": "ROLES.delete" });
  });
});

/** A token sees only the operations that it has started. */
async function startedByToken(ids: ExampleIds): Promise<string> {
  const { body } = await ask({ ...requestOf("cards.export", ids), headers: bearer(token) });
  return z.object({ operationId: z.string() }).parse(body).operationId;
}

/** An answer's schema as the document has it, as a check. */
function checkOf(operationId: string): z.ZodType {
  const { operation } = documented.find((one) => one.operation.operationId === operationId) ?? expect.fail();
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? [];
  const { content } = z
    .object({ content: z.object({ "application/json": z.object({ schema: z.record(z.string(), z.unknown()) }) }) })
    .parse(success);
  const whole = JSON.stringify({ ...content["application/json"].schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")));
}

describe.each(documented.map(({ operation, method, path }) => [`${method} ${path}`, operation] as const))(
  "%s",
  (_, operation) => {
    const id = operation.operationId;
    const of = operations.find((one) => one.id === id) ?? expect.fail();

    it("answers its example as the document says", async () => {
      const things = await (of.method === "GET" ? lastingThings(id) : thingsOf(owner, id));
      const ids = id.startsWith("operations.") ? { ...things, operationId: await startedByToken(things) } : things;
      const request = withVersion(requestOf(id, ids), versionNow[id] ?? 1);
      const answer = await ask({ ...request, headers: bearer(token) });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: of.status ?? 200 });
      expect(Object.keys(operation.responses)).toContain(String(answer.status));
      expect(checkOf(id).safeParse(answer.body).error).toBeUndefined();
      for (const header of ["x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"])
        expect(answer.headers[header], header).toBeDefined();
    });

    it("refuses without a token, with an expired one, and with one that lacks its permission", async () => {
      const request = requestOf(id, theirs);
      const refused = async (headers: Readonly<Record<string, string>>, status: number, code: string) => {
        const answer = await ask({ ...request, headers });
        expect(answer).toMatchObject({ status, body: { status, code }, headers: { "content-type": "application/problem+json" } });
        expect(Problem.safeParse(answer.body).error).toBeUndefined();
      };
      await refused({}, 401, "UNAUTHORIZED");
      await refused(bearer("kartis_nonsense"), 401, "UNAUTHORIZED");
      await refused(bearer(endedToken), 401, "UNAUTHORIZED");
      const permission = operation["x-permission"];
      if (!permission) return;
      const { [permission as Permission]: _without, ...others } = allGrants;
      const lacking = lackingTokens.get(permission) ?? (await tokenOf(owner, others));
      lackingTokens.set(permission, lacking);
      await refused(bearer(lacking), 403, "NO_PERMISSION");
    });

    it("reaches nothing of another organization by its ids", async () => {
      const mine = await lastingThings(id);
      const names = Object.keys(mine) as (keyof ExampleIds)[];
      // One of theirs among mine, each in turn: a call that uses it finds nothing.
      for (const name of names) {
        // A card that does not exist may still be created under its id, and have files before.
        if (id === "files.createUpload" && name === "cardId") continue;
        const given = requestOf(id, { ...mine, [name]: theirs[name] });
        if (JSON.stringify(given) === JSON.stringify(requestOf(id, mine))) continue;
        const answer = await ask({ ...withVersion(given, versionNow[id] ?? 1), headers: bearer(token) });
        const leaked = Object.values(theirs).filter((theirId) => !JSON.stringify(given).includes(theirId));
        for (const theirId of leaked) expect(JSON.stringify(answer.body)).not.toContain(theirId);
        if ((answer.status ?? 500) >= 400)
          expect([400, 403, 404], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
        // What goes on after the call has a test of its own: tests/isolation runs it with a token's rights.
        else
          expect(JSON.stringify(answer.body), name).toMatch(
            /"total":0|\[\]|"moved":0|"code":"NOT_FOUND"|"recordId":null|^\{"operationId":"\w+"\}$/,
          );
      }
    });
  },
);

describe("a request", () => {
  const create = (more: Partial<Request> = {}): Request => ({ method: "POST", path: "/cards", ...more });
  const cases: Record<string, [Request, number, string]> = {
    "to no path": [{ method: "GET", path: "/nothing" }, 404, "NOT_FOUND"],
    "to a path whose encoding is cut off": [{ method: "GET", path: "/cards/%E0%A4%A" }, 400, "BAD_REQUEST"],
    "to a path that encodes what is not UTF-8": [{ method: "GET", path: "/cards/%FF" }, 400, "BAD_REQUEST"],
    "by a method there is not": [{ method: "PUT", path: "/cards" }, 405, "METHOD_NOT_SUPPORTED"],
    "with a form": [create({ body: "a=b", headers: { "content-type": "text/plain" } }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    "that is no JSON": [create({ body: "{" }), 400, "PARSE_ERROR"],
    "that is a list": [create({ body: [] }), 400, "INVALID_INPUT"],
    "that is too large": [create({ body: "x".repeat(1024 * 1024 + 1) }), 413, "PAYLOAD_TOO_LARGE"],
    "with a parameter there is not": [{ method: "GET", path: "/cards", query: "colour=red" }, 400, "INVALID_INPUT"],
    "with a number that is none": [{ method: "GET", path: "/cards", query: "limit=many" }, 400, "INVALID_INPUT"],
    "with a filter that is no JSON": [{ method: "GET", path: "/cards", query: "filter=name" }, 400, "INVALID_INPUT"],
    "with an empty key": [create({ body: {}, headers: { "idempotency-key": "" } }), 400, "INVALID_INPUT"],
  };
  it.each(Object.entries(cases))("%s is refused as a problem", async (_, [request, status, code]) => {
    const answer = await ask({ ...request, headers: { ...bearer(token), ...request.headers } });
    expect(answer).toMatchObject({ status, body: { status, code }, headers: { "content-type": "application/problem+json" } });
    expect(Problem.safeParse(answer.body).error).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toMatch(/"(api|errors|validation)\./);
  });

  it("names what is wrong with which parameter", async () => {
    const { body } = await ask({ method: "GET", path: "/cards", query: "limit=0", headers: bearer(token) });
    expect(body).toMatchObject({ errors: [{ field: "limit", code: "range", detail: "Outside the allowed range" }] });
  });

  it("pages by the cursor of the answer before", async () => {
    const { typeId } = await thingsOf(owner, "");
    const page = async (cursor: number) =>
      z.object({ rows: z.array(z.object({ id: z.string() })), nextCursor: z.number().nullable() }).parse(
        (
          await ask({
            method: "GET",
            path: "/cards",
            query: `cardTypeId=${typeId}&limit=1&cursor=${cursor}`,
            headers: bearer(token),
          })
        ).body,
      );
    const first = await page(0);
    const second = await page(first.nextCursor ?? expect.fail());
    expect(second.nextCursor).toBeNull();
    expect(second.rows[0]?.id).not.toBe(first.rows[0]?.id);
  });

  it("with an idempotency key is done once, and refused with another body", async () => {
    const { typeId } = await thingsOf(owner, "");
    const make = (name: string) =>
      ask(create({ body: { typeId, fields: { name } }, headers: { ...bearer(token), "idempotency-key": "order-17" } }));
    const [first, again, different] = [await make("Once"), await make("Once"), await make("Twice")];
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { "idempotent-replayed": "true" } });
    expect(different).toMatchObject({ status: 422, body: { code: "UNPROCESSABLE_CONTENT" } });
    const { body } = await ask({ method: "GET", path: "/cards", query: `cardTypeId=${typeId}`, headers: bearer(token) });
    expect(body).toMatchObject({ total: 3 });
  });

  describe("with an idempotency key, made again because its answer was lost,", () => {
    /** The request is made, and its answer cannot be stored. */
    const lost = async (request: Parameters<typeof ask>[0]) => {
      const end = aroundRequests(async ({ operation, input }, next) => {
        if (operation !== "UpdateItem" || !JSON.stringify(input).includes("apiKeyedRequest")) return next();
        end();
        throw new Error("The process dies");
      });
      expect((await ask(request)).status).toBe(500);
      return ask(request);
    };

    it("finds the card that it has made", async () => {
      const { typeId } = await thingsOf(owner, "");
      const fields = { name: "Made before" };
      const headers = { ...bearer(token), "idempotency-key": "order-18" };
      const answer = await lost(create({ body: { typeId, fields }, headers }));
      expect(answer).toMatchObject({ status: 201, body: { typeId, version: 1, fields, recordId: expect.any(String) } });
      const { body } = await ask({ method: "GET", path: "/cards", query: `cardTypeId=${typeId}&search=Made`, headers });
      expect(body).toMatchObject({ total: 1, rows: [{ id: Object(answer.body)["id"] }] });
    });

    it("changes a card once", async () => {
      const { cardId } = await thingsOf(owner, "");
      const headers = { ...bearer(token), "idempotency-key": "order-19" };
      const body = { fields: { name: "Changed before" }, expectedVersion: 1 };
      expect(await lost({ method: "PATCH", path: `/cards/${cardId}`, body, headers })).toMatchObject({
        status: 200,
        body: { version: 2, fields: { name: "Changed before" } },
      });
    });

    it("says what it has made where it would be made anew", async () => {
      const { typeId } = await thingsOf(owner, "");
      const path = `/card-types/${typeId}/layouts`;
      const headers = { ...bearer(token), "idempotency-key": "order-20" };
      const answer = await lost({ method: "POST", path, body: { layout: { title: "Made before", groups: [] } }, headers });
      expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT", detail: expect.stringMatching(/lay_\w+/) } });
      const { body } = await ask({ method: "GET", path, headers });
      const titles = z.array(z.object({ title: z.string() })).parse(body);
      expect(titles.filter(({ title }) => title === "Made before")).toHaveLength(1);
    });
  });

  it("by a session works for our own pages alone, and tokens work here alone", async () => {
    const { cookies } = owner;
    const list = { method: "GET", path: "/roles", cookies };
    expect((await ask(list)).status).toBe(401);
    expect((await ask({ ...list, headers: { "x-kartis-session": "1" } })).status).toBe(200);
    const make = { method: "POST", path: "/roles", cookies, body: { name: "From afar", grants: {} } };
    const headers = { "x-kartis-session": "1", origin: "https://evil.example" };
    expect(await ask({ ...make, headers })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    await expect(owner.call(call.createRole, { name: "From afar", grants: {} })).resolves.toBeDefined();
  });

  it("for a mail is refused without the permission over comments, for a card that is not seen, and once its maker is out", async () => {
    const { cardId } = await thingsOf(owner, "");
    const maker = await newMember(owner, { systemRole: "ADMIN" });
    const body = {
      cardId,
      to: [{ email: "dana@example.com", name: "Dana\r\nBcc: all@x.example" }],
      subject: "Offer\r\nBcc: all@x.example",
      body: [{ type: "paragraph", content: [{ text: "Ready." }] }],
    };
    const send = async (secret: string) => ask({ method: "POST", path: "/mails", body, headers: bearer(secret) });
    const sees = { "CARDS.read": "ORGANIZATION" } as const;
    const reading = { ...sees, "COMMENTS.read": "ORGANIZATION", "COMMENTS.update": "ORGANIZATION" } as const;
    expect(await send(await tokenOf(maker, reading))).toMatchObject({ status: 403, body: { code: "NO_PERMISSION" } });
    const blind = await send(await tokenOf(maker, { "CARDS.read": "USER", "COMMENTS.create": "ORGANIZATION" }));
    expect(blind).toMatchObject({ status: 400, body: { errors: [{ field: "cardId" }] } });
    const sending = await tokenOf(maker, { ...sees, "COMMENTS.create": "ORGANIZATION" });
    expect(await send(sending)).toMatchObject({
      status: 201,
      body: { subject: "Offer Bcc: all@x.example", to: [{ name: "Dana Bcc: all@x.example" }], createdBy: maker.userId },
    });
    await owner.call(call.suspend, { userIds: [maker.userId] });
    expect(await send(sending)).toMatchObject({ status: 401 });
    await owner.call(call.reinstate, { userIds: [maker.userId] });
    await owner.call(call.removeMember, { userId: maker.userId, heirId: null });
    expect(await send(sending)).toMatchObject({ status: 401 });
  });

  it("beyond the limit of a minute is answered with when to come back", async () => {
    const busy = await newOwner();
    const headers = bearer(await tokenOf(busy, allGrants));
    let answer = await ask({ method: "GET", path: "/roles", headers });
    expect(answer).toMatchObject({ status: 200, headers: { "ratelimit-limit": "300" } });
    // A minute may end meanwhile.
    for (let turn = 0; turn < 601 && answer.status === 200; turn++)
      answer = await ask({ method: "GET", path: "/roles", headers });
    expect(answer).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" }, headers: { "ratelimit-remaining": "0" } });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.body).toMatchObject({ retryAfterSeconds: Number(answer.headers["retry-after"]) });
  });
});
