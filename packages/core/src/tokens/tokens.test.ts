import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { latestRecords } from "../data/journal-entity.ts";
import { documentClient } from "../data/connection.ts";
import { tableName } from "../data/table.ts";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { errorShape, KartisError } from "../kernel/error.ts";
import { type Grants, permissionLevels } from "../kernel/permission.ts";
import { membersProcedures } from "../members/index.ts";
import { addMember, organizationProcedures } from "../organizations/index.ts";
import { authenticateToken, countRequest, onceByKey, tokenProcedures } from "./index.ts";
import { intersection, isWithin, maxTokens } from "./rules.ts";

const tokens = {
  list: named(tokenProcedures, "tokens.list"),
  create: named(tokenProcedures, "tokens.create"),
  remove: named(tokenProcedures, "tokens.remove"),
};
const roles = { create: named(organizationProcedures, "roles.create"), update: named(organizationProcedures, "roles.update") };
const members = {
  suspend: named(membersProcedures, "members.suspend"),
  reinstate: named(membersProcedures, "members.reinstate"),
  remove: named(membersProcedures, "members.remove"),
};

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const reading = { name: "Reader", grants: { "CARDS.read": "ORGANIZATION" }, expiresInDays: 30 } as const;

function clockAt(start = Date.now()) {
  let now = start;
  return { now: () => now, pass: (milliseconds: number) => (now += milliseconds) };
}

describe("a token", () => {
  it("acts as its creator with its own grants, and its secret is stored nowhere", async () => {
    const owner = await newOwner();
    const { secret, ...token } = await owner.call(tokens.create, reading);
    expect(secret.startsWith(token.prefix)).toBe(true);
    expect(await authenticateToken(secret, owner.clock)).toMatchObject({
      kind: "token",
      tokenId: token.id,
      userId: owner.userId,
      membership: { orgId: owner.orgId, grants: reading.grants },
    });
    const { Items } = await documentClient().send(new ScanCommand({ TableName: tableName() }));
    expect(JSON.stringify(Items)).not.toContain(secret.slice(-20));
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.changes).toMatchObject([{ action: "apiToken.create", subject: { kind: "token", id: token.id } }]);
    expect(await owner.call(tokens.list, {})).toMatchObject([{ ...token, lastUsedAt: expect.any(String) }]);
  });

  it.each<[string, (secret: string) => string]>([
    ["a wrong secret", (secret) => secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A")],
    ["another organization's id", (secret) => secret.replace(/_[^_]+_([^_]+)_/, (part) => part.replace(/.$/, "0"))],
    ["no token", () => "kartis_x"],
    ["nothing", () => ""],
  ])("with %s is nobody", async (_, change) => {
    const owner = await newOwner();
    const { secret } = await owner.call(tokens.create, reading);
    const changed = change(secret);
    expect(changed).not.toBe(secret);
    expect(await authenticateToken(changed, owner.clock)).toBeUndefined();
  });

  it("expires on its day", async () => {
    const clock = clockAt();
    const owner = await newOwner({ clock });
    const { secret } = await owner.call(tokens.create, { ...reading, expiresInDays: 1 });
    clock.pass(86_400_000 - 1);
    expect(await authenticateToken(secret, clock)).toBeDefined();
    clock.pass(1);
    expect(await authenticateToken(secret, clock)).toBeUndefined();
  });

  it("is invalid once removed, which the journal records", async () => {
    const owner = await newOwner();
    const { secret, id } = await owner.call(tokens.create, reading);
    await owner.call(tokens.remove, { tokenId: id });
    expect(await authenticateToken(secret, owner.clock)).toBeUndefined();
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.changes).toMatchObject([{ action: "apiToken.delete", before: { name: "Reader" }, after: null }]);
    await expect(owner.call(tokens.remove, { tokenId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("can do no more than its creator can now", async () => {
    const owner = await newOwner();
    const grants: Grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "ROLE_GROUP", "ORGANIZATION.update": "USER" };
    const role = await owner.call(roles.create, { name: "Builder", grants });
    const member = await newMember(owner, { roleId: role.id });
    await expect(member.call(tokens.create, { ...reading, grants: { "CARDS.update": "ORGANIZATION" } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { grants: "validation.beyondOwnRights" } },
    });
    const { secret } = await member.call(tokens.create, { ...reading, grants: { "CARDS.read": "ORGANIZATION" } });
    await owner.call(roles.update, { roleId: role.id, expectedVersion: 1, grants: { "CARDS.read": "USER" } });
    expect((await authenticateToken(secret, owner.clock))?.membership.grants).toEqual({ "CARDS.read": "USER" });
    await owner.call(roles.update, { roleId: role.id, expectedVersion: 2, grants: {} });
    expect((await authenticateToken(secret, owner.clock))?.membership.grants).toEqual({});
  });

  it("works as long as its creator is a member: not while suspended, and no more once they have left", async () => {
    const owner = await newOwner();
    const member = await newMember(owner, { systemRole: "ADMIN" });
    const { secret } = await member.call(tokens.create, reading);
    const isValid = async () => (await authenticateToken(secret, owner.clock)) !== undefined;
    await owner.call(members.suspend, { userIds: [member.userId] });
    expect(await isValid()).toBe(false);
    await owner.call(members.reinstate, { userIds: [member.userId] });
    expect(await isValid()).toBe(true);
    await owner.call(members.remove, { userId: member.userId, heirId: null });
    expect(await isValid()).toBe(false);
    const account = { id: member.userId, name: "Back", email: "back@x.example", language: "en" } as const;
    await addMember(owner.orgId, "Firm", account, { systemRole: "ADMIN", roleId: null }, owner.clock);
    expect(await isValid()).toBe(false);
  });

  it("can neither create nor remove tokens", async () => {
    const owner = await newOwner();
    const all = { "ORGANIZATION.read": "ORGANIZATION", "ORGANIZATION.update": "ORGANIZATION" } as const;
    const { secret, id } = await owner.call(tokens.create, { ...reading, grants: all });
    const actor = await authenticateToken(secret, owner.clock);
    const context = { ...(await owner.context()), actor: actor ?? expect.fail() };
    await expect(tokens.create.call(reading, context)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(tokens.remove.call({ tokenId: id }, context)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("can be seen and removed by its creator and the administrators", async () => {
    const owner = await newOwner();
    const grants: Grants = { "ORGANIZATION.read": "ORGANIZATION", "ORGANIZATION.update": "USER" };
    const role = await owner.call(roles.create, { name: "Two", grants });
    const [one, other] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: role.id })];
    const { id } = await one.call(tokens.create, { ...reading, grants: { "ORGANIZATION.read": "USER" } });
    expect(await other.call(tokens.list, {})).toEqual([]);
    await expect(other.call(tokens.remove, { tokenId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await owner.call(tokens.list, {})).toHaveLength(1);
    await owner.call(tokens.remove, { tokenId: id });
    expect(await one.call(tokens.list, {})).toEqual([]);
  });

  it.each([
    ["expiresInDays", { ...reading, expiresInDays: 366 }],
    ["expiresInDays", { ...reading, expiresInDays: 0 }],
    ["grants", { ...reading, grants: {} }],
    ["name", { ...reading, name: " " }],
  ])("needs %s within its bounds", async (field, input) => {
    const owner = await newOwner();
    await expect(owner.call(tokens.create, input)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});

const anyGrants = fc.dictionary(
  fc.constantFrom("CARDS.read", "CARDS.update", "ROLES.read", "AUDIT.read"),
  fc.constantFrom(...permissionLevels),
) as fc.Arbitrary<Grants>;

it("never exceed the limit, however many are created at once", async () => {
  const owner = await newOwner({ template: "empty" });
  for (let made = 0; made < maxTokens - 3; made++) await owner.call(tokens.create, reading);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.call(tokens.create, reading).then(
        () => "made",
        (error: unknown) => errorShape(error, "").messageKey,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "made")).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === "errors.tooManyTokens")).toHaveLength(5);
  expect(await owner.call(tokens.list, {})).toHaveLength(maxTokens);
});

it("the intersection of grants is within both, and equals one that is within the other", () => {
  fc.assert(
    fc.property(anyGrants, anyGrants, (a, b) => {
      const shared = intersection(a, b);
      expect(isWithin(shared, a) && isWithin(shared, b)).toBe(true);
      expect(shared).toEqual(intersection(b, a));
      expect(isWithin(a, b)).toBe(JSON.stringify(shared) === JSON.stringify(a));
    }),
  );
});

it("requests are counted by the minute, per caller and per organization", async () => {
  const owner = await newOwner();
  const clock = clockAt(Date.UTC(2026, 0, 1, 12, 0, 15));
  const ask = (caller: string) => countRequest(owner.orgId, caller, "FREE", clock);
  expect(await ask("a")).toEqual({ limit: 60, remaining: 59, resetSeconds: 45 });
  for (let turn = 1; turn < 60; turn++) await ask("a");
  expect((await ask("a")).remaining).toBe(-1);
  expect((await ask("b")).remaining).toBe(58);
  for (let turn = 0; turn < 57; turn++) await ask("b");
  expect(await ask("c")).toMatchObject({ limit: 120, remaining: 0 });
  clock.pass(45_000);
  expect((await ask("a")).remaining).toBe(59);
});

describe("a request with an idempotency key", () => {
  const requestOf = (orgId: `org_${string}`, key = "k", ...request: string[]) => ({ orgId, caller: "tkn_x", key, request });

  it("runs once, however many send it at the same time, and gets the same answer afterwards", async () => {
    const owner = await newOwner();
    let runs = 0;
    const ask = () =>
      onceByKey(requestOf(owner.orgId), owner.clock, async () => ({ status: 200, body: `{"run":${++runs}}` })).catch(
        (error: unknown) => (error instanceof KartisError ? error.code : error),
      );
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(runs).toBe(1);
    for (const answer of answers) expect(["CONFLICT", expect.objectContaining({ body: '{"run":1}' })]).toContainEqual(answer);
    expect(await ask()).toEqual({ status: 200, body: '{"run":1}', isReplay: true });
    expect(runs).toBe(1);
  });

  it("with another request is refused", async () => {
    const owner = await newOwner();
    const done = async () => ({ status: 200, body: "{}" });
    await onceByKey(requestOf(owner.orgId, "k", "a"), owner.clock, done);
    await expect(onceByKey(requestOf(owner.orgId, "k", "b"), owner.clock, done)).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
  });

  it("runs again after one that came too soon", async () => {
    const owner = await newOwner();
    const answer = (status: number) => onceByKey(requestOf(owner.orgId), owner.clock, async () => ({ status, body: "{}" }));
    expect(await answer(429)).toMatchObject({ status: 429, isReplay: false });
    expect(await answer(200)).toMatchObject({ status: 200, isReplay: false });
  });

  it("runs again after a failure of ours, under the same ids; not after one of the caller's, and anew after a day", async () => {
    const clock = clockAt();
    const owner = await newOwner();
    const ids: string[] = [];
    const answer = (status: number) =>
      onceByKey(requestOf(owner.orgId), clock, async (once) => {
        ids.push(`${once.newId("crd")} ${once.nextChange()} ${once.nextChange()}`);
        return { status, body: String(status) };
      });
    expect((await answer(503)).isReplay).toBe(false);
    clock.pass(5_000);
    expect((await answer(404)).isReplay).toBe(false);
    expect(await answer(200)).toEqual({ status: 404, body: "404", isReplay: true });
    clock.pass(86_402_000);
    expect(await answer(200)).toMatchObject({ status: 200, isReplay: false });
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids[0]?.split(" ")).size).toBe(3);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("runs again when the process that ran it has died, once however many ask", async () => {
    const clock = clockAt();
    const owner = await newOwner();
    const began = Promise.withResolvers<void>();
    const never = onceByKey(requestOf(owner.orgId), clock, () => {
      began.resolve();
      return new Promise(() => undefined);
    });
    void never;
    await began.promise;
    let runs = 0;
    const again = () => onceByKey(requestOf(owner.orgId), clock, async () => ({ status: 200, body: `{"run":${++runs}}` }));
    await expect(again()).rejects.toMatchObject({ details: { messageKey: "api.idempotencyRunning" } });
    clock.pass(61_000);
    await Promise.allSettled(Array.from({ length: 5 }, again));
    expect(await again()).toEqual({ status: 200, body: '{"run":1}', isReplay: true });
  });
});
