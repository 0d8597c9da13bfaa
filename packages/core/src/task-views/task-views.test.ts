import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { auditProcedures } from "../journal/index.ts";
import { newId, type ViewId } from "../kernel/id.ts";
import type { Grants, PermissionLevel } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { taskViewProcedures } from "./index.ts";

const [list, create, update, remove] = [
  named(taskViewProcedures, "taskViews.list"),
  named(taskViewProcedures, "taskViews.create"),
  named(taskViewProcedures, "taskViews.update"),
  named(taskViewProcedures, "taskViews.remove"),
];
const reorder = named(taskViewProcedures, "taskViews.reorder");
const createRole = named(organizationProcedures, "roles.create");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
});
afterAll(() => backend.close());

const views = (level: PermissionLevel): Grants =>
  Object.fromEntries(["read", "create", "update", "delete"].map((action) => [`CARDS_TABLE_VIEWS.${action}`, level]));
async function colleague(grants: Grants): Promise<Owner> {
  const role = await owner.call(createRole, {
    name: `Role ${Object.keys(grants).length} ${Object.values(grants).join(" ")}`,
    grants,
  });
  return newMember(owner, { roleId: role.id });
}
const names = async (who: Pick<Owner, "call"> = owner) => (await who.call(list, {})).map(({ name }) => name);
const refused = (code: string) => expect.objectContaining({ code });

describe("a view of tasks", () => {
  it("keeps what it is narrowed to, with days as they were given, and how it is sorted and grouped", async () => {
    const state = {
      list: "team" as const,
      assignedTo: [owner.userId, null],
      priorities: ["HIGH" as const],
      dueFrom: -7,
      dueUntil: "2030-01-01",
      hasReminder: true,
      sort: "priority" as const,
      group: "assignee" as const,
    };
    await owner.call(create, { name: "Hot", state });
    expect((await owner.call(list, {}))[0]).toMatchObject({ name: "Hot", isPrivate: true, state });
  });

  it("is renamed, changed, removed and brought back under its address, each with a record", async () => {
    const made = await owner.call(create, { name: "Hot", isPrivate: false, state: {} });
    await owner.call(update, { viewId: made.id, name: "Hotter" });
    await owner.call(update, { viewId: made.id, expectedVersion: 1, state: { list: "team" } });
    const removed = await owner.call(remove, { viewId: made.id });
    expect(await names()).toEqual([]);
    const { name, isPrivate, state } = removed;
    expect(await owner.call(create, { viewId: made.id, name, isPrivate, state })).toMatchObject({ id: made.id, name: "Hotter" });
    // A call that is repeated makes it once; another person's call does not find out what it is.
    expect(await owner.call(create, { viewId: made.id, name: "Again", state })).toMatchObject({ name: "Hotter", recordId: null });
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 5 });
    expect(entries.map(({ action }) => action)).toEqual([
      "view.create",
      "view.delete",
      "view.update",
      "view.update",
      "view.create",
    ]);
    const other = await newMember(owner, { systemRole: "ADMIN" });
    await expect(other.call(create, { viewId: made.id, name, state })).rejects.toEqual(refused("CONFLICT"));
  });

  it("is not saved over what another has saved meanwhile; a new name in between is no obstacle", async () => {
    const { id: viewId } = await owner.call(create, { name: "Ours", isPrivate: false, state: {} });
    await owner.call(update, { viewId, name: "Ours still" });
    await owner.call(update, { viewId, expectedVersion: 1, state: { sort: "card" } });
    await expect(owner.call(update, { viewId, expectedVersion: 1, state: { sort: "created" } })).rejects.toEqual(
      refused("CONFLICT"),
    );
    const saves = (["due", "priority"] as const).map((sort) =>
      owner.call(update, { viewId, expectedVersion: 3, state: { sort } }),
    );
    expect((await Promise.allSettled(saves)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the order of views", () => {
  const made = async (...wanted: string[]) => {
    const views = [];
    for (const name of wanted) views.push(await owner.call(create, { name, isPrivate: false, state: {} }));
    return views.map(({ id }) => id);
  };

  it("is that in which they were made, until some are moved; new ones come last, and one that is brought back where it was made", async () => {
    const [a, b, c, d] = (await made("a", "b", "c", "d")) as [ViewId, ViewId, ViewId, ViewId];
    expect(await owner.call(reorder, { viewIds: [a, c, b, d] })).toMatchObject({ moved: 2 });
    expect(await names()).toEqual(["a", "c", "b", "d"]);
    await owner.call(reorder, { viewIds: [d, a] });
    expect(await names()).toEqual(["d", "c", "b", "a"]);
    expect(await owner.call(reorder, { viewIds: [d, c, b, a] })).toMatchObject({ moved: 0 });
    await made("e");
    expect(await names()).toEqual(["d", "c", "b", "a", "e"]);
    const { id: viewId, name, state } = await owner.call(remove, { viewId: b });
    await owner.call(create, { viewId, name, isPrivate: false, state });
    expect((await names()).toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 20 });
    expect(entries.filter(({ action }) => action === "view.update")).toHaveLength(4);
  });

  it("of views made in one millisecond can be changed too", async () => {
    const at = Date.now();
    const ids = [newId("viw", at), newId("viw", at), newId("viw", at)];
    for (const viewId of ids) await owner.call(create, { viewId, name: viewId, isPrivate: false, state: {} });
    const wanted = (await owner.call(list, {})).map(({ id }) => id).toReversed();
    await owner.call(reorder, { viewIds: wanted });
    expect((await owner.call(list, {})).map(({ id }) => id)).toEqual(wanted);
  });

  it("is changed by two at once without one of the views being lost, and not for views that one does not reach", async () => {
    const [a, b, c] = (await made("a", "b", "c")) as [ViewId, ViewId, ViewId];
    await Promise.all([owner.call(reorder, { viewIds: [b, a] }), owner.call(reorder, { viewIds: [c, b] })]);
    expect((await names()).toSorted()).toEqual(["a", "b", "c"]);
    const single = await colleague({ ...views("USER"), "TASKS.read": "USER" });
    expect(await single.call(reorder, { viewIds: [c, a, b] })).toMatchObject({ moved: 0 });
    const hidden = await owner.call(create, { name: "Hidden", state: {} });
    const other = await colleague({ ...views("ORGANIZATION"), "TASKS.read": "USER" });
    expect(await other.call(reorder, { viewIds: [hidden.id, a] })).toMatchObject({ moved: 0 });
  });
});

describe("who sees and changes a view", () => {
  it("a private one its owner alone; a shared one those who may, and only its owner takes it back", async () => {
    const own = await owner.call(create, { name: "Mine", state: {} });
    const ours = await owner.call(create, { name: "Ours", isPrivate: false, state: {} });
    const other = await colleague({ ...views("ORGANIZATION"), "TASKS.read": "USER" });
    expect(await names(other)).toEqual(["Ours"]);
    await expect(other.call(update, { viewId: own.id, name: "Taken" })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(other.call(remove, { viewId: own.id })).rejects.toEqual(refused("NOT_FOUND"));
    expect(await other.call(update, { viewId: ours.id, name: "Renamed" })).toMatchObject({ ownerId: owner.userId });
    await expect(other.call(update, { viewId: ours.id, isPrivate: true })).rejects.toEqual(refused("FORBIDDEN"));
  });

  it("at level USER only one's own, without the permission none, and none without that to see tasks", async () => {
    const ours = await owner.call(create, { name: "Ours", isPrivate: false, state: {} });
    const single = await colleague({ ...views("USER"), "TASKS.read": "USER" });
    await single.call(create, { name: "Own", state: {} });
    expect(await names(single)).toEqual(["Own"]);
    await expect(single.call(update, { viewId: ours.id, name: "Taken" })).rejects.toEqual(refused("FORBIDDEN"));
    await expect(single.call(remove, { viewId: ours.id })).rejects.toEqual(refused("FORBIDDEN"));
    const without = await colleague({ "TASKS.read": "ORGANIZATION", "CARDS_TABLE_VIEWS.read": "ORGANIZATION" });
    expect(await names(without)).toEqual(["Ours"]);
    await expect(without.call(create, { name: "New", state: {} })).rejects.toEqual(refused("NO_PERMISSION"));
    const ofCards = await colleague(views("ORGANIZATION"));
    await expect(names(ofCards)).rejects.toEqual(refused("NO_PERMISSION"));
    await expect(ofCards.call(create, { name: "New", state: {} })).rejects.toEqual(refused("NO_PERMISSION"));
    await expect(ofCards.call(remove, { viewId: ours.id })).rejects.toEqual(refused("NO_PERMISSION"));
  });

  it("one of another organization is not there", async () => {
    const stranger = await newOwner();
    const { id: viewId } = await stranger.call(create, { name: "Theirs", isPrivate: false, state: {} });
    expect(await names()).toEqual([]);
    await expect(owner.call(update, { viewId, name: "Taken" })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(owner.call(remove, { viewId: newId("viw") })).rejects.toEqual(refused("NOT_FOUND"));
    // The same id in two organizations is two views.
    await owner.call(create, { viewId, name: "Ours", state: {} });
    expect(await names(stranger)).toEqual(["Theirs"]);
  });
});

it.each([
  { name: "" },
  { name: "x".repeat(81) },
  { name: "a", state: { list: "all" } },
  { name: "a", state: { sort: "name" } },
  { name: "a", state: { assignedTo: ["usr_me"] } },
  { name: "a", state: { dueFrom: Number.MAX_SAFE_INTEGER } },
  { name: "a", state: { dueUntil: "0000-00-00" } },
  { name: "a", state: { text: "x".repeat(201) } },
])("%j is refused", async (input) => {
  await expect(owner.call(create, { state: {}, ...input } as z.input<typeof create.input>)).rejects.toEqual(
    refused("INVALID_INPUT"),
  );
});
