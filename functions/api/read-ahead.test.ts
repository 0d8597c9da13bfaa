import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { cardProcedures } from "@kartis/core/cards/index.ts";
import { cardEntity, cardTypeEntity, shardOf } from "@kartis/core/cards/entity.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import type { CardId, OrgId } from "@kartis/core/kernel/id.ts";
import { organizationCookie } from "@kartis/core/organizations/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler } from "./handler.ts";

const types = named(cardProcedures, "cards.types");

let backend: Backend;
let owner: Owner;
let [leads, others]: CardType[] = [];
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const all = await owner.call(types, {});
  leads = all.find(({ slug }) => slug === "leads");
  others = all.find(({ slug }) => slug !== "leads");
  await call("cards.get", { id: "crd_none" }); // notes that the session is used
});
afterAll(() => backend.close());

const typeOf = (type: CardType | undefined): CardType => type ?? expect.fail("not there");
const fieldOf = (key: string): string => typeOf(leads).fields.find((field) => field.key === key)?.id ?? expect.fail(key);

interface Answer {
  readonly result?: {
    readonly data: { readonly id: CardId; readonly version: number; readonly fields: Record<string, unknown> };
  };
  readonly error?: { readonly data: { readonly code: string } };
}

async function call(names: string, input: unknown, cookies: ReadonlyMap<string, string> = owner.cookies): Promise<Answer> {
  const isBatch = names.includes(",");
  const event: Partial<APIGatewayProxyEventV2> = {
    version: "2.0",
    routeKey: "POST /api/trpc/{proxy+}",
    rawPath: `/api/trpc/${names}`,
    rawQueryString: isBatch ? "batch=1" : "",
    headers: { "content-type": "application/json" },
    cookies: [...cookies].map(([name, value]) => `${name}=${value}`),
    isBase64Encoded: false,
    body: JSON.stringify(input),
  };
  const http = { method: "POST", path: "", protocol: "HTTP/1.1", sourceIp: "10.9.9.9", userAgent: "test" };
  const { body } = await handler({ ...event, requestContext: { http } } as APIGatewayProxyEventV2); // of the rest nothing is read
  return JSON.parse(body ?? "");
}

/** The work's requests to DynamoDB, in order. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const operations: string[] = [];
  const stop = aroundRequests(({ operation }, next) => {
    operations.push(operation);
    return next();
  });
  await work();
  stop();
  return operations;
}

async function newLead(name: string) {
  const { result } = await call("cards.create", { typeId: typeOf(leads).id, fields: { name } });
  return result?.data ?? expect.fail("not created");
}

const cardItem = (orgId: OrgId, cardId: CardId) =>
  cardEntity()
    .get({ orgId, shard: shardOf(cardId), cardId })
    .go({ consistent: true })
    .then(({ data }) => data ?? expect.fail("no card"));

it("a card is read with the session in one round trip, and written in two", async () => {
  const { id: cardId } = await newLead("Quick");
  const create = () => call("cards.create", { typeId: typeOf(leads).id, fields: { name: "Quicker" } });
  expect(await asked(create)).toEqual(["BatchGetItem", "TransactWriteItems"]);
  expect(await asked(() => call("cards.get", { id: cardId }))).toEqual(["BatchGetItem"]);
  expect(await asked(() => call("cards.update", { cardId, fields: { name: "Quickest" } }))).toEqual([
    "BatchGetItem",
    "TransactWriteItems",
  ]);
  expect((await call("cards.get", { id: cardId })).result?.data.fields["name"]).toBe("Quickest");
});

it("a list's replica is caught up while the session is read", async () => {
  const list = () => call("cards.search", { cardTypeId: typeOf(leads).id });
  await list();
  const order: string[] = [];
  const stop = aroundRequests(async ({ operation }, next) => {
    order.push(`${operation} asked`);
    const answer = await next();
    order.push(`${operation} answered`);
    return answer;
  });
  await list();
  stop();
  expect(order).toContain("BatchGetItem asked");
  expect(order).toContain("Query asked");
  const answeredFrom = order.findIndex((step) => step.endsWith("answered"));
  expect(order.slice(answeredFrom).filter((step) => step.endsWith("asked"))).toEqual([]);
});

it("a batch that only asks reads the journal and a card once, and in one round trip with the session", async () => {
  const { id: cardId } = await newLead("Watched");
  const month = { from: "2026-11-01T00:00:00Z", until: "2026-12-01T00:00:00Z", timeZone: "UTC" };
  const ask = () =>
    call("cards.get,timeline.top,timeline.top,meetings.range", { 0: { id: cardId }, 1: { cardId }, 2: { cardId }, 3: month });
  await ask();
  let rounds = 0;
  const keys: unknown[] = [];
  const stop = aroundRequests(({ operation, input }, next) => {
    const { KeyConditionExpression, ExpressionAttributeValues } = Object(input);
    // New records of the journal; now and then late ones are looked for as well.
    if (/#sk1 >=? :sk1/.test(KeyConditionExpression) && /record/.test(ExpressionAttributeValues[":sk1"])) rounds++;
    if (operation !== "Query") keys.push(operation);
    return next();
  });
  await ask();
  stop();
  // Rows, and the heads of the journal, which are held apart.
  expect(rounds).toBe(2);
  expect(keys).toEqual(["BatchGetItem"]);
});

it("a list has what was written before it", async () => {
  const list = async () => JSON.stringify(await call("cards.search", { cardTypeId: typeOf(leads).id, limit: 200 }));
  for (let at = 0; at < 5; at++) {
    const { id } = await newLead(`Written ${at}`);
    expect(await list()).toContain(id);
  }
});

it("each call of a batch finds what is there, the same card too", async () => {
  const { id: cardId } = await newLead("Batch");
  const answers = await call("cards.get,cards.get,cards.get", {
    0: { id: cardId },
    1: { id: "crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ" },
    2: { id: cardId },
  });
  const found = { result: { data: { id: cardId } } };
  expect(answers).toMatchObject([found, { error: { data: { code: "NOT_FOUND" } } }, found]);
});

it("a card whose type has changed since this process saw it is written under the new one", async () => {
  const { id: cardId } = await newLead("Turncoat");
  await call("cards.get", { id: cardId });
  const [from, to] = [typeOf(leads), typeOf(others)];
  const field = to.fields.find(({ id, type }) => type === "text" && !from.fields.some((other) => other.id === id));
  if (!field) return expect.fail("a field that only the other type has");
  // As another process converts it.
  const item = await cardItem(owner.orgId, cardId);
  await writePastTheJournal(cardEntity().put({ ...item, typeId: to.id, version: item.version + 1 }));
  const { result, error } = await call("cards.update", { cardId, fields: { [field.id]: "of the new type" } });
  expect(error).toBeUndefined();
  expect(result?.data).toMatchObject({ typeId: to.id, fields: { [field.id]: "of the new type" } });
});

it("a type that has changed since this process parsed it is used in its current version", async () => {
  const type = typeOf(others);
  const name = { typeId: type.id, fields: { name: "Before" } };
  expect((await call("cards.create", name)).error).toBeUndefined();
  const { data } = await cardTypeEntity().get({ orgId: owner.orgId, kind: "type", typeId: type.id }).go({ consistent: true });
  const definition = { ...type, fields: type.fields.map((field) => ({ ...field, required: field.type === "text" })) };
  await writePastTheJournal(
    cardTypeEntity().put({ orgId: owner.orgId, typeId: type.id, version: (data?.version ?? 0) + 1, definition }),
  );
  expect((await call("cards.create", name)).error?.data.code).toBe("INVALID_INPUT");
});

it("what was read ahead and has changed before it is written is read again", async () => {
  const { id: cardId } = await newLead("Raced");
  let superseded = false;
  const stop = aroundRequests(async ({ operation }, next) => {
    const answer = await next();
    if (operation === "BatchGetItem" && !superseded) {
      superseded = true;
      await call("cards.update", { cardId, fields: { [fieldOf("price")]: 7 } });
    }
    return answer;
  });
  const { result } = await call("cards.update", { cardId, fields: { name: "Second" } });
  stop();
  expect(result?.data).toMatchObject({ version: 3, fields: { name: "Second", [fieldOf("price")]: 7 } });
});

it("nothing of an organization is given to somebody who only names it in a cookie", async () => {
  const { id: cardId } = await newLead("Not yours");
  const stranger = await newOwner();
  const cookies = new Map(stranger.cookies).set(organizationCookie, owner.orgId);
  for (const [name, input] of [
    ["cards.get", { id: cardId }],
    ["cards.update", { cardId, fields: { name: "Mine" } }],
    ["cards.create", { typeId: typeOf(leads).id, fields: { name: "Mine" } }],
  ] as const)
    expect((await call(name, input, cookies)).error?.data.code).toBe("NOT_FOUND");
  expect((await cardItem(owner.orgId, cardId)).fields).toMatchObject({ name: "Not yours" });
});

it("nonsensical input gets its usual answer", async () => {
  for (const input of [null, [], "x", { id: { length: 3 } }, { id: ["crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ"] }])
    expect((await call("cards.get", input)).error?.data.code).toBe("INVALID_INPUT");
});
