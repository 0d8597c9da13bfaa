import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { mailedProof } from "@kartis/tests/support/mailed-proof.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { unzip } from "@kartis/tests/support/unzip.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { download } from "../attachments/index.ts";
import { cardProcedures, findCards } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { identityProcedures } from "../identity/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { isId, type OperationId } from "../kernel/id.ts";
import { operationOf, operationProcedures } from "../operations/index.ts";
import { findMember, noteVisitor, organizationProcedures, visitorsOf } from "../organizations/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { everythingKept, whereStands } from "../personal-data/everything.fixture.ts";
import { usedOf } from "../plans/index.ts";
import { findUserByEmail } from "../users/index.ts";
import { accountProcedures } from "./index.ts";

const [ending, exportOwn, remove] = [
  named(accountProcedures, "account.ending"),
  named(accountProcedures, "account.export"),
  named(accountProcedures, "account.delete"),
];
const me = named(identityProcedures, "identity.me");
const rename = named(profileProcedures, "profile.update");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner();
});

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
const emailOf = async (person: Owner) => (await person.call(me, {})).user.email;

async function run(operationId: OperationId): Promise<void> {
  expect(await handler({ Records: [sqsRecord({ orgId: owner.orgId, operationId })] })).toEqual({ batchItemFailures: [] });
}

const picture = Uint8Array.from(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));

it("an ended trial keeps your own profile and data, and nothing else", async () => {
  owner = await newOwner({ clock: { now: () => Date.now() - 15 * 86_400_000 } });
  const today = { ...(await owner.context()), clock: systemClock };
  const ended = (promise: Promise<unknown>) => expect(shapeOf(promise)).resolves.toMatchObject({ code: "PAYMENT_REQUIRED" });
  await ended(named(cardProcedures, "cards.search").call({}, today));
  const papers = await storeFile(owner, { name: "a.png", content: picture, purpose: "avatar" });
  await ended(download.call({ fileId: papers }, today));
  await rename.call({ name: "Still Here" }, today);
  const { operationId } = await exportOwn.call({}, today);
  await run(operationId);
  const { state, resultUrl } = await named(operationProcedures, "operations.get").call({ operationId }, today);
  expect(state).toBe("done");
  const fileId = resultUrl?.split("/").at(-1);
  expect((await download.call({ fileId: isId("fil", fileId) ? fileId : expect.fail() }, today)).url).toContain("http");
});

describe("deleting your account", () => {
  it("leaves no member by that name: cards go to the owner, the journal keeps the history, the address is free", async () => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    await member.call(rename, { name: "Zqxjkv Levi" });
    const email = await emailOf(member);
    const fileId = await storeFile(member, { name: "zqxjkv.png", content: picture, purpose: "avatar" });
    await member.call(named(profileProcedures, "profile.setAvatar"), { fileId });
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const fields = { name: "Theirs", owner: member.userId };
    const card = await member.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields });
    const seats = await usedOf(owner.orgId, "users");

    expect(await member.call(ending, {})).toMatchObject({ owned: [], left: [expect.stringMatching(/^Firm/)], proof: "mail" });
    expect(await shapeOf(member.call(remove, { proof: { kind: "password", password: "x" } }))).toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await member.call(remove, { proof: await mailedProof(backend, member) });
    expect((await member.actor()).kind).toBe("anonymous");
    expect(await findUserByEmail(email)).toBeUndefined();
    expect(await findMember(owner.orgId, member.userId)).toBeUndefined();
    expect(await usedOf(owner.orgId, "users")).toBe(seats - 1);

    const left = await latestRecords(owner.orgId, 3, null);
    expect(left.flatMap(({ changes }) => changes.map(({ action }) => action)).toSorted()).toEqual([
      "member.remove",
      "operation.start",
      "operation.start",
    ]);
    for (const operationId of left.flatMap((record) => operationOf(record) ?? [])) await run(operationId);
    expect((await findCards(owner.orgId, [card.id])).get(card.id)?.fields).toMatchObject({ owner: owner.userId });
    expect(whereStands(["zqxjkv", email], await everythingKept(owner.orgId))).toEqual([]);
    const records = await latestRecords(owner.orgId, 50, null);
    const made = records.find(({ changes: [change] }) => change?.action === "card.create" && change.subject.id === card.id);
    expect(made).toMatchObject({ actor: { kind: "user", id: member.userId }, changes: [{ after: { name: "Theirs" } }] });
  });

  it("leaves the name in none of the organizations they reached through a parent either", async () => {
    const [member, child] = await Promise.all([newMember(owner, {}), newOwner()]);
    await noteVisitor(child.orgId, member.userId, { orgId: owner.orgId, name: "Parent Ltd" }, systemClock);
    expect(await visitorsOf(child.orgId)).toMatchObject([{ userId: member.userId, from: "Parent Ltd" }]);
    await member.call(remove, { proof: await mailedProof(backend, member) });
    expect(await visitorsOf(child.orgId)).toEqual([]);
  });

  it("is refused to an organization's owner, naming the organization, and to anyone who cannot prove who they are", async () => {
    const { name } = (await owner.call(me, {})).organization ?? expect.fail();
    expect(await owner.call(ending, {})).toMatchObject({ owned: [name], left: [] });
    expect(await shapeOf(owner.call(remove, { proof: await mailedProof(backend, owner) }))).toMatchObject({
      messageKey: "errors.account.owner",
      params: { organizations: name },
    });
    expect((await owner.call(me, {})).organization?.name).toBe(name);
    const member = await newMember(owner, {});
    expect(await shapeOf(member.call(remove, { proof: { kind: "mail", code: "000000" } }))).not.toBeNull();
    expect(await findMember(owner.orgId, member.userId)).toBeDefined();
    expect(await shapeOf(new Visitor().call(ending, {}))).toMatchObject({ code: "UNAUTHORIZED" });
  });
});

it("your own data comes as a bundle, even without permission to read cards, and without what belongs to the organization", async () => {
  const grants = {} as const;
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Nothing", grants });
  const member = await newMember(owner, { roleId: role.id });
  await member.call(rename, { name: "Dana Levi", phone: "+972 50 234 5678" });
  const { operationId } = await member.call(exportOwn, {});
  await run(operationId);
  const { state, resultUrl } = await member.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.split("/").at(-1);
  if (!isId("fil", fileId)) return expect.fail(state);
  const { url } = await member.call(download, { fileId });
  const bundle = unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const json = (name: string): unknown => JSON.parse(bundle.get(name)?.toString() ?? "null");
  expect(json("profile.json")).toMatchObject({ name: "Dana Levi", phone: "+972502345678" });
  expect(json("profile.json")).not.toHaveProperty("passwordHash");
  expect(json("memberships.json")).toMatchObject([{ orgId: owner.orgId, member: { systemRole: "BASIC" } }]);
  expect(json("sessions.json")).toMatchObject([{ userAgent: "test" }]);
  expect(json("actions.json")).toMatchObject([
    { action: "operation.start", subjectId: operationId },
    { action: "member.update", subjectId: member.userId },
  ]);
  await expect(owner.call(download, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  return undefined;
});
