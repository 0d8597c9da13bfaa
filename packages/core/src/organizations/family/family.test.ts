import { procedures } from "@kartis/functions/api/procedures.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { eraseDeletedOrganizations } from "../../deletion/erase.ts";
import { errorShape } from "../../kernel/error.ts";
import { newId, type OrgId, type RoleId } from "../../kernel/id.ts";
import { connect, connectionsOf, disconnectStrangers, issueTicket } from "../../realtime/index.ts";
import { type FamilyGrants, grantedRole, type Holder } from "./rules.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const the = <Name extends (typeof procedures)[number]["name"]>(name: Name) => named(procedures, name);
const refusal = (code: string) => expect.objectContaining({ code });
const because = (messageKey: string) => expect.objectContaining({ details: expect.objectContaining({ messageKey }) });

/** The person switches to the organization. */
const goTo = (person: Owner, orgId: OrgId) => person.call(the("identity.switchOrganization"), { orgId });

async function roleOf(owner: Owner, grants: object, name = "Role"): Promise<RoleId> {
  return (await owner.call(the("roles.create"), { name, grants: { ...grants } })).id;
}

/** A parent and a child of it, each with its owner. */
async function newFamily(): Promise<{ parent: Owner; child: Owner }> {
  const [parent, child] = [await newOwner({ template: "empty" }), await newOwner()];
  const { code } = await parent.call(the("family.createCode"), {});
  await child.call(the("family.attach"), { code });
  return { parent, child };
}

const leadOf = async (person: Owner) => {
  const type = (await person.call(the("cards.types"), {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  return type.id;
};

describe("the bond", () => {
  it("is made by the child's owner with the parent's code, which works once, and appears in both audits", async () => {
    const [parent, child, third] = [
      await newOwner({ template: "empty" }),
      await newOwner(),
      await newOwner({ template: "empty" }),
    ];
    const { code } = await parent.call(the("family.createCode"), {});
    const { name } = await parent.call(the("organizations.settings"), {});
    expect(await child.call(the("family.findCode"), { code: code.toLowerCase().replaceAll("-", " ") })).toEqual({
      parentName: name,
    });
    const admin = await newMember(child, { systemRole: "ADMIN" });
    await expect(admin.call(the("family.attach"), { code })).rejects.toEqual(because("errors.onlyOwner"));
    await child.call(the("family.attach"), { code });
    await expect(third.call(the("family.attach"), { code })).rejects.toEqual(because("errors.family.codeOver"));
    expect((await child.call(the("family.get"), {})).parent).toMatchObject({ orgId: parent.orgId, name, grants: [] });
    expect((await parent.call(the("family.get"), {})).children).toMatchObject([{ orgId: child.orgId, grants: [] }]);
    for (const { orgId } of [parent, child])
      expect((await latestRecords(orgId, 1, null))[0]?.changes[0]).toMatchObject({
        action: "organization.attach",
        subject: { id: child.orgId },
      });
  });

  it("expires", async () => {
    let shift = 0;
    const clock = { now: () => Date.now() + shift };
    const [parent, child] = [await newOwner({ template: "empty", clock }), await newOwner({ template: "empty", clock })];
    const { code } = await parent.call(the("family.createCode"), {});
    shift = 7 * 86_400_000 + 1_000;
    await expect(child.call(the("family.attach"), { code })).rejects.toEqual(because("errors.family.codeOver"));
    await expect(child.call(the("family.attach"), { code: "short" })).rejects.toMatchObject({
      details: { fields: { code: "validation.attachCode" } },
    });
  });

  it("has one level and no cycle, even when two attach each other at once", async () => {
    const { parent, child } = await newFamily();
    const other = await newOwner({ template: "empty" });
    const { code } = await parent.call(the("family.createCode"), {});
    await expect(parent.call(the("family.attach"), { code })).rejects.toEqual(because("errors.family.self"));
    await expect(child.call(the("family.attach"), { code })).rejects.toEqual(because("errors.family.hasParent"));
    await expect(child.call(the("family.createCode"), {})).rejects.toEqual(because("errors.family.parentIsChild"));
    const another = await other.call(the("family.createCode"), {});
    await expect(parent.call(the("family.attach"), another)).rejects.toEqual(because("errors.family.hasChildren"));

    const [a, b] = [await newOwner({ template: "empty" }), await newOwner({ template: "empty" })];
    const [ofA, ofB] = [await a.call(the("family.createCode"), {}), await b.call(the("family.createCode"), {})];
    const outcomes = await Promise.allSettled([a.call(the("family.attach"), ofB), b.call(the("family.attach"), ofA)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("exists from the start if the parent founds the child: the founder owns both", async () => {
    const parent = await newOwner({ template: "empty" });
    const { orgId } = await parent.call(the("organizations.createChild"), {
      name: "Daughter",
      language: "en",
      template: "empty",
    });
    expect((await parent.call(the("family.get"), {})).children).toMatchObject([{ orgId, name: "Daughter" }]);
    const { memberships, organization } = await parent.call(the("identity.me"), {});
    expect(organization?.id).toBe(parent.orgId);
    expect(memberships).toMatchObject([{ orgId: parent.orgId }, { orgId, parentId: parent.orgId }]);
    await goTo(parent, orgId);
    await expect(
      parent.call(the("organizations.createChild"), { name: "Granddaughter", language: "en", template: "empty" }),
    ).rejects.toEqual(because("errors.family.parentIsChild"));
  });

  it("is ended by either side, and when either is deleted", async () => {
    for (const end of ["parent", "child"] as const) {
      const { parent, child } = await newFamily();
      const sales = await roleOf(child, { "CARDS.read": "ORGANIZATION" });
      await parent.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId: sales });
      await expect(child.call(the("roles.remove"), { roleId: sales })).rejects.toEqual(because("errors.roleInUse"));
      await goTo(parent, child.orgId);
      await goTo(parent, parent.orgId);
      if (end === "parent") await parent.call(the("family.detach"), { childId: child.orgId });
      else await child.call(the("family.detach"), {});
      await expect(goTo(parent, child.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
      expect(await parent.call(the("family.get"), {})).toMatchObject({ children: [] });
      expect(await child.call(the("family.get"), {})).toMatchObject({ parent: null });
      await child.call(the("roles.remove"), { roleId: sales });
      // Each is free for another.
      await child.call(the("family.createCode"), {});
      await parent.call(the("family.attach"), await (await newOwner({ template: "empty" })).call(the("family.createCode"), {}));
    }
  });

  it("is refused alike for another's child, a stranger's organization and none at all", async () => {
    const [{ parent }, { child }, stranger] = [await newFamily(), await newFamily(), await newOwner({ template: "empty" })];
    const answers = await Promise.all(
      [child.orgId, stranger.orgId, newId("org")].map((childId) =>
        parent.call(the("family.detach"), { childId }).catch((error: unknown) => errorShape(error, "r")),
      ),
    );
    expect(answers[0]).toMatchObject({ code: "NOT_FOUND", messageKey: "errors.family.noBond" });
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveProperty("size", 1);
  });

  it("is deleted with an organization", async () => {
    const first = await newFamily();
    await first.child.call(the("organizations.remove"), await first.child.call(the("organizations.settings"), {}));
    expect(await first.parent.call(the("family.get"), {})).toMatchObject({ children: [] });
    await first.parent.call(
      the("family.attach"),
      await (await newOwner({ template: "empty" })).call(the("family.createCode"), {}),
    );

    const second = await newFamily();
    const role = await roleOf(second.child, { "CARDS.read": "ORGANIZATION" });
    await second.parent.call(the("family.grant"), { childId: second.child.orgId, holder: "OWNER", roleId: role });
    await second.parent.call(the("organizations.remove"), await second.parent.call(the("organizations.settings"), {}));
    await expect(goTo(second.parent, second.child.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
    await eraseDeletedOrganizations(second.parent.clock, Number.POSITIVE_INFINITY);
    expect(await second.child.call(the("family.get"), {})).toMatchObject({ parent: null });
    await second.child.call(the("family.createCode"), {});
  });
});

describe("access through the parent", () => {
  it("has the child's role, whatever the person is in the parent, in that child alone, and takes no seat", async () => {
    const { parent, child } = await newFamily();
    const sister = await newOwner();
    await sister.call(the("family.attach"), await parent.call(the("family.createCode"), {}));
    const reader = await roleOf(child, { "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" }, "Reader");
    const admin = await newMember(parent, { systemRole: "ADMIN" });
    await expect(goTo(admin, child.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
    await parent.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId: reader });

    const users = async () => (await child.call(the("billing.usage"), {})).find(({ name }) => name === "users")?.used;
    const before = await users();
    await goTo(admin, child.orgId);
    expect(await admin.call(the("identity.me"), {})).toMatchObject({
      organization: { id: child.orgId },
      systemRole: "BASIC",
      roleId: reader,
      permissions: { "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" },
      through: { orgId: parent.orgId },
    });
    const typeId = await leadOf(admin);
    expect(await admin.call(the("cards.search"), { cardTypeId: typeId })).toMatchObject({ total: 0 });
    const denied = [
      () => admin.call(the("cards.create"), { typeId, fields: { name: "Intruder" } }),
      () => admin.call(the("organizations.settings"), {}),
      () => admin.call(the("roles.create"), { name: "Mine", grants: {} }),
      () => admin.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId: reader }),
      () =>
        admin.call(the("members.invite"), { emails: ["friend@x.example"], systemRole: "ADMIN", roleId: null, language: "en" }),
      () => admin.call(the("organizations.remove"), { name: "x" }),
    ];
    for (const call of denied) await expect(call()).rejects.toEqual(refusal("NO_PERMISSION"));
    await expect(goTo(admin, sister.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
    expect(await users()).toBe(before);
    expect((await child.call(the("members.list"), {})).map(({ userId }) => userId)).toEqual([child.userId]);
    // A child's people have no access to the parent, nor to another child.
    await expect(goTo(child, parent.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(goTo(child, sister.orgId)).rejects.toEqual(refusal("NOT_FOUND"));
  });

  it("follows the person's role in the parent, and ends with the next request when any part of it ends", async () => {
    const { parent, child } = await newFamily();
    const [seller, clerk] = [await roleOf(parent, {}, "Seller"), await roleOf(parent, {}, "Clerk")];
    const writer = await roleOf(child, { "CARDS.read": "ORGANIZATION", "CARDS.create": "ORGANIZATION" }, "Writer");
    const member = await newMember(parent, { roleId: seller });
    await parent.call(the("family.grant"), { childId: child.orgId, holder: seller, roleId: writer });
    await goTo(member, child.orgId);
    await connect("of-the-seller", await issueTicket(child.orgId, member.userId, member.clock), member.clock);
    await connect("of-the-owner", await issueTicket(child.orgId, child.userId, member.clock), member.clock);
    const where = async () => (await member.call(the("identity.me"), {})).organization?.id;
    expect(await where()).toBe(child.orgId);

    await child.call(the("family.revoke"), { holder: seller, isRevoked: true });
    expect(await where()).toBe(parent.orgId);
    await disconnectStrangers(child.orgId, member.clock);
    expect((await connectionsOf(child.orgId, member.clock)).map(({ connectionId }) => connectionId)).toEqual(["of-the-owner"]);
    const asked = { childId: child.orgId, holder: seller, roleId: writer };
    await expect(parent.call(the("family.grant"), { ...asked, roleId: null })).rejects.toEqual(because("errors.family.revoked"));
    await child.call(the("family.revoke"), { holder: seller, isRevoked: false });
    expect(await where()).toBe(child.orgId);

    await parent.call(the("members.setRole"), { userId: member.userId, systemRole: "BASIC", roleId: clerk });
    expect(await where()).toBe(parent.orgId);
    await parent.call(the("members.setRole"), { userId: member.userId, systemRole: "BASIC", roleId: seller });
    expect(await where()).toBe(child.orgId);

    const change = { roleId: writer, expectedVersion: 1, grants: { "CARDS.read": "USER" } } as const;
    await child.call(the("roles.update"), change);
    expect((await member.call(the("identity.me"), {})).permissions).toEqual({ "CARDS.read": "USER" });

    await parent.call(the("members.remove"), { userId: member.userId, heirId: null });
    await expect(member.call(the("cards.types"), {})).rejects.toEqual(refusal("UNAUTHORIZED_NO_ORG"));
  });

  it("appears in the child's audit with name and organization, also afterwards; cannot create tokens or be assigned", async () => {
    const { parent, child } = await newFamily();
    const role = await roleOf(child, {
      "CARDS.read": "ORGANIZATION",
      "CARDS.create": "ORGANIZATION",
      "CARD_TYPES.read": "ORGANIZATION",
      "ORGANIZATION.update": "ORGANIZATION",
    });
    await parent.call(the("family.grant"), { childId: child.orgId, holder: "OWNER", roleId: role });
    const { name: parentName } = await parent.call(the("organizations.settings"), {});
    await goTo(parent, child.orgId);
    const { user } = await parent.call(the("identity.me"), {});
    const card = await parent.call(the("cards.create"), { typeId: await leadOf(parent), fields: { name: "From above" } });
    expect(card.fields["owner"]).toBeUndefined();
    await expect(
      parent.call(the("tokens.create"), { name: "Mine", grants: { "CARDS.read": "ORGANIZATION" }, expiresInDays: 1 }),
    ).rejects.toEqual(because("errors.notForVisitors"));
    await child.call(the("family.detach"), {});
    const { entries } = await child.call(the("audit.search"), { actions: ["card.create"] });
    expect(entries[0]).toMatchObject({ userId: parent.userId, user: `${user.name} (${parentName})` });
    expect((await child.call(the("family.get"), {})).visitors).toMatchObject([{ userId: parent.userId }]);
    const [granted] = (await child.call(the("audit.search"), { actions: ["organization.accessUpdate"] })).entries;
    expect(granted).toMatchObject({ userId: parent.userId, after: { parentRole: "OWNER", role: "Role", isRevoked: false } });
  });

  it("is granted by the parent's administrators only, for existing roles, in the parent's children", async () => {
    const { parent, child } = await newFamily();
    const stranger = await newOwner();
    const role = await roleOf(child, {});
    const rights = await roleOf(parent, { "ROLES.update": "ORGANIZATION" });
    const member = await newMember(parent, { roleId: rights });
    const asked = { childId: child.orgId, holder: "ADMIN", roleId: role } as const;
    await expect(member.call(the("family.grant"), asked)).rejects.toEqual(because("errors.onlyAdministrators"));
    await expect(stranger.call(the("family.grant"), asked)).rejects.toEqual(because("errors.family.noBond"));
    await expect(parent.call(the("family.grant"), { ...asked, childId: stranger.orgId })).rejects.toEqual(
      because("errors.family.noBond"),
    );
    const foreign = await roleOf(stranger, {});
    await expect(parent.call(the("family.grant"), { ...asked, roleId: foreign })).rejects.toEqual(refusal("INVALID_INPUT"));
    await expect(parent.call(the("family.grant"), { ...asked, holder: foreign })).rejects.toEqual(refusal("INVALID_INPUT"));
  });
});

const roleIds: readonly RoleId[] = ["rol_A", "rol_B", "rol_C"];
const holders: readonly Holder[] = ["OWNER", "ADMIN", ...roleIds];
const grant = fc.record({ roleId: fc.constantFrom(...roleIds), isRevoked: fc.boolean() });
const grants: fc.Arbitrary<FamilyGrants> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...holders), grant), { selector: ([holder]) => holder })
  .map((entries) => Object.fromEntries(entries));
const member = fc.record({
  systemRole: fc.constantFrom("OWNER", "ADMIN", "BASIC"),
  roleId: fc.option(fc.constantFrom(...roleIds)),
});

it("never exceeds the grants, and revoking all of them leaves nothing", () => {
  fc.assert(
    fc.property(grants, member, (given, who) => {
      const mine = holders.filter(
        (holder) =>
          holder === who.roleId ||
          (holder === "ADMIN" && who.systemRole !== "BASIC") ||
          (holder === "OWNER" && who.systemRole === "OWNER"),
      );
      const allowed = mine.flatMap((holder) => (given[holder] && !given[holder].isRevoked ? [given[holder].roleId] : []));
      const role = grantedRole(given, who);
      if (role === undefined) expect(allowed).toEqual([]);
      else expect(allowed).toContain(role);
      const revoked: FamilyGrants = Object.fromEntries(
        holders.flatMap((holder) => (given[holder] ? [[holder, { ...given[holder], isRevoked: true }]] : [])),
      );
      expect(grantedRole(revoked, who)).toBeUndefined();
    }),
  );
});
