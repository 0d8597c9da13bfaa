import { named, type Owner } from "@kartis/tests/support/people.ts";
import type { CardTypeId } from "../kernel/id.ts";
import { dayEntity } from "./entity.ts";
import { automationProcedures } from "./procedures.ts";
import { stormMs, stormRuns, stormWindow } from "./rules.ts";
import { type CreateAutomationInput, DefinitionSchema } from "./schema.ts";
import type * as z from "zod";

type Definition = z.input<typeof CreateAutomationInput>["definition"];
/** Triggers and steps as a caller may send them; the schema validates them. */
interface Given {
  readonly trigger?: object;
  readonly filter?: Definition["filter"];
  readonly steps?: readonly object[];
  /** Shorthand for steps that are all actions. */
  readonly actions?: readonly object[];
  readonly name?: string;
}

export const the = <Name extends (typeof automationProcedures)[number]["name"]>(name: Name) => named(automationProcedures, name);

/** A definition with the given steps, or with one step per action. */
export const definitionOf = ({ trigger = { kind: "cardCreated" }, filter = null, steps, actions = [] }: Given) =>
  DefinitionSchema.parse({
    trigger,
    filter,
    steps: steps ?? actions.map((action, at) => ({ id: `s${at + 1}`, kind: "action", action })),
  });

/** Creates the automation and publishes it as this person. */
export async function published(person: Owner, cardTypeId: CardTypeId, given: Given) {
  const { name = "Test" } = given;
  const made = await person.call(the("automations.create"), { cardTypeId, name, definition: definitionOf(given) });
  return person.call(the("automations.publish"), { automationId: made.id });
}

/** An automation's runs, newest first. */
export const runsOf = async (person: Owner, { id: automationId }: { readonly id: `aut_${string}` }) =>
  (await person.call(the("automations.runs"), { automationId })).runs;

/** Goes to the beginning of the next window in which runs are counted, and counts as many of the automation's as are no storm yet, or fewer. */
export async function onTheBrink(
  { orgId, clock }: Owner,
  { id: automationId }: { readonly id: `aut_${string}` },
  pass: (ms: number) => unknown,
  fewer = 0,
): Promise<void> {
  pass(stormMs - (clock.now() % stormMs));
  const day = `window ${stormWindow(clock.now())}`;
  await dayEntity()
    .update({ orgId, automationId, day })
    .add({ total: stormRuns - fewer })
    .go();
}
