import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { enterExtension } from "@kartis/tests/support/voip-call.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { membersProcedures } from "../../members/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { membersWithExtension } from "./index.ts";
import { voipProcedures } from "../index.ts";

const [set, list, standing] = [
  named(voipProcedures, "voip.setExtension"),
  named(voipProcedures, "voip.extensions"),
  named(voipProcedures, "voip.standing"),
];
const profile = named(profileProcedures, "profile.get");

let backend: Backend;
let owner: Owner;
let seller: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he", phone: "+972 50 234 5678" });
  seller = await newMember(owner, { systemRole: "ADMIN" });
});
afterAll(() => backend.close());

const assign = (to: Owner, extension: string, by = owner) => by.call(set, { userId: to.userId, extension });
const taken = { code: "CONFLICT", details: { fields: { extension: "validation.voipExtensionTaken" } } };

it("is assigned by administrators, shown to its member, and recorded with what it was before", async () => {
  expect(await assign(seller, "204")).toEqual({ extension: "204" });
  await assign(seller, "205");
  await assign(seller, "205");
  expect(await seller.call(profile, {})).toMatchObject({ voipExtension: "205" });
  expect(await owner.call(list, {})).toEqual([{ userId: seller.userId, extension: "205" }]);
  const changes = (await latestRecords(owner.orgId, 20, null)).flatMap((record) =>
    record.changes.filter(({ action }) => action === "member.update").map((change) => ({ ...change, by: record.actor.id })),
  );
  expect(changes).toMatchObject([
    { subject: { id: seller.userId }, by: owner.userId, before: { voipExtension: "204" }, after: { voipExtension: "205" } },
    { before: { voipExtension: null }, after: { voipExtension: "204" } },
  ]);
  await assign(seller, "");
  expect((await seller.call(standing, {})).extension).toBeNull();
  // What they had is free again.
  await assign(owner, "205");
});

it("is refused for whoever is no administrator, for strangers, and when it is no number", async () => {
  const basic = await newMember(owner, {});
  await expect(assign(basic, "204", basic)).rejects.toMatchObject({ code: "MISSING_ROLE" });
  const grants = { "ORGANIZATION.read": "ORGANIZATION", "ORGANIZATION.update": "ORGANIZATION" } as const;
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Office", grants });
  const office = await newMember(owner, { roleId: role.id });
  await expect(assign(office, "204", office)).rejects.toMatchObject({ details: { messageKey: "errors.onlyAdministrators" } });
  const stranger = await newOwner();
  await expect(assign(stranger, "204")).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const written of ["2a", "+-()", " . ", "+", "2+04", "٢٠٤", "1".repeat(16)])
    await expect(assign(seller, written)).rejects.toMatchObject({
      details: { fields: { extension: "validation.voipExtension" } },
    });
});

it.each([
  ["+972 (54) 555-0187", "972545550187"],
  ["054-555-0188", "972545550188"],
  ["0204", "0204"],
])("written as people write a telephone's number (%s) is what providers report", async (written, extension) => {
  expect(await assign(seller, written)).toEqual({ extension });
});

it("is one member's, also a suspended one's, until they are removed or get another", async () => {
  await assign(seller, "204");
  await expect(assign(owner, "204")).rejects.toMatchObject(taken);
  await owner.call(named(membersProcedures, "members.suspend"), { userIds: [seller.userId] });
  await expect(assign(owner, "204")).rejects.toMatchObject(taken);
  expect(await membersWithExtension(owner.orgId, "204")).toEqual([]);
  await owner.call(named(membersProcedures, "members.remove"), { userId: seller.userId, heirId: null });
  await assign(owner, "204");
  expect(await membersWithExtension(owner.orgId, "204")).toEqual([owner.userId]);
});

it("in one organization says nothing of the person's extension in another", async () => {
  const elsewhere = await newOwner();
  await assign(seller, "204");
  await assign(elsewhere, "204", elsewhere);
  expect(await membersWithExtension(owner.orgId, "204")).toEqual([seller.userId]);
  expect(await elsewhere.call(list, {})).toEqual([{ userId: elsewhere.userId, extension: "204" }]);
});

it("that its member has given up is free for whoever had entered it themselves", async () => {
  await assign(seller, "204");
  await assign(seller, "205");
  await enterExtension(owner.userId, "204");
  expect(await membersWithExtension(owner.orgId, "204")).toEqual([owner.userId]);
  expect(await owner.call(list, {})).toContainEqual({ userId: owner.userId, extension: "204" });
});

it("that people entered themselves counts until an administrator changes it, and is not another's meanwhile", async () => {
  await enterExtension(seller.userId, "204");
  expect(await seller.call(profile, {})).toMatchObject({ voipExtension: "204" });
  expect(await owner.call(list, {})).toEqual([{ userId: seller.userId, extension: "204" }]);
  await expect(assign(owner, "204")).rejects.toMatchObject(taken);
  // Confirmed, it is the membership's: what they have entered counts no more.
  await assign(seller, "204");
  await enterExtension(seller.userId, "299");
  expect(await membersWithExtension(owner.orgId, "204")).toEqual([seller.userId]);
  await assign(seller, "");
  expect(await seller.call(profile, {})).toMatchObject({ voipExtension: null });
  expect(await membersWithExtension(owner.orgId, "299")).toEqual([]);
});

describe("when administrators assign at once", () => {
  const rounds = [1, 2, 3];
  const held = async () => new Map((await owner.call(list, {})).map(({ userId, extension }) => [userId, extension]));

  it("the same extension to two members, one of them gets it", async () => {
    for (const round of rounds) {
      const extension = `30${round}`;
      const done = await Promise.allSettled([assign(owner, extension), assign(seller, extension, seller)]);
      const refused = done.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: taken }]);
      const [holder, ...others] = await membersWithExtension(owner.orgId, extension);
      expect(others).toEqual([]);
      expect(holder).toBe(done[0].status === "fulfilled" ? owner.userId : seller.userId);
      expect([...(await held()).values()].filter((one) => one === extension)).toHaveLength(1);
    }
  });

  it("several extensions to one member, they have the last one, and the others are free", async () => {
    const given = ["401", "402", "403", "404"];
    await Promise.all(given.map((extension, at) => assign(seller, extension, at % 2 ? owner : seller)));
    const theirs = (await held()).get(seller.userId) ?? expect.fail("none");
    expect(given).toContain(theirs);
    const free = given.filter((extension) => extension !== theirs);
    for (const extension of free) expect(await membersWithExtension(owner.orgId, extension)).toEqual([]);
    expect(await membersWithExtension(owner.orgId, theirs)).toEqual([seller.userId]);
    for (const extension of free) await assign(owner, extension);
    await expect(assign(owner, theirs)).rejects.toMatchObject(taken);
  });

  it("an extension that its member gives up in this moment, whoever is told that they have it has it", async () => {
    for (const round of rounds) {
      const [wanted, other] = [`50${round}`, `60${round}`];
      await assign(seller, wanted);
      const [left, got] = await Promise.allSettled([assign(seller, round % 2 ? other : ""), assign(owner, wanted)]);
      expect(left.status).toBe("fulfilled");
      if (got.status === "rejected") expect(got).toMatchObject({ reason: taken });
      expect(await membersWithExtension(owner.orgId, wanted)).toEqual(got.status === "fulfilled" ? [owner.userId] : []);
      await assign(owner, wanted);
      expect(await membersWithExtension(owner.orgId, wanted)).toEqual([owner.userId]);
      expect((await held()).get(seller.userId)).toBe(round % 2 ? other : undefined);
    }
  });
});
