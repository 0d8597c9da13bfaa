import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { procedureNamed } from "@kartis/events/automations/procedures.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smsProcedures } from "../activities/sms/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { KartisError } from "../kernel/error.ts";
import type { Origin } from "../kernel/procedure.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import type { Procedures } from "./engine/perform.ts";
import { everythingFor } from "./everything.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");
const [minute, hour] = [60_000, 3_600_000];

async function world() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const of = await everythingFor(await newOwner({ template: "empty", clock }));
  const { owner, type, values } = of;
  const card = async (name: string, origin: Origin = "ui") =>
    createCard.call({ typeId: type.id, fields: { name, ...values } }, { ...(await owner.context()), origin });
  return { ...of, clock, card, pass: (ms: number) => (aheadMs += ms) };
}

/** The procedures; after each call, `then` decides how it ends. */
const ending =
  (then: (call: number) => Promise<void> | void): Procedures =>
  async (name) => {
    const procedure = await procedureNamed(name);
    let calls = 0;
    return (
      procedure && {
        async call(input, context) {
          const answer = await procedure.call(input, context);
          await then(++calls);
          return answer;
        },
      }
    );
  };

describe("a step", () => {
  it("with a transient error is retried with increasing back-off, and then fails", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const automation = await published(owner, type.id, { actions: [actions.createTask] });
    await card("Dana");
    let calls = 0;
    const failing: Procedures = () =>
      Promise.resolve({
        call() {
          calls++;
          return Promise.reject(new KartisError("SERVICE_UNAVAILABLE"));
        },
      });
    await startAll(owner.orgId, clock);
    const attempts: number[] = [];
    for (const ms of [0, 20_000, 20_000, 3 * minute, 11 * minute, 2 * hour, 24 * hour]) {
      pass(ms);
      await runDue(owner.orgId, clock, failing);
      attempts.push(calls);
    }
    // Not before half a minute has passed, and not after the last back-off.
    expect(attempts).toEqual([1, 1, 2, 3, 4, 5, 5]);
    expect((await runsOf(owner, automation))[0]).toMatchObject({
      state: "failed",
      steps: [{ state: "failed", attempts: 5, message: "errors.SERVICE_UNAVAILABLE.message" }],
    });
  });

  it("whose response was lost counts as done, even if the balance it used is now empty", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const automation = await published(owner, type.id, { actions: [actions.sendSms] });
    const { id: cardId } = await card("Dana");
    const send = (parts: number) => owner.call(named(smsProcedures, "sms.send"), { cardId, text: "x".repeat(153 * parts) });
    await startAll(owner.orgId, clock);
    await runDue(
      owner.orgId,
      clock,
      ending(async () => {
        await send(10);
        await send(9);
        throw new KartisError("TIMEOUT");
      }),
    );
    await expect(send(2)).rejects.toThrow("SMS_LIMIT_REACHED");
    pass(minute);
    await settleAutomations(owner.orgId, clock);
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "done", steps: [{ state: "done", subjectId: expect.stringMatching(/^act_/) }] });
    const sent = (await latestRecords(owner.orgId, 100, null)).filter(
      ({ actor, changes }) => actor.id === automation.id && changes[0]?.action === "sms.create",
    );
    expect(sent.map(({ id }) => id)).toEqual([run?.steps[0]?.recordId]);
  });
});

describe("nothing is started by", () => {
  it("changes before the automation was published or while it was off, even if their records arrive later", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    await card("Before");
    pass(1_000);
    const automation = await published(owner, type.id, { actions: [actions.changeField] });
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    const automationId = automation.id;
    await owner.call(the("automations.switch"), { automationId, isOn: false });
    pass(1_000);
    await card("Meanwhile");
    pass(1_000);
    await owner.call(the("automations.switch"), { automationId, isOn: true });
    pass(1_000);
    const { id: after } = await card("After");
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual([after]);
  });

  it.each(["import", "bulk", "undo"] as const)("a change by %s", async (origin) => {
    const { owner, type, actions, clock, card } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField] });
    await card("Quiet", origin);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    await card("Loud", "api");
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toHaveLength(1);
  });
});
