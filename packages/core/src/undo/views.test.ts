import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { RecordId, ViewId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { taskViewProcedures } from "../task-views/index.ts";
import { viewProcedures } from "../views/index.ts";
import { undoProcedures } from "./index.ts";

const undo = named(undoProcedures, "changes.undo");
const types = named(cardProcedures, "cards.types");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
});
afterAll(() => backend.close());

type Changed = { readonly id: ViewId; readonly recordId: RecordId | null };
type Values = { readonly name?: string; readonly isPrivate?: boolean; readonly sorted?: boolean };

/** The calls of both kinds of views, with the same meaning. */
interface Calls {
  readonly create: (who: Owner, values: Values) => Promise<Changed>;
  readonly update: (who: Owner, viewId: ViewId, values: Values) => Promise<Changed>;
  readonly remove: (who: Owner, viewId: ViewId) => Promise<Changed>;
  readonly reorder: (who: Owner, viewIds: ViewId[]) => Promise<{ readonly recordIds: readonly RecordId[] }>;
  readonly list: (who: Owner) => Promise<readonly { readonly id: ViewId; readonly name: string; readonly isPrivate: boolean }[]>;
}

const leadsOf = async (who: Owner) =>
  (await who.call(types, {})).find(({ slug }) => slug === "leads")?.id ?? expect.fail("no leads");
const cardState = (sorted: boolean | undefined) => ({
  sort: sorted ? [{ fieldId: "createdAt", direction: "desc" as const }] : [],
});
const ofCards: Calls = {
  create: async (who, { name = "Hot", isPrivate = false, sorted }) =>
    who.call(named(viewProcedures, "views.create"), { typeId: await leadsOf(who), name, isPrivate, state: cardState(sorted) }),
  update: (who, viewId, { sorted, ...rest }) =>
    who.call(named(viewProcedures, "views.update"), {
      viewId,
      ...rest,
      ...(sorted === undefined ? {} : { state: cardState(sorted) }),
    }),
  remove: (who, viewId) => who.call(named(viewProcedures, "views.remove"), { viewId }),
  reorder: async (who, viewIds) => who.call(named(viewProcedures, "views.reorder"), { typeId: await leadsOf(who), viewIds }),
  // Without those of the template.
  list: async (who) => {
    const typeId = await leadsOf(who);
    return (await who.call(named(viewProcedures, "views.list"), {})).filter((view) => view.typeId === typeId && !view.presets);
  },
};
const taskState = (sorted: boolean | undefined) => ({ sort: sorted ? ("priority" as const) : ("due" as const) });
const ofTasks: Calls = {
  create: (who, { name = "Hot", isPrivate = false, sorted }) =>
    who.call(named(taskViewProcedures, "taskViews.create"), { name, isPrivate, state: taskState(sorted) }),
  update: (who, viewId, { sorted, ...rest }) =>
    who.call(named(taskViewProcedures, "taskViews.update"), {
      viewId,
      ...rest,
      ...(sorted === undefined ? {} : { state: taskState(sorted) }),
    }),
  remove: (who, viewId) => who.call(named(taskViewProcedures, "taskViews.remove"), { viewId }),
  reorder: (who, viewIds) => who.call(named(taskViewProcedures, "taskViews.reorder"), { viewIds }),
  list: (who) => who.call(named(taskViewProcedures, "taskViews.list"), {}),
};

const recordOf = ({ recordId }: Pick<Changed, "recordId">): RecordId => recordId ?? expect.fail("nothing changed");
const undone = async (recordId: RecordId, who: Owner = owner) => recordOf(await who.call(undo, { recordId }));
const refused = (code: string) => expect.objectContaining({ code });

describe.each([
  ["cards", ofCards],
  ["tasks", ofTasks],
])("undoing what was done to a view of %s", (_, calls) => {
  const find = async (viewId: ViewId, who = owner) => (await calls.list(who)).find(({ id }) => id === viewId);

  it("takes a new one away, and brings it back with all that it had", async () => {
    const made = await calls.create(owner, { sorted: true, isPrivate: true });
    const before = await find(made.id);
    const redo = await undone(recordOf(made));
    expect(await find(made.id)).toBeUndefined();
    const again = await undone(redo);
    const { version: _, stateVersion: _v, ...values } = { version: 0, stateVersion: 0, ...before };
    expect(await find(made.id)).toMatchObject(values);
    await undone(again);
    expect(await find(made.id)).toBeUndefined();
  });

  it.each([
    ["a new name", { name: "Hotter" }],
    ["another state", { sorted: true }],
    ["its being private", { isPrivate: true }],
  ])("puts %s back, and does it again", async (_what, values) => {
    const made = await calls.create(owner, {});
    const before = await find(made.id);
    const changed = await calls.update(owner, made.id, values);
    const after = await find(made.id);
    const { version: _, stateVersion: _v, ...was } = { version: 0, stateVersion: 0, ...before };
    const { version: _w, stateVersion: _x, ...became } = { version: 0, stateVersion: 0, ...after };
    expect(became).not.toEqual(was);
    const redo = await undone(recordOf(changed));
    expect(await find(made.id)).toMatchObject(was);
    await undone(redo);
    expect(await find(made.id)).toMatchObject(became);
  });

  it("leaves what somebody else changed in it since, and is refused where that is the same", async () => {
    const made = await calls.create(owner, {});
    const renamed = await calls.update(owner, made.id, { name: "Hotter" });
    const sorted = await calls.update(owner, made.id, { sorted: true });
    await undone(recordOf(renamed));
    expect(await find(made.id)).toMatchObject({ name: "Hot" });
    await calls.update(owner, made.id, { sorted: false });
    await calls.update(owner, made.id, { name: "Cold" });
    await expect(owner.call(undo, { recordId: recordOf(renamed) })).rejects.toEqual(refused("CONFLICT"));
    // It is as it was before already.
    expect(await owner.call(undo, { recordId: recordOf(sorted) })).toMatchObject({ recordId: null });
    // A view that has been changed is not taken away.
    await expect(owner.call(undo, { recordId: recordOf(made) })).rejects.toEqual(refused("CONFLICT"));
    expect(await find(made.id)).toMatchObject({ name: "Cold" });
  });

  it("brings a deleted one back to its place", async () => {
    await calls.create(owner, { name: "A" });
    const { id } = await calls.create(owner, { name: "B" });
    await calls.create(owner, { name: "C" });
    const before = (await calls.list(owner)).map((view) => view.id);
    const removed = await calls.remove(owner, id);
    expect(await find(id)).toBeUndefined();
    await undone(recordOf(removed));
    expect((await calls.list(owner)).map((view) => view.id)).toEqual(before);
    expect(await owner.call(undo, { recordId: recordOf(removed) })).toMatchObject({ recordId: null });
  });

  it("moves those that were moved back, one after the other", async () => {
    for (const name of ["A", "B", "C"]) await calls.create(owner, { name });
    const ids = (await calls.list(owner)).map(({ id }) => id);
    const moved = await calls.reorder(owner, ids.toReversed());
    expect((await calls.list(owner)).map(({ id }) => id)).toEqual(ids.toReversed());
    for (const recordId of moved.recordIds.toReversed()) await undone(recordId);
    expect((await calls.list(owner)).map(({ id }) => id)).toEqual(ids);
  });

  it("needs the permission for the inverse, and is never about another's private view", async () => {
    const grants: Grants = {
      "TASKS.read": "ORGANIZATION",
      "CARD_TYPES.read": "ORGANIZATION",
      "CARDS.read": "ORGANIZATION",
      "CARDS_TABLE_VIEWS.read": "ORGANIZATION",
      "CARDS_TABLE_VIEWS.create": "USER",
      "CARDS_TABLE_VIEWS.update": "USER",
    };
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own views", grants });
    const member = await newMember(owner, { roleId: role.id });
    const shared = await calls.create(owner, {});
    const renamed = await calls.update(owner, shared.id, { name: "Hotter" });
    await expect(member.call(undo, { recordId: recordOf(renamed) })).rejects.toEqual(refused("FORBIDDEN"));
    await expect(member.call(undo, { recordId: recordOf(shared) })).rejects.toEqual(refused("NO_PERMISSION"));
    const own = await calls.create(member, { isPrivate: true });
    const changed = await calls.update(member, own.id, { name: "Mine" });
    // Not even the owner of the organization.
    await expect(owner.call(undo, { recordId: recordOf(changed) })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(owner.call(undo, { recordId: recordOf(own) })).rejects.toEqual(refused("NOT_FOUND"));
    await undone(recordOf(changed), member);
    expect(await find(own.id, member)).toMatchObject({ name: "Hot" });
    const unshared = await calls.create(owner, { isPrivate: true });
    const removed = await calls.remove(owner, unshared.id);
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    await expect(admin.call(undo, { recordId: recordOf(removed) })).rejects.toEqual(refused("NOT_FOUND"));
  });
});

it("a deleted view of cards gets another address where its own was taken since, and none where its type is gone", async () => {
  const made = await ofCards.create(owner, { name: "Hot" });
  const removed = await ofCards.remove(owner, made.id);
  await ofCards.create(owner, { name: "Hot" });
  await undone(recordOf(removed));
  const slugs = (await owner.call(named(viewProcedures, "views.list"), {})).map(({ slug }) => slug);
  expect(slugs.filter((slug) => slug.startsWith("hot")).toSorted()).toEqual(["hot", "hot-2"]);

  const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: { name: "Boat", pluralName: "Boats", hue: "blue", fields: [] },
  });
  const view = await owner.call(named(viewProcedures, "views.create"), { typeId: type.id, name: "Fleet", state: {} });
  const gone = await owner.call(named(viewProcedures, "views.remove"), { viewId: view.id });
  await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: type.id });
  await expect(owner.call(undo, { recordId: recordOf(gone) })).rejects.toEqual(refused("PRECONDITION_FAILED"));
});

it("views of tasks are none of those who may not see tasks", async () => {
  const grants: Grants = { "CARDS_TABLE_VIEWS.read": "ORGANIZATION", "CARDS_TABLE_VIEWS.update": "ORGANIZATION" };
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "No tasks", grants });
  const member = await newMember(owner, { roleId: role.id });
  const { id } = await ofTasks.create(owner, {});
  const renamed = await ofTasks.update(owner, id, { name: "Hotter" });
  await expect(member.call(undo, { recordId: recordOf(renamed) })).rejects.toEqual(refused("NO_PERMISSION"));
});
