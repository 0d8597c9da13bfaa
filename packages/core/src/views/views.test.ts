import { calledIn } from "../words.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { auditProcedures } from "../journal/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId, type UserId } from "../kernel/id.ts";
import type { PermissionLevel } from "../kernel/permission.ts";
import type { Procedure } from "../kernel/procedure.ts";
import type * as z from "zod";
import { viewProcedures } from "./index.ts";
import { freeSlug, slugOf } from "./naming.ts";
import { fittingState } from "./rules.ts";
import { slugForm } from "./schema.ts";

const types = named(cardProcedures, "cards.types");
const list = named(viewProcedures, "views.list");
const create = named(viewProcedures, "views.create");
const update = named(viewProcedures, "views.update");
const remove = named(viewProcedures, "views.remove");
const reorder = named(viewProcedures, "views.reorder");

let backend: Backend;
let owner: Owner;
let typeId: `typ_${string}`;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  typeId = (await owner.call(types, {})).find((type) => type.slug === "leads")?.id ?? expect.fail("no leads");
});
afterAll(() => backend.close());

/** A basic member of the owner's organization whose role grants views at this level. */
async function colleague(level: PermissionLevel, userId: UserId = newId("usr")) {
  const { membership } = (await owner.actor()) as Extract<Actor, { kind: "user" }>;
  const grants = Object.fromEntries(
    ["read", "create", "update", "delete"].map((action) => [`CARDS_TABLE_VIEWS.${action}`, level]),
  );
  const actor: Actor = {
    kind: "user",
    userId,
    sessionId: "ses_x",
    membership: membership && { ...membership, systemRole: "BASIC", grants },
  };
  const call = <Input extends z.ZodType, Output>(
    procedure: Procedure<string, "query" | "mutation", Input, Output>,
    input: z.input<Input>,
  ): Promise<Output> =>
    procedure.call(input, {
      actor,
      clock: systemClock,
      requestId: newId("req"),
      origin: "ui",
      client: { address: "127.0.0.1", userAgent: "test" },
      ...calledIn(null),
      setCookie: () => undefined,
    });
  return { userId, call };
}

const refused = (code: string) => expect.objectContaining({ code });

it("a type with statuses starts with a view of one's own cards and a board, for everyone", async () => {
  const views = (await owner.call(list, {})).filter((view) => view.typeId === typeId);
  expect(views.slice(0, 2).map(({ slug, isPrivate, state }) => [slug, isPrivate, state.display])).toEqual([
    ["mine", false, "table"],
    ["board", false, "kanban"],
  ]);
});

describe("private and shared", () => {
  it("a private view exists for its owner only, whatever the other's permission", async () => {
    const view = await owner.call(create, { typeId, name: "My hot ones", state: {} });
    expect(view.isPrivate).toBe(true);
    const other = await colleague("ORGANIZATION");
    expect((await other.call(list, {})).map(({ id }) => id)).not.toContain(view.id);
    await expect(other.call(update, { viewId: view.id, name: "Taken" })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(other.call(remove, { viewId: view.id })).rejects.toEqual(refused("NOT_FOUND"));
    expect((await owner.call(list, {})).map(({ id }) => id)).toContain(view.id);
  });

  it("a shared view is seen and changed by those with the permission, and made private only by its owner", async () => {
    const view = await owner.call(create, { typeId, name: "Hot this week", isPrivate: false, state: {} });
    const other = await colleague("ORGANIZATION");
    const renamed = await other.call(update, { viewId: view.id, name: "Hot" });
    expect(renamed).toMatchObject({ name: "Hot", slug: "hot-this-week", ownerId: owner.userId });
    await expect(other.call(update, { viewId: view.id, isPrivate: true })).rejects.toEqual(refused("FORBIDDEN"));
  });

  it("at level USER there are only one's own views", async () => {
    const shared = await owner.call(create, { typeId, name: "Everyone's", isPrivate: false, state: {} });
    const member = await colleague("USER");
    const own = await member.call(create, { typeId, name: "Own", state: {} });
    expect((await member.call(list, {})).map(({ id }) => id)).toEqual([own.id]);
    await expect(member.call(update, { viewId: shared.id, name: "Mine now" })).rejects.toEqual(refused("FORBIDDEN"));
    await expect(member.call(remove, { viewId: shared.id })).rejects.toEqual(refused("FORBIDDEN"));
    await member.call(reorder, { typeId, viewIds: [own.id, shared.id] });
    expect((await owner.call(list, {})).find(({ id }) => id === shared.id)?.version).toBe(1);
  });
});

describe("a change by another", () => {
  it("a save over a state that changed meanwhile is a conflict; a new name in between is none", async () => {
    const view = await owner.call(create, { typeId, name: "Ours", isPrivate: false, state: {} });
    await owner.call(update, { viewId: view.id, name: "Ours, renamed" });
    const state = { sort: [{ fieldId: "name", direction: "asc" as const }] };
    const saved = await owner.call(update, { viewId: view.id, expectedVersion: view.version, state });
    expect(saved).toMatchObject({ version: 3, stateVersion: 3, name: "Ours, renamed" });
    const late = owner.call(update, { viewId: view.id, expectedVersion: view.version, state: { display: "kanban" } });
    await expect(late).rejects.toEqual(refused("CONFLICT"));
    expect((await owner.call(list, {})).find(({ id }) => id === view.id)?.state).toMatchObject(state);
  });

  it("of two saves at once one wins and the other gets a conflict", async () => {
    const view = await owner.call(create, { typeId, name: "Contested", isPrivate: false, state: {} });
    const save = (fieldId: string) =>
      owner.call(update, { viewId: view.id, expectedVersion: 1, state: { sort: [{ fieldId, direction: "asc" }] } });
    const outcomes = await Promise.allSettled([save("name"), save("owner")]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

it("views created at once under one name get different slugs", async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => owner.call(create, { typeId, name: "Same name", state: {} })));
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(4);
  expect(made.map(({ slug }) => slug)).toContain("same-name");
});

it("a view that is created again under its id, also at once, is one; another person's call does not find out what it is", async () => {
  const viewId = `viw_01K${"0".repeat(22)}C` as const;
  const input = { viewId, typeId, name: "Sent twice", state: {} };
  const made = await Promise.all(Array.from({ length: 4 }, () => owner.call(create, input)));
  expect(new Set(made.map(({ id, slug }) => `${id} ${slug}`))).toEqual(new Set([`${viewId} sent-twice`]));
  expect(made.filter(({ recordId }) => recordId !== null)).toHaveLength(1);
  expect(await owner.call(create, { ...input, name: "Other" })).toMatchObject({ name: "Sent twice", recordId: null });
  const other = await newMember(owner, { systemRole: "ADMIN" });
  await expect(other.call(create, input)).rejects.toEqual(refused("CONFLICT"));
});

it("references to removed fields are dropped on reading, and the rest stays", async () => {
  const state = {
    filter: {
      all: [
        { fieldId: "name", operator: "CONTAINS" as const, value: "a" },
        { any: [{ fieldId: "fld_gone", operator: "EXISTS" as const }] },
        { fieldId: "status", operator: "GREATER_THAN" as const, value: 1 },
      ],
    },
    sort: [
      { fieldId: "fld_gone", direction: "asc" as const },
      { fieldId: "name", direction: "desc" as const },
    ],
    columns: [{ fieldId: "fld_gone" }, { fieldId: "name", width: 200 }],
    groupBy: "fld_gone",
    kanbanBy: "status",
    calendarBy: "status",
    sums: ["fld_gone"],
  };
  const { id } = await owner.call(create, { typeId, name: "Old", state });
  expect((await owner.call(list, {})).find((view) => view.id === id)?.state).toEqual({
    display: "table",
    filter: { all: [{ fieldId: "name", operator: "CONTAINS", value: "a" }] },
    sort: [{ fieldId: "name", direction: "desc" }],
    columns: [{ fieldId: "name", width: 200 }],
    kanbanBy: "status",
    sums: [],
  });
});

it("the order is everybody's, and the journal has each change", async () => {
  const firm = await newOwner();
  const customers = (await firm.call(types, {})).find((type) => type.slug === "customers")?.id ?? expect.fail("none");
  const of = async () => (await firm.call(list, {})).filter((view) => view.typeId === customers);
  const before = await of();
  await firm.call(reorder, { typeId: customers, viewIds: before.map(({ id }) => id).toReversed() });
  expect((await of()).map(({ slug }) => slug)).toEqual(["board", "mine"]);
  const [first] = await of();
  if (!first) throw new Error("no view");
  await firm.call(remove, { viewId: first.id });
  const { entries } = await firm.call(named(auditProcedures, "audit.search"), { limit: 3 });
  expect(entries.map(({ action }) => action)).toEqual(["view.delete", "view.update", "view.update"]);
  // Its address is free again.
  expect((await firm.call(create, { typeId: customers, name: "Board", state: {} })).slug).toBe("board");
});

test("a slug is made from any name, and is never taken twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.array(fc.string({ maxLength: 5 })), (name, taken) => {
      const slug = freeSlug(slugOf(name), new Set([...taken, slugOf(name)]));
      expect(slug).toMatch(slugForm);
      expect(taken).not.toContain(slug);
    }),
  );
  expect([slugOf("Hot this week!"), slugOf("הלידים שלי"), slugOf("?")]).toEqual(["hot-this-week", "הלידים-שלי", ""]);
});

test("a state whose fields all exist is left as it is", () => {
  const state = {
    display: "calendar" as const,
    sort: [{ fieldId: "x", direction: "asc" as const }],
    groupBy: "x",
    kanbanBy: "x",
    calendarBy: "x",
    sums: ["x"],
  };
  const any = { sortable: true, summable: true, groupable: true, lanes: true, dated: true };
  expect(fittingState(state, new Map([["x", any]]))).toEqual(state);
});

it("a calendar by a date follows it when it gets times, and is a table when no date is left", async () => {
  const firm = await newOwner();
  const type = (await firm.call(types, {})).find(({ slug }) => slug === "deals") ?? expect.fail("no deals");
  const closes = type.fields.find(({ key }) => key === "closeDate") ?? expect.fail("no date");
  const view = await firm.call(create, {
    typeId: type.id,
    name: "Closing",
    state: { display: "calendar", calendarBy: closes.id },
  });
  const convert = async (expectedVersion: number, from: typeof type.fields, to: "datetime" | "text") => {
    const fields = from.map((field) => (field.key === "closeDate" ? { ...field, type: to } : field));
    return (await firm.call(named(cardTypeProcedures, "cardTypes.updateFields"), { typeId: type.id, expectedVersion, fields }))
      .type;
  };
  const state = async () => (await firm.call(list, {})).find(({ id }) => id === view.id)?.state;
  const timed = await convert(type.version, type.fields, "datetime");
  const now = timed.fields.find(({ key }) => key === "closeDate")?.id;
  expect(now).not.toBe(closes.id);
  expect(await state()).toEqual({ display: "calendar", sort: [], calendarBy: now });
  await convert(timed.version, timed.fields, "text");
  expect(await state()).toEqual({ display: "table", sort: [] });
});

it("a view follows a field whose type changes, and drops one that is removed", async () => {
  const firm = await newOwner();
  const type = (await firm.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const idOf = (key: string, of: Pick<typeof type, "fields"> = type) =>
    of.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
  const [price, email] = [idOf("price"), idOf("email")];
  const state = {
    display: "table" as const,
    sort: [
      { fieldId: price, direction: "asc" as const },
      { fieldId: email, direction: "asc" as const },
    ],
    columns: [{ fieldId: price, width: 100 }, { fieldId: email }],
    filter: {
      all: [
        { fieldId: price, operator: "NOT_EXISTS" as const },
        { fieldId: email, operator: "NOT_EXISTS" as const },
      ],
    },
    sums: [price],
  };
  const view = await firm.call(create, { typeId: type.id, name: "Mine", state });
  const fields = type.fields
    .filter(({ id }) => id !== email)
    .map((field) => (field.id === price ? { ...field, type: "number" as const } : field));
  const changed = await firm.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
    typeId: type.id,
    expectedVersion: type.version,
    fields,
  });
  const now = idOf("price", changed.type);
  expect(now).not.toBe(price);
  expect((await firm.call(list, {})).find(({ id }) => id === view.id)?.state).toEqual({
    display: "table",
    sort: [{ fieldId: now, direction: "asc" }],
    columns: [{ fieldId: now, width: 100 }],
    filter: { all: [{ fieldId: now, operator: "NOT_EXISTS" }] },
    sums: [now],
  });
});
