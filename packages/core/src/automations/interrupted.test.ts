import { settleAutomations, runDue, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { fillBalance } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { dyingAt, killed } from "../operations/killed.fixture.ts";
import { smsSettingsProcedures } from "../sms/procedures.ts";
import { published, runsOf } from "./automations.fixture.ts";
import { everythingFor } from "./everything.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");
/** One action of each sort: a change, a new card, a paid message, and one without a journal record. */
const kinds = ["changeField", "createCard", "sendSms", "notify"] as const;

/** A type whose cards are related to those of the given one. */
async function dealsOf(owner: Owner, typeId: `typ_${string}`) {
  const { id, fields } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { label: "Count", type: "number" },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [typeId], many: true } },
      ],
    },
  });
  const idOf = (name: string) => fields.find(({ label }) => label === name)?.id ?? "";
  return { id, countId: idOf("Count"), leadId: idOf("Lead") };
}

/** Longer than a claim on a card lasts. */
const claimMs = 100_000;

describe("a run whose process dies", () => {
  it.each(["before", "after"] as const)("%s any of its writes takes effect once", async (when) => {
    let offset = 0;
    const clock = { now: () => Date.now() + offset };
    const of = await everythingFor(await newOwner({ template: "empty", clock }));
    const { owner, type, values, actions } = of;
    await fillBalance(owner, 100);
    const filter = { fieldId: "name", operator: "NOT_CONTAINS", value: "After" } as const;
    const deals = await dealsOf(owner, type.id);
    // Counting is what shows a second time.
    const count = { kind: "changeField", how: "calculate", fieldId: deals.countId, formula: "{{ card.count | 0 }} + 1" };
    const steps = [
      ...kinds.map((kind) => ({ id: kind, kind: "action", action: actions[kind] })),
      {
        id: "each",
        kind: "forEach",
        relatedTypeId: deals.id,
        filter: null,
        steps: [{ id: "count", kind: "action", action: count }],
      },
    ];
    const automation = await published(owner, type.id, { filter, steps });
    let deaths = 0;
    for (let write = 1; ; write++) {
      const fields = { name: `Dana ${write}`, ...values };
      const lead = await owner.call(createCard, { typeId: type.id, fields });
      const { recordId: from = "" } = Object(lead);
      for (const name of ["A", "B"])
        await owner.call(createCard, { typeId: deals.id, fields: { name, [deals.leadId]: [lead.id] } });
      const hasDied = dyingAt(write, when);
      const outcome = await startAll(owner.orgId, clock, { from })
        .then(() => runDue(owner.orgId, clock))
        .catch((error: unknown) => error);
      const died = hasDied();
      if (died && outcome instanceof Error) expect(`${outcome.message} ${String(outcome.cause)}`).toContain(killed);
      offset += claimMs;
      await settleAutomations(owner.orgId, clock, from);
      if (!died) break;
      deaths++;
    }
    // Each step makes at least one write, and so does saving its result.
    expect(deaths).toBeGreaterThan(2 * kinds.length);
    const runs = (await runsOf(owner, automation)).filter(({ state }) => state !== "skipped");
    expect(runs).toHaveLength(deaths + 1);
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(["done"]));
    const records = (await latestRecords(owner.orgId, 2_000, null)).filter(({ actor }) => actor.id === automation.id);
    const made = (action: string) => records.filter(({ changes }) => changes[0]?.action === action).length;
    const once = deaths + 1;
    for (const action of ["card.create", "sms.create"]) expect([action, made(action)]).toEqual([action, once]);
    // The card itself, and two related ones.
    const updated = records
      .filter(({ changes }) => changes[0]?.action === "card.update")
      .map(({ changes }) => changes[0]?.subject.id);
    expect([updated.length, new Set(updated).size]).toEqual([3 * once, 3 * once]);
    const { rows: counted } = await owner.call(named(cardProcedures, "cards.search"), { cardTypeId: deals.id, limit: 100 });
    expect(counted.map(({ fields }) => fields[deals.countId])).toEqual(Array.from({ length: 2 * once }, () => 1));
    const { balance } = await owner.call(named(smsSettingsProcedures, "sms.settings"), {});
    expect(balance.reserved).toBe(once);
    const { storedFor } = await import("../notifications/stored.ts");
    const notifications = (await storedFor(owner.orgId, of.colleagueId, undefined, "")).filter(
      ({ kind }) => kind === "automation",
    );
    expect(notifications).toHaveLength(once);
  });
});
