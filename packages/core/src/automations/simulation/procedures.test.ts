import { runDue } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { findOperation, forgetRows, operationProcedures } from "../../operations/index.ts";
import { newId } from "../../kernel/id.ts";
import { definitionOf, published, runsOf, the } from "../automations.fixture.ts";
import { dayMs, memberWith, world } from "../world.fixture.ts";
import { runSimulation } from "./run.ts";
import { simulated } from "./simulation.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const removeCard = named(cardProcedures, "cards.remove");
const purgeCard = named(cardProcedures, "cards.purge");

/** A draft that was never switched on. */
const drafted = (given: Parameters<typeof definitionOf>[0]) =>
  of.owner.call(the("automations.create"), { cardTypeId: of.type.id, name: "Draft", definition: definitionOf(given) });

describe("a simulation of the journal", () => {
  it("says what would have been sent and why it would have failed, from drafts that were never on, without any effect", async () => {
    const { owner, actions, values, card, field } = of;
    const { createCard: _, ...others } = actions;
    const { id } = await drafted({ actions: Object.values(others) });
    const whole = await card("Dana", values);
    const bare = await card("Nobody");
    await owner.call(updateCard, { cardId: whole.id, fields: { [field.note]: "since" } });
    const before = await simulated(owner, id, { versions: ["draft"] });
    const [summary] = before.summaries;
    expect(summary).toMatchObject({ runs: 2, cards: 2, done: { notify: 2, changeField: 2, createTask: 2, createMeeting: 2 } });
    const run = before.runs.find(({ cardId }) => cardId === whole.id);
    // As the card was then.
    expect(run?.steps.find(({ action }) => action === "changeField")).toMatchObject({
      before: { [field.note]: null },
      after: { [field.note]: "seen" },
    });
    expect(run?.steps.find(({ action }) => action === "sendSms")).toMatchObject({
      state: "would",
      recipient: "+972541112233",
      input: { text: "Hello Dana" },
    });
    expect(
      before.runs.find(({ cardId }) => cardId === bare.id)?.steps.find(({ action }) => action === "sendEmail"),
    ).toMatchObject({
      state: "skipped",
      message: "automations.skipped.noEmail",
    });
    await runDue(owner.orgId, owner.clock);
    expect(await runsOf(owner, { id })).toEqual([]);
    expect(await of.noteOf(whole.id)).toBe("since");
  });

  it("leaves out cards that were purged since and says how many, and shows trashed ones", async () => {
    const { owner, card } = of;
    const { id } = await drafted({ trigger: { kind: "cardDeleted" }, actions: [{ kind: "notify", text: "Gone", owner: true }] });
    const [kept, gone] = [await card("Kept"), await card("Gone")];
    for (const { id: cardId } of [kept, gone]) await owner.call(removeCard, { cardId });
    await owner.call(purgeCard, { cardId: gone.id });
    const { summaries, runs } = await simulated(owner, id, { versions: ["draft"] });
    expect(summaries[0]).toMatchObject({ runs: 1, lostCards: 1 });
    expect(runs[0]).toMatchObject({ cardId: kept.id, cardName: "Kept" });
    expect(JSON.stringify(runs)).not.toContain(gone.id);
  });

  it("compares the draft with the published version", async () => {
    const { owner, type, field, card } = of;
    const set = (value: string) => ({ kind: "changeField", how: "set", fieldId: field.note, value });
    const filter = (value: string) => ({ fieldId: "name", operator: "CONTAINS" as const, value });
    const live = await published(owner, type.id, { filter: filter("compared"), actions: [set("a")] });
    await owner.call(the("automations.switch"), { automationId: live.id, isOn: false });
    const definition = definitionOf({ filter: filter("compared b"), actions: [set("b")] });
    await owner.call(the("automations.update"), { automationId: live.id, definition });
    const [first, second] = [await card("compared a"), await card("compared b")];
    const { runs, summaries } = await simulated(owner, live.id, { versions: ["draft", "published"] });
    expect(summaries.map(({ version, runs: count }) => [version, count])).toEqual([
      ["draft", 1],
      ["published", 2],
    ]);
    expect(runs.map(({ cardId, versions, isDifferent }) => [cardId, versions, isDifferent])).toEqual([
      [second.id, ["draft", "published"], true],
      [first.id, ["published"], false],
    ]);
  });

  it("ends early when its time is up, and stops when it is canceled", async () => {
    const { owner } = of;
    const { id } = await drafted({
      trigger: { kind: "everyPeriod", every: 15, unit: "minutes", from: "2026-01-01", at: "00:00" },
      filter: { fieldId: "name", operator: "EXISTS" },
      actions: [{ kind: "notify", text: "Look", owner: true }],
    });
    const { summaries } = await simulated(owner, id, { versions: ["draft"], days: 90, runMs: 1 });
    expect(summaries[0]?.end?.because).toBe("time");
    const { operationId } = await owner.call(the("automations.simulate"), { automationId: id, versions: ["draft"], days: 7 });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
    await owner.call(named(operationProcedures, "operations.cancel"), { operationId });
    await expect(runSimulation(operation, await owner.actor(), owner.clock, 30_000)).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await expect(owner.call(the("automations.simulation"), { operationId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused for hostile input", async () => {
    const { owner, field } = of;
    const due = await drafted({ actions: [{ kind: "notify", text: "Several", owner: true }] });
    const ask = (input: object) =>
      owner.call(the("automations.simulate"), { automationId: due.id, versions: ["draft"], days: 7, ...input });
    await expect(ask({ versions: ["published"] })).rejects.toMatchObject({ code: "CONFLICT" });
    for (const input of [
      { days: 0 },
      { days: 2 ** 53 },
      { days: "7" },
      { versions: [] },
      { versions: ["draft", "draft"] },
      { versions: ["\u0000"] },
      { automationId: "aut_\uD800" },
    ])
      await expect(ask(input)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(ask({ automationId: newId("aut") })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const input of [{ cursor: 0 }, { cursor: 1e9 }, { operationId: "opn_x\u0000" as const }])
      await expect(owner.call(the("automations.simulation"), { operationId: newId("opn"), ...input })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    const broken = await drafted({ actions: [{ kind: "changeField", how: "clear", fieldId: field.note }] });
    await owner.call(the("automations.update"), {
      automationId: broken.id,
      definition: definitionOf({ actions: [{ kind: "changeField", how: "clear", fieldId: "fld_gone" }] }),
    });
    await expect(ask({ automationId: broken.id })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("is kept for a day, for whoever started it and may edit automations, and forgotten with personal data", async () => {
    const { owner, card } = of;
    await card("Private Person");
    const { id } = await drafted({ actions: [{ kind: "notify", text: "New", owner: true }] });
    const asked = { automationId: id, versions: ["draft" as const], days: 7 as const };
    const { operationId } = await owner.call(the("automations.simulate"), asked);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
    await runSimulation(operation, await owner.actor(), owner.clock, 30_000);
    const result = (person = owner) => person.call(the("automations.simulation"), { operationId });
    expect(JSON.stringify(await result())).toContain("Private Person");
    const editor = await memberWith(owner, {
      "AUTOMATION.read": "ORGANIZATION",
      "AUTOMATION.update": "ORGANIZATION",
      "CARDS.read": "ORGANIZATION",
    });
    await expect(result(editor)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const reader = await memberWith(owner, { "AUTOMATION.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION" });
    await expect(reader.call(the("automations.simulate"), asked)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    expect(await forgetRows(owner.orgId, new Date(owner.clock.now() + 60_000).toISOString())).toBe(true);
    await expect(result()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const again = await simulated(owner, id, { versions: ["draft"] });
    expect(again.runs.length).toBeGreaterThan(0);
    of.pass(dayMs);
    await expect(result()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused after thirty of the organization's in ten minutes, and possible again later", async () => {
    const { owner } = of;
    const { id: automationId } = await drafted({ actions: [{ kind: "notify", text: "Look", owner: true }] });
    const ask = () => owner.call(the("automations.simulate"), { automationId, versions: ["draft"], days: 7 });
    of.pass(dayMs);
    for (let count = 0; count < 30; count++) await ask();
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", details: { retryAfterSeconds: expect.any(Number) } });
    of.pass(10 * 60_000);
    await ask();
  });
});
