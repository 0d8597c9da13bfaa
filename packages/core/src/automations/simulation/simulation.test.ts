import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import type { CardId } from "../../kernel/id.ts";
import { DefinitionSchema } from "../schema.ts";
import { maxDepth, stormRuns } from "../rules.ts";
import type { Act, Ground, Simulated } from "./ground.ts";
import { Simulation } from "./simulation.ts";

const typeId = "typ_01J00000000000000000000000";
const cardId = (n: number): CardId => `crd_01J${String(n).padStart(23, "0")}`;
const type = {
  id: typeId,
  fields: ["name", "status", "note"].map((id) => ({ id, type: "text", options: [] })),
} as unknown as CardType; // as far as it is read
const minuteMs = 60_000;
const startMs = Date.parse("2031-05-05T08:00:00Z");
const at = (minutes: number): string => new Date(startMs + minutes * minuteMs).toISOString();

const card = (n: number, fields: Card["fields"] = {}): Card => ({
  id: cardId(n),
  typeId,
  version: 1,
  fields: { name: `Card ${n}`, ...fields },
  createdAt: at(-1_000),
  updatedAt: at(-1_000),
  trashedAt: null,
});

let recorded = 0;
const record = (minutes: number, change: Omit<Change, "version">, more: Partial<JournalRecord> = {}): JournalRecord => ({
  id: String(++recorded).padStart(26, "0"),
  orgId: "org_x",
  at: at(minutes),
  actor: { kind: "user", id: "usr_x" },
  origin: "ui",
  requestId: "r",
  depth: 0,
  changes: [{ ...change, version: 2 }],
  ...more,
});
const of = (n: number) => ({ kind: "card", id: cardId(n), typeId }) as const;
const update = (minutes: number, n: number, after: Change["after"], more: Partial<JournalRecord> = {}) =>
  record(minutes, { action: "card.update", subject: of(n), before: {}, after }, more);

/** An automation that sets fields. */
function automation(id: `aut_${string}`, trigger: object, steps: readonly object[], filter: Filter | null = null): Simulated {
  return { id, typeId, definition: DefinitionSchema.parse({ trigger, filter, steps }), publisherId: "usr_1" };
}
const set = (id: string, fieldId: string, value: string) => ({
  id,
  kind: "action",
  action: { kind: "changeField", how: "set", fieldId, value },
});
const statusTo = (...to: string[]) => ({ kind: "statusChanged", from: [], to });

/** Sets the field without any checks. */
const act: Ground["act"] = async (action, current): Promise<Act> => {
  const none = { procedure: null, input: null, recipient: null, message: null, params: null, segments: 0, changes: [] };
  if (action.kind !== "changeField" || action.how !== "set") return { ...none, state: "failed", message: "errors.test" };
  const { fieldId, value } = action;
  if (current.fields[fieldId] === value) return { ...none, state: "would" };
  const changed = { ...current, fields: { ...current.fields, [fieldId]: value } };
  const change: Change = {
    action: "card.update",
    subject: { kind: "card", id: current.id, typeId },
    version: current.version + 1,
    before: { [fieldId]: current.fields[fieldId] ?? null },
    after: { [fieldId]: value },
  };
  return { ...none, state: "would", changes: [{ change, card: changed }] };
};

const simulate = (subject: Simulated, ground: Partial<Ground> = {}) =>
  new Simulation({
    subject,
    others: [],
    records: [],
    cards: new Map([1, 2, 3].map((n) => [cardId(n), card(n)])),
    lost: new Set(),
    from: at(0),
    until: at(100_000),
    timeZone: "UTC",
    sees: () => true,
    typeOf: async () => type,
    act,
    mostRuns: 5_000,
    onProgress: async () => true,
    ...ground,
  }).run();

describe("a simulation", () => {
  it("evaluates conditions on the card as it was at that moment, and counts what did not meet them", async () => {
    const wanted = { fieldId: "note", operator: "EQUAL", value: "large" } as const;
    const subject = automation("aut_a", statusTo("won"), [set("s", "name", "done")], wanted);
    const records = [
      update(1, 1, { note: "large" }),
      update(2, 1, { status: "won" }),
      update(3, 1, { note: null }),
      update(4, 1, { status: "open" }),
      update(5, 1, { status: "won" }),
    ];
    const { runs, tally } = await simulate(subject, { records });
    expect(runs.map(({ at: when, state }) => [when, state])).toEqual([[at(2), "done"]]);
    expect(tally.summary("draft", runs, "UTC")).toMatchObject({
      runs: 1,
      unmet: 1,
      changedCards: 1,
      cards: 1,
      done: { changeField: 1 },
    });
  });

  it("lets imports, bulk changes and undos start nothing, though they change cards", async () => {
    const wanted = { fieldId: "note", operator: "EXISTS" } as const;
    const subject = automation("aut_a", statusTo("won"), [set("s", "name", "done")], wanted);
    const records = [
      update(1, 1, { note: "x" }, { origin: "bulk", batchId: "opn_x" }),
      update(2, 1, { status: "won" }, { origin: "import" }),
      update(3, 1, { status: "won" }, { origin: "undo" }),
      update(4, 1, { status: "won" }),
    ];
    const { runs } = await simulate(subject, { records });
    expect(runs.map(({ at: when }) => when)).toEqual([at(4)]);
  });

  it("continues after a wait with the card as it is by then, and not on one in the trash", async () => {
    const wait = { id: "w", kind: "wait", wait: { amount: 1, unit: "hours" } };
    const won = { fieldId: "status", operator: "EQUAL", value: "won" };
    const branch = { id: "b", kind: "branch", filter: won, met: [set("m", "note", "met")], unmet: [set("u", "note", "unmet")] };
    const subject = automation("aut_a", statusTo("won"), [wait, branch]);
    const trash = record(40, {
      action: "card.delete",
      subject: of(2),
      before: { trashedAt: null },
      after: { trashedAt: at(40) },
    });
    const records = [
      update(1, 1, { status: "won" }),
      update(2, 2, { status: "won" }),
      update(3, 3, { status: "won" }),
      update(30, 1, { status: "open" }),
      trash,
    ];
    const { runs } = await simulate(subject, { records });
    expect(runs.map(({ cardId: id, state, message, steps }) => [id, state, message, steps.at(-1)?.after ?? null])).toEqual([
      [cardId(1), "done", null, { note: "unmet" }],
      [cardId(2), "skipped", "automations.skipped.cardGone", null],
      [cardId(3), "done", null, { note: "met" }],
    ]);
    const early = await simulate(subject, { records: records.slice(0, 1), until: at(30) });
    expect(early.runs[0]?.state).toBe("waiting");
  });

  it("follows chains into other automations, and stops one that sets itself off", async () => {
    const first = automation("aut_a", statusTo("won"), [set("s", "status", "done")]);
    const second = automation("aut_b", statusTo("done"), [set("s", "note", "thanked")]);
    const records = [update(1, 1, { status: "won" })];
    const chained = await simulate(first, { records, others: [second] });
    expect(chained.runs.map(({ chained: by, state }) => [by, state])).toEqual([
      [null, "done"],
      ["aut_b", "done"],
    ]);
    expect(chained.cards.get(cardId(1))?.fields).toMatchObject({ status: "done", note: "thanked" });
    const back = automation("aut_b", statusTo("done"), [set("s", "status", "won")]);
    const { runs, tally } = await simulate(first, { records, others: [back] });
    expect(tally.summary("draft", runs, "UTC").stopped).toEqual({ reason: "loop", at: at(1) });
    expect(runs.length).toBe(maxDepth);
    // Others react only to what is simulated: what really happened, they have reacted to.
    const alone = await simulate(first, { records: [update(1, 1, { status: "done" })], others: [second] });
    expect(alone.runs).toEqual([]);
  });

  it("would be stopped by a storm, and ends where it has listed as many runs as it can", async () => {
    const subject = automation("aut_a", { kind: "statusChanged", from: [], to: [] }, [set("s", "note", "x")]);
    const many = Array.from({ length: stormRuns + 20 }, (_, n) => update(n / 1_000, 1, { status: String(n) }));
    const { runs, tally } = await simulate(subject, { records: many });
    expect(runs.length).toBe(stormRuns);
    expect(tally.summary("draft", runs, "UTC").stopped?.reason).toBe("storm");
    // A person who asks for automations in a bulk edit has the number of cards in view.
    const foreseen = many.map((one) => ({ ...one, origin: "bulk" as const, startsAutomations: true as const }));
    expect((await simulate(subject, { records: foreseen })).runs.length).toBe(many.length);
    // Only cards that meet the conditions count.
    const rare = automation("aut_a", { kind: "statusChanged", from: [], to: [] }, [set("s", "note", "x")], {
      fieldId: "status",
      operator: "EQUAL",
      value: "7",
    });
    const met = await simulate(rare, { records: many });
    expect(met.tally.summary("draft", met.runs, "UTC")).toMatchObject({ stopped: null, runs: 1, unmet: many.length - 1 });
    const cut = await simulate(subject, { records: many, mostRuns: 7 });
    expect(cut.runs.length).toBe(7);
    expect(cut.tally.summary("draft", cut.runs, "UTC").end?.because).toBe("runs");
  });

  it("counts failures by reason, cards whose past is gone, and leaves out cards out of sight", async () => {
    const subject = automation("aut_a", statusTo("won"), [{ id: "s", kind: "action", action: { kind: "sendSms", text: "Hi" } }]);
    const records = [
      update(1, 1, { status: "won" }),
      update(2, 2, { status: "won" }),
      update(3, 9, { status: "won" }),
      update(4, 8, { status: "won" }),
    ];
    const sees = ({ id }: Card) => id !== cardId(2);
    const { runs, tally } = await simulate(subject, { records, sees, lost: new Set([cardId(9)]) });
    expect(tally.summary("draft", runs, "UTC")).toMatchObject({
      runs: 1,
      failed: 1,
      failures: [{ message: "errors.test", params: null, count: 1 }],
      skipped: [{ message: "automations.skipped.unseen", count: 1 }],
      lostCards: 1,
    });
  });

  it("fires dates in simulated time: one that is moved fires at its new time only", async () => {
    const day = (n: number) => new Date(startMs + n * 1_440 * minuteMs).toISOString().slice(0, 10);
    const subject = automation("aut_a", { kind: "dateArrives", fieldId: "due", when: "on", at: "09:00" }, [
      set("s", "note", "due"),
    ]);
    const cards = new Map([
      [cardId(1), card(1, { due: day(1) })],
      [cardId(2), card(2, { due: day(2) })],
    ]);
    const records = [update(60, 2, { due: day(3) }), update(1_440 * 2, 1, { note: "mine" })];
    const { runs } = await simulate(subject, { cards, records });
    expect(runs.map(({ cardId: id, at: when }) => [id, when])).toEqual([
      [cardId(1), `${day(1)}T09:00:00.000Z`],
      [cardId(2), `${day(3)}T09:00:00.000Z`],
    ]);
  });

  it("gives the same result however often, in the order of time, and changes no card that it was given", async () => {
    const changes = fc.array(fc.record({ n: fc.integer({ min: 1, max: 3 }), status: fc.constantFrom("open", "won", "done") }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const records = all.map(({ n, status }, index) => update(index * 7, n, { status }));
        const wait = { id: "w", kind: "wait", wait: { amount: 20, unit: "minutes" } };
        const subject = automation("aut_a", statusTo("won"), [set("a", "note", "x"), wait, set("b", "status", "done")]);
        const cards = new Map([1, 2, 3].map((n) => [cardId(n), card(n)]));
        const kept = JSON.stringify([...cards]);
        const [once, again] = [await simulate(subject, { records, cards }), await simulate(subject, { records, cards })];
        expect(once.runs).toEqual(again.runs);
        expect(JSON.stringify([...cards])).toBe(kept);
        const times = once.runs.map(({ at: when }) => when);
        expect(times).toEqual(times.toSorted());
        // A step never comes before the one before it.
        for (const { steps } of once.runs)
          expect(steps.map(({ at: when }) => when)).toEqual(steps.map(({ at: when }) => when).toSorted());
      }),
    );
  });
});
