import { endRun, findRun } from "@kartis/core/automations/engine/runs.ts";
import { expect } from "vitest";
import { beginRun, buttonDefinition as definition, publishButton } from "../../support/automation.ts";
import { cardOf, type Cases, recorded, the, unrecorded } from "./world.ts";

export const automations = {
  "automations.create": recorded("automation.create", async (owner) => {
    const { typeId } = await cardOf(owner);
    return () => owner.call(the("automations.create"), { cardTypeId: typeId, name: "Follow up", definition });
  }),
  "automations.update": recorded("automation.update", async (owner) => {
    const automationId = await publishButton(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("automations.update"), { automationId, name: "Another" });
  }),
  "automations.move": recorded("automation.update", async (owner) => {
    const automationId = await publishButton(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("automations.move"), { automationIds: [automationId], folder: "Sales" });
  }),
  "automations.publish": recorded("automation.update", async (owner) => {
    const { typeId } = await cardOf(owner);
    const made = { cardTypeId: typeId, name: "Follow up", definition };
    const { id: automationId } = await owner.call(the("automations.create"), made);
    return () => owner.call(the("automations.publish"), { automationId });
  }),
  "automations.switch": recorded("automation.update", async (owner) => {
    const automationId = await publishButton(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("automations.switch"), { automationId, isOn: false });
  }),
  "automations.remove": recorded("automation.delete", async (owner) => {
    const automationId = await publishButton(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("automations.remove"), { automationId });
  }),
  "automations.simulate": recorded("operation.start", async (owner) => {
    const automationId = await publishButton(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("automations.simulate"), { automationId, versions: ["published"], days: 7 });
  }),
  "automations.press": recorded("automation.execute", async (owner) => {
    const { id: cardId, typeId } = await cardOf(owner);
    const automationId = await publishButton(owner, typeId);
    return () => owner.call(the("automations.press"), { automationId, cardId });
  }),
  "automations.retry": recorded("automation.execute", async (owner) => {
    const { id: cardId, typeId } = await cardOf(owner);
    const automationId = await publishButton(owner, typeId);
    const runId = await beginRun(owner, automationId, cardId);
    const run = await findRun(owner.orgId, automationId, runId);
    await endRun(run ?? expect.fail("no run"), "failed", undefined, owner.clock);
    return () => owner.call(the("automations.retry"), { automationId, runId });
  }),
  "automations.again": recorded("automation.execute", async (owner) => {
    const { id: cardId, typeId } = await cardOf(owner);
    const automationId = await publishButton(owner, typeId);
    const runId = await beginRun(owner, automationId, cardId);
    const run = await findRun(owner.orgId, automationId, runId);
    await endRun(run ?? expect.fail("no run"), "done", undefined, owner.clock);
    return () => owner.call(the("automations.again"), { automationId, runId });
  }),
  "automations.cancel": recorded("automation.update", async (owner) => {
    const { id: cardId, typeId } = await cardOf(owner);
    const automationId = await publishButton(owner, typeId);
    const runId = await beginRun(owner, automationId, cardId);
    return () => owner.call(the("automations.cancel"), { automationId, runId });
  }),
  "automations.setPaused": recorded(
    "automation.pause",
    async (owner) => () => owner.call(the("automations.setPaused"), { isPaused: true }),
  ),
  "automations.seal": unrecorded(
    "passing",
    async (owner) => () => owner.call(the("automations.seal"), { url: "https://example.com/", value: "key" }),
  ),
} satisfies Cases;
