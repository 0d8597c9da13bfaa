import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditProcedures } from "../../journal/index.ts";
import { cardProcedures } from "../../cards/index.ts";
import { errorShape } from "../../kernel/error.ts";
import type { CardId, UserId } from "../../kernel/id.ts";
import { type PermissionLevel, permissionLevels } from "../../kernel/permission.ts";
import { startSession } from "../../identity/sessions.ts";
import { organizationCookie, organizationProcedures } from "../index.ts";

const roles = {
  list: named(organizationProcedures, "roles.list"),
  create: named(organizationProcedures, "roles.create"),
  update: named(organizationProcedures, "roles.update"),
  remove: named(organizationProcedures, "roles.remove"),
  viewAs: named(organizationProcedures, "roles.viewAs"),
  assign: named(organizationProcedures, "members.setRole"),
};
const cards = {
  types: named(cardProcedures, "cards.types"),
  list: named(cardProcedures, "cards.search"),
  get: named(cardProcedures, "cards.get"),
  create: named(cardProcedures, "cards.create"),
  update: named(cardProcedures, "cards.update"),
  explain: named(cardProcedures, "cards.explainAccess"),
};

let backend: Backend;
let owner: Owner;
let typeId: `typ_${string}`;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(cards.types, {});
  if (!type) throw new Error("No type");
  typeId = type.id;
});
afterAll(() => backend.close());

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
const makeCard = async (person: Owner, name: string, ownerId?: UserId): Promise<CardId> =>
  (await person.call(cards.create, { typeId, fields: { name, ...(ownerId ? { owner: ownerId } : {}) } })).id;

describe("roles", () => {
  it("an organization starts with the three of the spec, in its language", async () => {
    const names = (await owner.call(roles.list, {})).map(({ preset, name }) => [preset, name]);
    expect(names).toEqual([
      ["SYSTEM_ADMINISTRATOR", "System Administrator"],
      ["SALES_REPRESENTATIVE", "Sales Representative"],
      ["READ_ONLY_USER", "Read Only User"],
    ]);
    const hebrew = await newOwner({ language: "he" });
    expect((await hebrew.call(roles.list, {}))[2]?.name).toBe("צפייה בלבד");
  });

  it("a change takes effect with the member's next call", async () => {
    const role = await owner.call(roles.create, { name: "Reader", grants: { "CARDS.read": "ORGANIZATION" } });
    const reader = await newMember(owner, { roleId: role.id });
    expect((await shapeOf(reader.call(cards.create, { typeId, fields: { name: "Mine" } })))?.code).toBe("NO_PERMISSION");
    const next = await owner.call(roles.update, {
      roleId: role.id,
      expectedVersion: role.version,
      grants: { ...role.grants, "CARDS.create": "USER" },
    });
    await reader.call(cards.create, { typeId, fields: { name: "Mine" } });
    await owner.call(roles.update, { roleId: role.id, expectedVersion: next.version, grants: {} });
    expect((await shapeOf(reader.call(cards.list, {})))?.code).toBe("NO_PERMISSION");
  });

  it("refuses a stale version, a duplicate name, an unknown permission, and the platform's console", async () => {
    const role = await owner.call(roles.create, { name: "Stale", grants: {} });
    await owner.call(roles.update, { roleId: role.id, expectedVersion: 1, description: "Newer" });
    expect(await shapeOf(owner.call(roles.update, { roleId: role.id, expectedVersion: 1, name: "Lost" }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await shapeOf(owner.call(roles.create, { name: " stale ", grants: {} }))).toMatchObject({
      code: "CONFLICT",
      fields: { name: "validation.duplicate" },
    });
    for (const permission of ["CARDS.fly", "ADMIN_CONSOLE.read"])
      expect(await shapeOf(owner.call(roles.create, { name: "Odd", grants: { [permission]: "USER" } }))).toMatchObject({
        code: "INVALID_INPUT",
      });
  });

  it("one in use cannot be deleted; a released one can", async () => {
    const role = await owner.call(roles.create, { name: "Used", grants: {} });
    const member = await newMember(owner, { roleId: role.id });
    expect(await shapeOf(owner.call(roles.remove, { roleId: role.id }))).toMatchObject({ messageKey: "errors.roleInUse" });
    await owner.call(roles.assign, { userId: member.userId, systemRole: "ADMIN", roleId: null });
    await owner.call(roles.remove, { roleId: role.id });
    expect(
      await shapeOf(owner.call(roles.assign, { userId: member.userId, systemRole: "BASIC", roleId: role.id })),
    ).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("stays in use while many are given and taken at once", async () => {
    const role = await owner.call(roles.create, { name: "Busy", grants: {} });
    const people = await Promise.all([newMember(owner, {}), newMember(owner, {}), newMember(owner, {}), newMember(owner, {})]);
    await Promise.all(people.map(({ userId }) => owner.call(roles.assign, { userId, systemRole: "BASIC", roleId: role.id })));
    const counted = (await owner.call(roles.list, {})).find(({ id }) => id === role.id);
    expect(counted?.memberCount).toBe(4);
  });

  it("only owners and administrators change permissions, whatever a role grants", async () => {
    const [admin] = await owner.call(roles.list, {});
    if (!admin) throw new Error("No preset");
    const member = await newMember(owner, { roleId: admin.id });
    expect(await member.call(roles.list, {})).toHaveLength((await owner.call(roles.list, {})).length);
    expect(await shapeOf(member.call(roles.create, { name: "Own making", grants: {} }))).toMatchObject({
      code: "NO_PERMISSION",
      messageKey: "errors.onlyAdministrators",
    });
    expect(await shapeOf(member.call(roles.assign, { userId: member.userId, systemRole: "ADMIN", roleId: null }))).toMatchObject({
      code: "NO_PERMISSION",
    });
  });

  it("is in the journal with its grants before and after", async () => {
    const role = await owner.call(roles.create, { name: "Journaled", grants: { "CARDS.read": "USER" } });
    await owner.call(roles.update, { roleId: role.id, expectedVersion: 1, grants: { "CARDS.read": "ROLE_GROUP" } });
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 2 });
    expect(entries[0]).toMatchObject({
      action: "role.update",
      userId: owner.userId,
      before: { grants: { "CARDS.read": "USER" } },
      after: { grants: { "CARDS.read": "ROLE_GROUP" } },
    });
  });
});

describe("the level of a permission", () => {
  it.each(permissionLevels)("CARDS at %s: what is listed, opened, changed, created, and why", async (level: PermissionLevel) => {
    const firm = await newOwner();
    const [type] = await firm.call(cards.types, {});
    if (!type) throw new Error("No type");
    typeId = type.id;
    const grants = { "CARDS.read": level, "CARDS.update": level, "CARDS.create": level } as const;
    const role = await firm.call(roles.create, { name: `All ${level}`, grants });
    const other = await firm.call(roles.create, { name: "Others", grants });
    const [me, colleague, stranger] = [
      await newMember(firm, { roleId: role.id }),
      await newMember(firm, { roleId: role.id }),
      await newMember(firm, { roleId: other.id }),
    ];
    const owned = {
      me: await makeCard(firm, "Mine", me.userId),
      colleague: await makeCard(firm, "Colleague's", colleague.userId),
      stranger: await makeCard(firm, "Stranger's", stranger.userId),
    };
    const seen = { ORGANIZATION: ["me", "colleague", "stranger"], ROLE_GROUP: ["me", "colleague"], USER: ["me"] }[level];

    const listed = (await me.call(cards.list, { cardTypeId: typeId })).rows.map(({ id }) => id);
    expect(listed.toSorted()).toEqual(
      Object.entries(owned)
        .flatMap(([whose, id]) => (seen.includes(whose) ? [id] : []))
        .toSorted(),
    );
    for (const [whose, cardId] of Object.entries(owned)) {
      const expected = seen.includes(whose) ? undefined : "NOT_FOUND";
      expect((await shapeOf(me.call(cards.get, { id: cardId })))?.code, `get ${whose}`).toBe(expected);
      expect((await shapeOf(me.call(cards.update, { cardId, fields: { name: "New" } })))?.code, `update ${whose}`).toBe(expected);
      const why = await firm.call(cards.explain, { cardId, userId: me.userId });
      const answer = why.answers.find(({ action }) => action === "read");
      expect(answer?.isAllowed).toBe(seen.includes(whose));
      expect(answer?.rule).toBe(
        {
          ORGANIZATION: "organization",
          ROLE_GROUP: seen.includes(whose) ? "roleGroup" : "otherRole",
          USER: seen.includes(whose) ? "own" : "notOwn",
        }[level],
      );
      expect(why.answers.find(({ action }) => action === "delete")).toMatchObject({ isAllowed: false, rule: "notGranted" });
    }
    const forStranger = me.call(cards.create, { typeId, fields: { name: "For them", owner: stranger.userId } });
    expect((await shapeOf(forStranger))?.code).toBe(seen.includes("stranger") ? undefined : "NO_PERMISSION");
  });

  it("an owner previews a role until they end it; a member cannot", async () => {
    const firm = await newOwner();
    const role = await firm.call(roles.create, { name: "Own only", grants: { "CARDS.read": "USER" } });
    const member = await newMember(firm, { roleId: role.id });
    const [type] = await firm.call(cards.types, {}).catch(() => []);
    if (!type) throw new Error("No type");
    typeId = type.id;
    await makeCard(firm, "The member's", member.userId);
    expect((await firm.call(cards.list, {})).total).toBe(1);
    await firm.call(roles.viewAs, { roleId: role.id });
    expect((await firm.call(cards.list, {})).total).toBe(0);
    expect((await shapeOf(firm.call(roles.list, {})))?.code).toBe("NO_PERMISSION");
    await firm.call(roles.viewAs, { roleId: null });
    expect((await firm.call(cards.list, {})).total).toBe(1);
    const preset = (await firm.call(roles.list, {}))[0];
    if (!preset) throw new Error("No preset");
    expect((await shapeOf(member.call(roles.viewAs, { roleId: preset.id })))?.code).toBe("NO_PERMISSION");
    member.cookies.set("kartis_view_as", preset.id);
    expect((await shapeOf(member.call(roles.list, {})))?.code).toBe("NO_PERMISSION");
  });

  it("a preview works after a plain sign-in, in a browser that has never chosen an organization", async () => {
    const firm = await newOwner();
    const role = await firm.call(roles.create, { name: "Nothing at all", grants: {} });
    const browser = new Visitor(firm.clock);
    await startSession(firm.userId, await browser.context());
    expect(browser.cookies.get(organizationCookie)).toBe(firm.orgId);
    await browser.call(roles.viewAs, { roleId: role.id });
    expect((await shapeOf(browser.call(roles.list, {})))?.code).toBe("NO_PERMISSION");
    // Nor does it depend on that cookie.
    browser.cookies.delete(organizationCookie);
    expect((await shapeOf(browser.call(roles.list, {})))?.code).toBe("NO_PERMISSION");
  });
});
