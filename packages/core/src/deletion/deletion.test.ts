import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { createHash } from "node:crypto";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { adminConsoleProcedures } from "../admin-console/index.ts";
import { aroundRequests, documentClient } from "../data/connection.ts";
import { tableName } from "../data/table.ts";
import { identityProcedures } from "../identity/index.ts";
import { startSession } from "../identity/sessions.ts";
import { newFirm } from "../imports/firm.fixture.ts";
import { env } from "../kernel/env.ts";
import { connect, issueTicket } from "../realtime/index.ts";
import { writeSnapshot } from "../replicas.ts";
import { authenticateToken } from "../tokens/authenticate.ts";
import { createUser, grantPlatformAdmin } from "../users/index.ts";
import { eraseDeletedOrganizations } from "./erase.ts";
import { everyEntity, plant } from "./every-entity.fixture.ts";
import { deletionProcedures } from "./index.ts";
import { isTheName } from "./rules.ts";

const [holdings, remove] = [
  named(deletionProcedures, "organizations.holdings"),
  named(deletionProcedures, "organizations.remove"),
];
const me = named(identityProcedures, "identity.me");
const impersonate = named(adminConsoleProcedures, "adminConsole.impersonate");
const settings = named(procedures, "organizations.settings");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const refusal = (code: string) => expect.objectContaining({ code });
const clockAt = (minutesFromNow: number) => ({ now: () => Date.now() + minutesFromNow * 60_000 });
const long = Number.POSITIVE_INFINITY;

type Item = Record<string, unknown>;

async function wholeTable(): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await documentClient().send(new ScanCommand({ TableName: tableName(), ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** Key → body, of everything in the bucket. */
async function wholeBucket(): Promise<Map<string, string>> {
  const s3 = new S3Client({ forcePathStyle: true });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: env("DATA_BUCKET") }));
  const bodies = new Map<string, string>();
  for (const { Key = "" } of Contents) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), Key }));
    bodies.set(Key, (await Body?.transformToString("latin1")) ?? "");
  }
  return bodies;
}

/** Its attributes in a fixed order, since the engine returns them in any. */
const asText = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)));
  });
/** Short, so that a difference can be read. */
const printOf = (item: Item): string => `${String(item["pk"])} ${createHash("sha256").update(asText(item)).digest("hex")}`;

/** An organization in which everybody has done a bit of everything. */
async function liveIn(marker: string): Promise<{ owner: Owner; member: Owner; bearer: string }> {
  const firm = await newFirm();
  const { owner, leads } = firm;
  await firm.importRows(["name"], `${marker} imported\n${marker} too`);
  const member = await newMember(owner, { systemRole: "ADMIN" });
  const call = <Name extends (typeof procedures)[number]["name"]>(name: Name) => named(procedures, name);
  const card = await owner.call(call("cards.create"), { typeId: leads.id, fields: { name: `${marker} card` } });
  const trashed = await owner.call(call("cards.create"), { typeId: leads.id, fields: { name: `${marker} trashed` } });
  await owner.call(call("cards.remove"), { cardId: trashed.id });
  await storeFile(owner, { name: `${marker}.txt`, content: `${marker} content`, cardId: card.id });
  await owner.call(call("cards.export"), { cardTypeId: leads.id });
  await owner.call(call("views.create"), { typeId: leads.id, name: `${marker} view`, isPrivate: true, state: {} });
  await owner.call(call("roles.create"), { name: `${marker} role`, grants: { "CARDS.read": "USER" } });
  await owner.call(call("favorites.add"), { cardId: card.id });
  await member.call(call("recent.visit"), { cardId: card.id });
  await owner.call(call("members.invite"), {
    emails: [`${marker}@x.example`.toLowerCase()],
    systemRole: "ADMIN",
    roleId: null,
    language: "en",
  });
  await owner.call(call("support.create"), { title: `${marker} title`, description: "It does not go" });
  const { secret } = await owner.call(call("tokens.create"), {
    name: marker,
    grants: { "CARDS.read": "ORGANIZATION" },
    expiresInDays: 5,
  });
  await connect(`socket-of-${owner.orgId}`, await issueTicket(owner.orgId, owner.userId, owner.clock), owner.clock);
  await issueTicket(owner.orgId, member.userId, owner.clock);
  await writeSnapshot(owner.orgId);
  return { owner, member, bearer: secret };
}

/** A platform admin who has signed in. */
async function newSupporter() {
  const admin = new Visitor();
  const email = `sara${++supporters}.${process.pid}@kartis.example`;
  const userId = await createUser({ name: "Sara Support", email, language: "en", passwordHash: undefined }, admin.clock);
  await grantPlatformAdmin(userId, admin.clock);
  await startSession(userId, await admin.context());
  return Object.assign(admin, { userId });
}
let supporters = 0;

describe("from its deletion on", () => {
  it("nobody reaches the organization: not by session, token, socket or invitation", async () => {
    const { owner, member, bearer } = await liveIn("Gone");
    const ticket = await issueTicket(owner.orgId, member.userId, owner.clock);
    expect(await authenticateToken(bearer, owner.clock)).toBeDefined();
    const { name } = await owner.call(holdings, {});
    await owner.call(remove, { name });
    for (const person of [owner, member]) {
      await expect(person.call(settings, {})).rejects.toEqual(refusal("UNAUTHORIZED_NO_ORG"));
      expect(await person.call(me, {})).toMatchObject({ organization: null, memberships: [] });
      await expect(person.call(named(identityProcedures, "identity.switchOrganization"), { orgId: owner.orgId })).rejects.toEqual(
        refusal("NOT_FOUND"),
      );
    }
    expect(await authenticateToken(bearer, owner.clock)).toBeUndefined();
    await expect(connect("late", ticket, owner.clock)).rejects.toEqual(refusal("UNAUTHORIZED"));
  });

  it("its people keep working in their other organizations", async () => {
    const owner = await newOwner({ template: "empty" });
    const first = owner.orgId;
    const { orgId } = await owner.call(named(procedures, "organizations.create"), {
      name: "Second",
      language: "en",
      template: "empty",
    });
    await owner.call(remove, { name: "Second" });
    expect((await owner.call(me, {})).organization?.id).toBe(first);
    expect((await owner.call(me, {})).memberships.map((membership) => membership.orgId)).not.toContain(orgId);
  });
});

it("the name is accepted as it appears on screen", () => {
  expect(isTheName(" Cafe\u0301  Nord ", "Café Nord")).toBe(true);
  expect(isTheName("café nord", "Café Nord")).toBe(false);
  expect(isTheName("", "Café Nord")).toBe(false);
});

describe("who may delete it", () => {
  it("is its owner, by typing its name, and nobody else", async () => {
    const owner = await newOwner({ template: "empty" });
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const { name, members, cards, files } = await owner.call(holdings, {});
    expect({ members, cards, files }).toEqual({ members: 2, cards: 0, files: 0 });
    await expect(admin.call(remove, { name })).rejects.toMatchObject({ details: { messageKey: "errors.onlyOwnerDeletes" } });
    await expect(owner.call(remove, { name: name.toUpperCase() })).rejects.toMatchObject({
      details: { fields: { name: "validation.typeTheName" } },
    });
    expect(await owner.call(settings, {})).toMatchObject({ name });
  });

  it("is a platform admin, with a reason that stays, though not while they act as its owner", async () => {
    const [owner, admin] = [await newOwner({ template: "empty" }), await newSupporter()];
    const { name } = await owner.call(settings, {});
    await admin.call(impersonate, {
      orgId: owner.orgId,
      reason: "Asked",
      minutes: 15,
    });
    await expect(admin.call(remove, { name })).rejects.toMatchObject({ details: { messageKey: "errors.whileImpersonating" } });
    await admin.call(named(adminConsoleProcedures, "adminConsole.endImpersonation"), {});
    const asked = { orgId: owner.orgId, name, reason: "The contract is over" };
    const removeOther = named(adminConsoleProcedures, "adminConsole.deleteOrganization");
    await expect(owner.call(removeOther, asked)).rejects.toEqual(refusal("FORBIDDEN"));
    await admin.call(removeOther, asked);
    await expect(admin.call(removeOther, asked)).rejects.toEqual(refusal("NOT_FOUND"));
    const all = await admin.call(named(adminConsoleProcedures, "adminConsole.deletions"), {});
    expect(all.find(({ orgId }) => orgId === owner.orgId)).toMatchObject({
      deletedBy: admin.userId,
      deletedByName: "Sara Support",
      reason: "The contract is over",
      state: "erasing",
    });
  });
});

it("everything it had is gone from table and bucket, whatever broke off meanwhile, and nothing else is touched", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  // Left by earlier tests.
  await eraseDeletedOrganizations(clockAt(30), long);
  const asked = new Set<string>();
  const erase = async (minutesFromNow: number) => {
    const listens = aroundRequests(async ({ operation }, next) => {
      asked.add(operation);
      return next();
    });
    await eraseDeletedOrganizations(clockAt(minutesFromNow), long).finally(listens);
  };
  const [gone, kept] = [await liveIn("Vanishing"), await liveIn("Lasting")];
  const { orgId } = gone.owner;
  const { name } = await gone.owner.call(holdings, {});
  const supporter = await newSupporter();
  await supporter.call(impersonate, { orgId, reason: "Asked", minutes: 15 });
  // Every other entity gets one item as well, so that a new entity cannot be forgotten.
  const entities = (await everyEntity()).filter(
    ({ name: entity, attributes }) => "orgId" in attributes && entity !== "deletedOrganization",
  );
  expect(entities.filter(({ isTenant }) => isTenant).length).toBeGreaterThan(20);
  for (const one of entities) {
    if (one.name !== "organization") await plant(one, orgId, "Vanishing planted");
    await plant(one, kept.owner.orgId, "Lasting planted");
  }
  // More than one page of a partition's query.
  const layout = entities.find((one) => one.name === "layout") ?? expect.fail();
  for (let at = 0; at < 40; at++) await plant(layout, orgId, `Vanishing planted ${at}`);
  const present = new Set((await wholeTable()).filter((item) => item["orgId"] === orgId).map((item) => item["__edb_e__"]));
  expect(present).toEqual(new Set(entities.map((one) => one.name)));

  const others = async () =>
    (await wholeTable())
      .filter((item) => item["orgId"] !== orgId && item["__edb_e__"] !== "session")
      .map(printOf)
      .toSorted();
  const objects = async () => [...(await wholeBucket())].filter(([key]) => !key.includes(orgId));
  const [itemsBefore, objectsBefore] = [await others(), await objects()];
  expect((await wholeBucket()).size).toBeGreaterThanOrEqual(objectsBefore.length + 3);

  await gone.owner.call(remove, { name });
  // The engine fails somewhere in the middle, and the next run continues from there.
  let batches = 0;
  const works = aroundRequests(async ({ operation }, next) => {
    if (operation === "BatchWriteItem" && ++batches === 3) throw new Error("socket hang up");
    return next();
  });
  await expect(erase(0)).rejects.toThrow("broken off");
  works();
  expect((await wholeTable()).some((item) => item["orgId"] === orgId && item["__edb_e__"] !== "deletedOrganization")).toBe(true);
  await erase(1);

  // Requests that began before may still write; the last sweep finds what they leave.
  const late = entities.find((one) => one.name === "ledger") ?? expect.fail();
  await plant(late, orgId, "Vanishing late");
  await erase(30);
  // Another organization's data costs it nothing.
  expect(asked).toContain("Query");
  expect(asked).not.toContain("Scan");

  const table = await wholeTable();
  const mentions = (text: string) => table.map(asText).filter((item) => item.includes(text));
  expect(mentions(orgId)).toHaveLength(1);
  expect(await supporter.call(me, {})).toMatchObject({ user: { id: supporter.userId }, impersonatedUntil: null });
  expect(mentions("Vanishing")).toEqual([]);
  expect(table.find((item) => item["orgId"] === orgId)).toMatchObject({ state: "erased", deletedBy: gone.owner.userId });
  for (const [key, body] of await wholeBucket()) {
    expect(key).not.toContain(orgId);
    expect(body).not.toContain("Vanishing");
  }
  expect(await others()).toEqual(itemsBefore);
  expect(await objects()).toEqual(objectsBefore);
}, 180_000);
