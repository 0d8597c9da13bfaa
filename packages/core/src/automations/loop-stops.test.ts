import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { mostOpenRuns, mostReturns } from "./rules.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const button = { kind: "buttonClicked", label: "Go" };
const waitADay = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };

describe("a loop", () => {
  it("does not stop other automations that it triggers", async () => {
    const { owner, type, actions, clock, card } = await world();
    const loop = await published(owner, type.id, { actions: [{ kind: "createCard", typeId: type.id, name: "Again" }] });
    const innocent = await published(owner, type.id, { actions: [actions.changeField] });
    await card("Dana");
    await settleAutomations(owner.orgId, clock);
    const of = ({ id: automationId }: { readonly id: `aut_${string}` }) => owner.call(the("automations.get"), { automationId });
    expect(await of(loop)).toMatchObject({ isOn: false, stopReason: "loop" });
    expect(await of(innocent)).toMatchObject({ isOn: true, stopReason: null });
  });

  it("of two automations ends when one of them is stopped", async () => {
    const { owner, type, clock, card } = await world();
    const made = { kind: "createCard", typeId: type.id, name: "Again" };
    const both = [
      await published(owner, type.id, {
        filter: { fieldId: "status", operator: "NOT_EXISTS" },
        actions: [{ ...made, fields: { status: "opt_new" } }],
      }),
      await published(owner, type.id, { filter: { fieldId: "status", operator: "EXISTS" }, actions: [made] }),
    ];
    await card("Dana");
    await settleAutomations(owner.orgId, clock);
    const states = await Promise.all(both.map(({ id: automationId }) => owner.call(the("automations.get"), { automationId })));
    expect(states.flatMap(({ stopReason }) => stopReason ?? [])).toContain("loop");
  });

  it("of two that undo each other's change ends after some runs on a card, and a third that it triggers goes on", async () => {
    const { owner, type, actions, clock, card } = await world();
    const dana = await card("Dana", { status: "opt_new" });
    const trigger = { kind: "statusChanged" } as const;
    const set = (value: string) => ({ kind: "changeField", fieldId: "status", how: "set", value });
    const looping = [
      await published(owner, type.id, { trigger, actions: [set("opt_won")] }),
      await published(owner, type.id, { trigger, actions: [set("opt_new")] }),
    ];
    const innocent = await published(owner, type.id, { trigger, actions: [actions.notify] });
    await owner.call(updateCard, { cardId: dana.id, fields: { status: "opt_won" } });
    await settleAutomations(owner.orgId, clock);
    const stopReason = async ({ id: automationId }: (typeof looping)[number]) =>
      (await owner.call(the("automations.get"), { automationId })).stopReason;
    for (const automation of looping) {
      expect(await stopReason(automation)).toBe("loop");
      // One more was started by the change of a person, and another window may begin meanwhile.
      expect((await runsOf(owner, automation)).length).toBeLessThanOrEqual(2 * mostReturns + 1);
    }
    expect(await stopReason(innocent)).toBeNull();
  });

  it("is not what another automation starts more often than it has room for: such a run is skipped", async () => {
    const { owner, type, clock, card } = await world();
    const dana = await card("Dana", { status: "opt_new" });
    const set = { kind: "changeField", fieldId: "status", how: "set", value: "opt_won" };
    const { id: pressed } = await published(owner, type.id, { trigger: button, actions: [set] });
    const waiting = await published(owner, type.id, {
      trigger: { kind: "statusChanged", to: ["opt_won"] },
      steps: [waitADay],
    });
    for (let count = 0; count <= mostOpenRuns; count++) {
      await owner.call(the("automations.press"), { automationId: pressed, cardId: dana.id });
      await settleAutomations(owner.orgId, clock);
      await owner.call(updateCard, { cardId: dana.id, fields: { status: "opt_new" } });
    }
    expect(await owner.call(the("automations.get"), { automationId: waiting.id })).toMatchObject({
      stopReason: null,
      isOn: true,
    });
    const states = (await runsOf(owner, waiting)).map(({ state }) => state);
    expect(states.filter((state) => state === "waiting")).toHaveLength(mostOpenRuns);
    expect(states).toContain("skipped");
  });
});
