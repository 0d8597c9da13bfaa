import { startRun, isLive } from "@kartis/core/automations/engine/start.ts";
import { automationProcedures } from "@kartis/core/automations/procedures.ts";
import type { DefinitionSchema } from "@kartis/core/automations/schema.ts";
import { getAutomation } from "@kartis/core/automations/store.ts";
import { systemContext } from "@kartis/core/data/commit.ts";
import { type CardId, type CardTypeId, newId } from "@kartis/core/kernel/id.ts";
import type * as z from "zod";
import { named, type Owner } from "./people.ts";

/** An automation that needs only a card type: its button creates a task after a day. */
export const buttonDefinition: z.input<typeof DefinitionSchema> = {
  trigger: { kind: "buttonClicked", label: "Follow up", question: "" },
  filter: null,
  steps: [
    { id: "wait", kind: "wait", wait: { amount: 1, unit: "days" } },
    {
      id: "task",
      kind: "action",
      action: { kind: "createTask", title: "Call {{ card.name }}", due: { amount: 1, unit: "days" }, assignee: "owner" },
    },
  ],
};

const the = <Name extends (typeof automationProcedures)[number]["name"]>(name: Name) => named(automationProcedures, name);

/** Publishes an automation with a button. @returns its id */
export async function publishButton(owner: Owner, cardTypeId: CardTypeId, name = "Follow up"): Promise<`aut_${string}`> {
  const made = { cardTypeId, name, definition: buttonDefinition };
  const { id: automationId } = await owner.call(the("automations.create"), made);
  await owner.call(the("automations.publish"), { automationId });
  return automationId;
}

/** Starts a run of the automation on the card. @returns its id */
export async function beginRun({ orgId, clock }: Owner, automationId: `aut_${string}`, cardId: CardId) {
  const automation = await getAutomation(orgId, automationId);
  if (!isLive(automation)) throw new Error("Not published");
  const runId = newId("run", clock.now());
  await startRun(automation, { runId, cardId, depth: 1 }, systemContext(orgId, "test", clock), clock);
  return runId;
}
