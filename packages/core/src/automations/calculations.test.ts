import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardTypeId } from "../kernel/id.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { DefinitionSchema } from "./schema.ts";

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
let field: Readonly<Record<string, string>>;
/** In the evening of the 27th in New York, where the organization is. */
const clock = { now: () => Date.parse("2031-03-28T02:30:00.000Z") };

beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty", clock });
  const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { label: "Price", type: "currency", currency: "ILS" },
        { label: "Yen", type: "currency", currency: "JPY" },
        { label: "Count", type: "number", max: 1_000 },
        { label: "Ratio", type: "number" },
        { label: "Note", type: "text" },
        { label: "Day", type: "date" },
        { label: "Next", type: "date" },
        { label: "Call", type: "datetime" },
        { label: "Hour", type: "time" },
      ],
    },
  });
  typeId = made.id;
  field = Object.fromEntries(made.fields.map(({ label, id }) => [label, id]));
});
afterAll(() => backend.close());

const id = (name: string): string => field[name] ?? expect.fail(name);
const calculate = (name: string, formula: string) => ({ kind: "changeField", how: "calculate", fieldId: id(name), formula });
const shift = (name: string, from: string | null, given: object) => ({
  kind: "changeField",
  how: "shift",
  fieldId: id(name),
  fromFieldId: from === null ? null : id(from),
  ...given,
});

/** What the action makes of a new card with these values, by the labels of its fields, and what its run says. */
async function after(action: object, values: Readonly<Record<string, unknown>>) {
  const automation = await published(owner, typeId, { actions: [action] });
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [id(name), value]));
  const { id: cardId, recordId } = await owner.call(named(cardProcedures, "cards.create"), {
    typeId,
    fields: { name: "Deal", ...fields },
  });
  await settleAutomations(owner.orgId, clock, recordId ?? undefined);
  const card = await owner.call(named(cardProcedures, "cards.get"), { id: cardId });
  const run = (await runsOf(owner, automation)).find((one) => one.cardId === cardId);
  await owner.call(the("automations.remove"), { automationId: automation.id });
  const step = run?.steps.find(({ stepId }) => stepId === "s1");
  return { value: (name: string) => card.fields[id(name)], state: step?.state, message: step?.message ?? null };
}

const problemsOf = async (action: object) =>
  (
    await owner.call(the("automations.create"), {
      cardTypeId: typeId,
      name: "Test",
      definition: definitionOf({ actions: [action] }),
    })
  ).problems.map(({ path, message, about }) => ({ path, message, ...(about ? { about } : {}) }));

/** The message of the first setting that the schema refuses. */
const refusal = (action: object) => {
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "s1", kind: "action", action }] };
  return DefinitionSchema.safeParse(definition).error?.issues[0]?.message;
};

describe("a calculation", () => {
  it("counts amounts in whole units, and rounds to those of its field", async () => {
    const priced = { Price: 1_999, Count: 3 };
    expect((await after(calculate("Price", "{{ card.price }} * {{ card.count }} * 1.17"), priced)).value("Price")).toBe(7_016);
    expect((await after(calculate("Ratio", "{{ card.price }} / 2"), priced)).value("Ratio")).toBe(9.995);
    expect((await after(calculate("Yen", "{{ card.price }} * 10"), priced)).value("Yen")).toBe(200);
    expect((await after(calculate("Price", "-{{ card.yen }} / 1000"), { Yen: 2_345 })).value("Price")).toBe(-235);
  });

  it("counts up, from a fallback", async () => {
    const count = calculate("Count", "{{ card.count | 0 }} + 1");
    expect((await after(count, {})).value("Count")).toBe(1);
    expect((await after(count, { Count: 41 })).value("Count")).toBe(42);
  });

  it("is skipped without one of its numbers and after a division by zero, and fails beyond the field's bounds", async () => {
    const half = calculate("Ratio", "1 / {{ card.count }}");
    expect(await after(half, {})).toMatchObject({ state: "skipped", message: "automations.skipped.emptyNumber" });
    expect(await after(half, { Count: 0 })).toMatchObject({ state: "skipped", message: "automations.skipped.dividedByZero" });
    const large = await after(calculate("Count", "{{ card.count }} * 1000"), { Count: 2 });
    expect(large).toMatchObject({ state: "failed", message: "validation.range" });
    expect(large.value("Count")).toBe(2);
  });

  it("is checked when it is saved", async () => {
    const at = "steps.s1.formula";
    expect(await problemsOf(calculate("Count", "{{ card.count }} +"))).toEqual([
      { path: at, message: "automations.problem.formula" },
    ]);
    expect(await problemsOf(calculate("Count", "{{ card.note }} + 1"))).toEqual([
      { path: at, message: "automations.problem.notNumber", about: "Note" },
    ]);
    expect(await problemsOf(calculate("Count", "{{ card.gone }} + 1"))).toContainEqual({
      path: at,
      message: "validation.template.variable",
      about: "card.gone",
    });
    expect(await problemsOf(calculate("Note", "1"))).toEqual([
      { path: "steps.s1.fieldId", message: "automations.problem.numberField" },
    ]);
    expect(refusal(calculate("Count", " "))).toBe("automations.problem.noFormula");
    expect(refusal(calculate("Count", `${"1+".repeat(300)}1`))).toBe("validation.length");
  });
});

describe("a date", () => {
  it("is counted from the moment of the run, in the organization's time zone", async () => {
    expect((await after(shift("Day", null, { when: "on" }), {})).value("Day")).toBe("2031-03-27");
    expect((await after(shift("Day", null, { when: "after", amount: 2, unit: "weeks" }), {})).value("Day")).toBe("2031-04-10");
    const { value } = await after(shift("Call", null, { when: "after", amount: 90, unit: "minutes" }), {});
    expect(value("Call")).toBe("2031-03-28T04:00:00.000Z");
  });

  it("is counted from another date, or from itself", async () => {
    const month = { when: "after", amount: 1, unit: "months" };
    expect((await after(shift("Next", "Day", month), { Day: "2031-01-31" })).value("Next")).toBe("2031-02-28");
    expect((await after(shift("Day", "Day", { ...month, when: "before" }), { Day: "2031-03-31" })).value("Day")).toBe(
      "2031-02-28",
    );
    expect((await after(shift("Day", "Call", { when: "on" }), { Call: "2031-05-06T02:30:00.000Z" })).value("Day")).toBe(
      "2031-05-05",
    );
  });

  it("is skipped without the date to count from", async () => {
    const skipped = await after(shift("Next", "Day", { when: "on" }), { Next: "2031-01-01" });
    expect(skipped).toMatchObject({ state: "skipped", message: "automations.skipped.emptyDate" });
    expect(skipped.value("Next")).toBe("2031-01-01");
  });

  it("is checked when it is saved", async () => {
    const day = { when: "after", amount: 1, unit: "days" };
    expect(await problemsOf(shift("Count", null, day))).toEqual([
      { path: "steps.s1.fieldId", message: "automations.problem.dateField" },
    ]);
    expect(await problemsOf(shift("Hour", null, day))).toEqual([
      { path: "steps.s1.fieldId", message: "automations.problem.dateField" },
    ]);
    expect(await problemsOf(shift("Call", "Day", day))).toEqual([
      { path: "steps.s1.fromFieldId", message: "automations.problem.otherKind" },
    ]);
    expect(await problemsOf(shift("Day", "Note", day))).toEqual([
      { path: "steps.s1.fromFieldId", message: "automations.problem.otherKind" },
    ]);
    expect(await problemsOf(shift("Day", null, { ...day, unit: "hours" }))).toEqual([
      { path: "steps.s1.unit", message: "automations.problem.wholeDays" },
    ]);
    expect(refusal(shift("Day", null, { ...day, amount: 200, unit: "years" }))).toBe("automations.problem.tooLong");
    expect(refusal(shift("Day", null, { ...day, amount: 0 }))).toBe("validation.positive");
  });
});
