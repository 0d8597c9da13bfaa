import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorShape } from "../kernel/error.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { cardProcedures, cardTypeProcedures } from "./index.ts";
import type { CardType } from "./schema.ts";
import type { Filter } from "./query/schema.ts";

/* What calendars ask of lists: the cards with a date on some days, and how many have none. */
const [types, create, update, remove, list] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.search"),
];
const [updateFields, createRole] = [
  named(cardTypeProcedures, "cardTypes.updateFields"),
  named(organizationProcedures, "roles.create"),
];

let backend: Backend;
let owner: Owner;
let deals: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const type = (await owner.call(types, {})).find(({ slug }) => slug === "deals") ?? expect.fail("no deals");
  const fields = [
    ...type.fields,
    {
      id: "fld_new",
      key: "visitAt",
      type: "datetime" as const,
      label: "Visit",
      options: [],
      displayed: true,
      required: false,
      internal: false,
    },
  ];
  deals = (await owner.call(updateFields, { typeId: type.id, expectedVersion: type.version, fields })).type;
});
afterAll(() => backend.close());

const idOf = (key: string) => deals.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
const make = (name: string, fields: Record<string, unknown>, by = owner) =>
  by.call(create, { typeId: deals.id, fields: { name, ...fields } });
const found = async (filter: Filter, sort: string, by = owner) =>
  by.call(list, { cardTypeId: deals.id, filter, sort: [{ fieldId: sort, direction: "asc" }], limit: 200 });
const names = async (...asked: Parameters<typeof found>) => (await found(...asked)).rows.map(({ fields }) => fields["name"]);
const between = (fieldId: string, from: unknown, until: unknown): Filter => ({
  fieldId,
  operator: "BETWEEN",
  value: [from, until] as string[],
});

it("finds days from the first to the last, both included, in their order, and counts those without one", async () => {
  const close = idOf("closeDate");
  await make("Last", { [close]: "2027-03-31" });
  await make("First", { [close]: "2027-03-01" });
  await make("Before", { [close]: "2027-02-28" });
  await make("After", { [close]: "2027-04-01" });
  const moved = await make("Moved", {});
  const gone = await make("Gone", { [close]: "2027-03-02" });
  await owner.call(remove, { cardId: gone.id });
  const march = between(close, "2027-03-01", "2027-03-31");
  expect(await names(march, close)).toEqual(["First", "Last"]);
  expect((await found({ fieldId: close, operator: "NOT_EXISTS" }, "name")).total).toBe(1);
  await owner.call(update, { cardId: moved.id, fields: { [close]: "2027-03-15" } });
  expect(await names(march, close)).toEqual(["First", "Moved", "Last"]);
  expect((await found({ fieldId: close, operator: "NOT_EXISTS" }, "name")).total).toBe(0);
});

it("finds instants to the millisecond, however they were written", async () => {
  const visit = idOf("visitAt");
  await make("Midnight", { [visit]: "2027-03-10T00:00:00+02:00" });
  await make("Last moment", { [visit]: "2027-03-10T21:59:59.999Z" });
  await make("Next day", { [visit]: "2027-03-11T00:00:00+02:00" });
  expect(await names(between(visit, "2027-03-09T22:00:00.000Z", "2027-03-10T21:59:59.999Z"), visit)).toEqual([
    "Midnight",
    "Last moment",
  ]);
});

it("shows each person the dates of the cards their role lets them see, and no one else's number", async () => {
  const close = idOf("closeDate");
  const role = async (grants: Grants) =>
    newMember(owner, { roleId: (await owner.call(createRole, { name: `Role ${Object.keys(grants).join()}`, grants })).id });
  const mine = await role({ "CARDS.read": "USER" });
  const none = await role({ "TASKS.read": "ORGANIZATION" });
  await make("Theirs", { [close]: "2027-05-05", owner: mine.userId });
  await make("Not theirs", { [close]: "2027-05-05" });
  const may = between(close, "2027-05-01", "2027-05-31");
  const seen = await found(may, close, mine);
  expect([seen.total, seen.rows.map(({ fields }) => fields["name"])]).toEqual([1, ["Theirs"]]);
  expect((await found(may, close)).total).toBe(2);
  const refused = await found(may, close, none).then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
  expect(refused).toMatchObject({ code: "NO_PERMISSION" });
});

it.each([
  ["one bound", ["2027-03-01"]],
  ["numbers", [1, 2]],
  ["a text", "2027-03-01"],
  ["what no text may contain", ["\uD800", "\u0000"]],
  ["a long text", ["x".repeat(10_000), "y"]],
  ["a month that there is not", ["0000-00-01", "0000-12-31"]],
  ["a day that there is not", ["2026-02-30", "2026-03-01"]],
])("refuses %s as a range, naming the field", async (_, value) => {
  const close = idOf("closeDate");
  const refused = await found({ fieldId: close, operator: "BETWEEN", value }, close).then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
  expect(refused).toMatchObject({ code: "INVALID_INPUT", fields: { [close]: expect.stringMatching(/^validation\./) } });
});

it("finds nothing between days of which the first is later", async () => {
  expect((await found(between(idOf("closeDate"), "9999-12-31", "2027-01-01"), "name")).total).toBe(0);
});
