import { published, runsOf, the } from "@kartis/core/automations/automations.fixture.ts";
import { sweepRuns } from "@kartis/core/automations/engine/sweep.ts";
import { world } from "@kartis/core/automations/world.fixture.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { bulkProcedures, runBulk } from "@kartis/core/bulk/index.ts";
import { findOperation } from "@kartis/core/operations/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { connect, issueTicket } from "@kartis/core/realtime/index.ts";
import { startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { comingAgain } from "@kartis/tests/support/faults.ts";
import { named } from "@kartis/tests/support/people.ts";
import { askedRuns } from "@kartis/tests/support/runs-queue.ts";
import { heard, startSockets } from "@kartis/tests/support/sockets.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { handler } from "./on-executed.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe("the consumer that executes runs", () => {
  it("executes each run once however often it is delivered, and fails only messages that it cannot parse", async () => {
    const { owner, type, actions, clock, card, noteOf } = await world();
    const automation = await published(owner, type.id, { actions: [actions.createTask, actions.changeField] });
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    const records = await latestRecords(owner.orgId, 100, null);
    const begun = records.filter(({ changes }) => changes[0]?.action === "automation.execute");
    const details = [...begun, ...records].map(({ orgId, id: recordId, changes }) => ({
      detail: { orgId, recordId, actions: changes.map(({ action }) => action), changes: changes.length },
    }));
    const messages = [...details, ...details, { orgId: owner.orgId, cardId }, { what: "is this" }];
    const Records = messages.map((body, at) => sqsRecord(body, { messageId: String(at) }));
    const failed = { batchItemFailures: [{ itemIdentifier: String(messages.length - 1) }] };
    const receive = () =>
      comingAgain(
        () => handler({ Records }),
        ({ batchItemFailures }) => batchItemFailures.length > 1,
      );
    expect(await receive()).toEqual(failed);
    expect(await receive()).toEqual(failed);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["done"]);
    expect(await noteOf(cardId)).toBe("seen");
    const tasks = (await latestRecords(owner.orgId, 100, null)).filter(({ changes }) => changes[0]?.action === "task.create");
    expect(tasks).toHaveLength(1);
  });

  it("passes the cards of a button that was pressed on many on to the queue, each by itself", async () => {
    const { owner, type, actions, card } = await world();
    const trigger = { kind: "buttonClicked", label: "Go" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const cardIds = [(await card("Dana")).id, (await card("Noa")).id];
    const job = { target: "button", selection: { cardIds }, change: { kind: "press", automationId: automation.id } } as const;
    const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), job);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await runBulk(operation, await owner.actor(), owner.clock, 30_000)).toBe(true);
    const records = await latestRecords(owner.orgId, 100, null);
    const begun = records.filter(({ changes }) => changes[0]?.action === "automation.execute");
    expect(begun).toHaveLength(1);
    for (const { orgId, id: recordId, changes } of begun)
      await deliver(
        handler,
        sqsRecord({ detail: { orgId, recordId, actions: changes.map(({ action }) => action), changes: changes.length } }),
      );
    const asked = await askedRuns(owner.orgId);
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(expect.arrayContaining(cardIds.map((cardId) => ({ orgId: owner.orgId, cardId }))));
    for (const one of asked) await deliver(handler, sqsRecord(one));
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["done", "done"]);
  });

  it("tells open browsers of the organization when a run waits and when it ends", async () => {
    const sockets = await startSockets();
    onTestFinished(() => void sockets.close());
    const { owner, type, actions, clock, card } = await world();
    const wait = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };
    const waits = await published(owner, type.id, { steps: [{ id: "s", kind: "action", action: actions.changeField }, wait] });
    const ends = await published(owner, type.id, { actions: [actions.changeField] });
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    await connect("browser", await issueTicket(owner.orgId, owner.userId, systemClock), systemClock);
    await deliver(handler, sqsRecord({ orgId: owner.orgId, cardId }));
    for (const { id } of [waits, ends]) expect(heard.get("browser")).toContain(id);
  });

  it("gets waiting cards and scheduled automations from the sweep only once they are due", async () => {
    const { owner, type, actions, clock, card, pass, noteOf } = await world();
    const wait = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };
    const waiting = await published(owner, type.id, { steps: [wait, { id: "s", kind: "action", action: actions.changeField }] });
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "00:00" };
    const daily = await published(owner, type.id, { trigger, actions: [actions.notify] });
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    await deliver(handler, sqsRecord({ orgId: owner.orgId, cardId }));
    expect((await runsOf(owner, waiting))[0]?.state).toBe("waiting");
    await sweepRuns(clock, 50_000);
    expect(await askedRuns(owner.orgId)).toEqual([]);
    pass(2 * 86_400_000);
    await sweepRuns(clock, 50_000);
    expect(await askedRuns(owner.orgId)).toEqual(
      expect.arrayContaining([
        { orgId: owner.orgId, cardId },
        { orgId: owner.orgId, automationId: daily.id },
      ]),
    );
    // Not due yet by the consumer's clock, which is the real one.
    await handler({
      Records: [sqsRecord({ orgId: owner.orgId, cardId }), sqsRecord({ orgId: owner.orgId, automationId: daily.id })],
    });
    expect(await noteOf(cardId)).toBeUndefined();
    await owner.call(the("automations.remove"), { automationId: daily.id });
  });
});
