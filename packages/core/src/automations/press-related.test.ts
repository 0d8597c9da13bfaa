import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { preview as previewIn } from "../bulk/presses.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { aroundRequests } from "../data/connection.ts";
import { boundingQuestions } from "../data/replica/question-time.ts";
import { requireRight } from "../kernel/procedure.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { published, runsOf } from "./automations.fixture.ts";
import { countId } from "./conditions/subject.ts";
import { whilePreparing } from "./preparing.fixture.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const trigger = { kind: "buttonClicked", label: "Go", question: "" };

/** An organization with a button for leads that have a deal, and leads, the first of which have one. */
async function withDeals(leads: number, deals: number) {
  const of = await world();
  const { owner, type, actions, card } = of;
  const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [{ label: "Lead", type: "cardRelation", relation: { typeIds: [type.id], many: true } }],
    },
  });
  const leadId = made.fields.find(({ label }) => label === "Lead")?.id ?? expect.fail("no field");
  const filter = { fieldId: countId(made.id), operator: "EQUAL" as const, value: 1 };
  const automation = await published(owner, type.id, { trigger, filter, actions: [actions.changeField] });
  const cardIds: CardId[] = [];
  for (let at = 0; at < leads; at++) cardIds.push((await card(`Lead ${at}`)).id);
  await owner.call(named(cardProcedures, "cards.create"), {
    typeId: made.id,
    fields: { name: "Deal", [leadId]: cardIds.slice(0, deals) },
  });
  const job = {
    target: "button" as const,
    selection: { cardIds },
    change: { kind: "press" as const, automationId: automation.id },
  };
  return { ...of, automation, cardIds, job };
}

describe("a button whose conditions are about related cards, pressed on many cards", () => {
  it("leaves out no card because the replica is being prepared: the run breaks off, and is tried again", async () => {
    const { owner, job, automation, clock } = await withDeals(3, 2);
    const stretch = async (operationId: OperationId) => {
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      return operation.state !== "running" || runBulk(operation, await owner.actor(), owner.clock, Number.POSITIVE_INFINITY);
    };
    const begun: OperationId[] = [];
    const failures = await whilePreparing(async () => {
      const { operationId } = await owner.call(start, job);
      begun.push(operationId);
      await stretch(operationId);
    });
    expect(failures).toBeGreaterThan(0);
    for (const operationId of begun) {
      expect(await stretch(operationId)).toBe(true);
      const operation = await owner.call(named(operationProcedures, "operations.get"), { operationId });
      expect(operation).toMatchObject({ state: "done", updated: 2, failed: 1 });
      expect(operation.errors.map(({ message }) => message)).toEqual(["automations.skipped.filter"]);
    }
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toHaveLength(2 * begun.length);
  });

  it("says beforehand that it could not find out, rather than that it is not for those cards", async () => {
    const { owner, job } = await withDeals(2, 2);
    const ask = async () => expect(await owner.call(preview, job)).toMatchObject({ total: 2, changing: 2, refused: [] });
    await ask();
    expect(await whilePreparing(ask)).toBeGreaterThan(0);
    const limits = { perRequestMs: 60_000, perSenderMs: -1, backPerSecondMs: 0 };
    let failures = 0;
    for (let times = 0; times < 300 && failures === 0; times++)
      await boundingQuestions("usr_presser", ask, limits).catch((error: unknown) => {
        expect(error).toMatchObject({ details: { messageKey: "errors.tooManyHeavyQuestions" } });
        failures++;
      });
    expect(failures).toBe(1);
  });

  it("looks at as many as there is time for beforehand, and says how many are left; the press looks at all", async () => {
    const { owner, job, cardIds, type, clock } = await withDeals(60, 55);
    expect(await owner.call(preview, job)).not.toHaveProperty("unchecked");
    const actor = await owner.actor();
    const context = { ...(await owner.context()), ...requireRight(["CARDS", "update"], { actor, clock }) };
    const all = { query: { cardTypeId: type.id, sort: [] }, exceptIds: cardIds.slice(-1) };
    const seen = await previewIn(job, context, 0);
    expect(seen).toMatchObject({ total: 60, changing: 25, refused: [], unchecked: 35 });
    const ofList = await previewIn({ ...job, selection: all }, context, 0);
    expect(ofList).toMatchObject({ total: 59, unchecked: 34 });
    const { operationId } = await owner.call(start, job);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await runBulk(operation, actor, clock, Number.POSITIVE_INFINITY)).toBe(true);
    expect(await owner.call(named(operationProcedures, "operations.get"), { operationId })).toMatchObject({
      updated: 55,
      failed: 5,
    });
  });

  it("reads the card type and the scope once, however many cards there are", async () => {
    const { owner, job, cardIds } = await withDeals(40, 40);
    const readsOf = async (count: number) => {
      let reads = 0;
      const end = aroundRequests(({ operation }, next) => {
        if (operation === "GetItem") reads++;
        return next();
      });
      await owner.call(preview, { ...job, selection: { cardIds: cardIds.slice(0, count) } });
      end();
      return reads;
    };
    expect(await readsOf(40)).toBe(await readsOf(2));
  });
});
