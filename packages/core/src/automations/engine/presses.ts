import type { Card, CardType } from "../../cards/schema.ts";
import { getCardType } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { idFrom, type OperationId } from "../../kernel/id.ts";
import { type OrgContext, requirePlan } from "../../kernel/procedure.ts";
import { requireUnpaused } from "../pause/pauses.ts";
import type { AutomationId } from "../schema.ts";
import { getAutomation } from "../store.ts";
import { pressability } from "./pressable.ts";
import { isDenial, publisherOf } from "./publisher.ts";
import { isFull, isLive, type Live, type Start, startOf, tooManyOpen } from "./start.ts";
import { stopAutomation } from "./stop.ts";

/*
 * The button of an automation, pressed on many cards at once. Its runs count towards no storm, like those of a press on one card: a person asked for each, with
 * their number in view. What their changes start in other automations counts as ever.
 */

type Presser = Pick<OrgContext, "principal" | "clock">;

/** A button as it is now. */
export interface Button {
  readonly automation: Live;
  readonly type: CardType;
  readonly isFor: (card: Card) => Promise<boolean>;
}

/** Throws NOT_FOUND unless the automation has a button, and CONFLICT while it is off or all are paused. */
export async function buttonOf(automationId: AutomationId, { principal, clock }: Presser): Promise<Button> {
  const { orgId } = principal;
  requirePlan(principal, "automation", clock);
  const automation = await getAutomation(orgId, automationId);
  if (automation.live?.definition.trigger.kind !== "buttonClicked") throw new KartisError("NOT_FOUND");
  if (!isLive(automation)) throw new KartisError("CONFLICT", { messageKey: "automations.problem.isOff" });
  await requireUnpaused(orgId);
  const type = await getCardType(orgId, automation.typeId);
  return { automation, type, isFor: await pressability(automation, type, { principal, clock }) };
}

/**
 * Throws what `buttonOf` throws, and CONFLICT if its publisher may no longer update automations: rather than one failed run for each card, it is switched off.
 */
export async function requireButton(automationId: AutomationId, presser: Presser): Promise<void> {
  const { automation } = await buttonOf(automationId, presser);
  const publisher = await publisherOf(automation, automation.live.publishedBy, presser.clock);
  if ("actor" in publisher) return;
  if (!isDenial(publisher.refused)) throw publisher.refused;
  await stopAutomation(automation, "rights", presser.clock);
  throw new KartisError("CONFLICT", { messageKey: "automations.press.publisher" });
}

/**
 * Why the button is not for the card, as a catalogue key; undefined if it is. That is returned rather than thrown: what is thrown was met while finding out, and
 * says nothing about the card.
 */
export async function misfitOf({ automation, isFor }: Button, card: Card): Promise<string | undefined> {
  if (card.typeId !== automation.typeId) return "automations.press.otherType";
  if (card.trashedAt !== null) return "validation.cardGone";
  return (await isFor(card)) ? undefined : "automations.skipped.filter";
}

/**
 * What starts the run of an operation on this card, once: a run's id derives from the operation and the card. Without writes if it has started before. Or why
 * none is started, as a catalogue key: the button is not for the card, or too many of its runs are open there.
 */
export async function pressOn(
  button: Button,
  card: Card,
  { operationId, createdAt }: { readonly operationId: OperationId; readonly createdAt: string },
  { principal, clock }: Presser,
  at: string,
): Promise<Start | string> {
  const misfit = await misfitOf(button, card);
  if (misfit !== undefined) return misfit;
  const runId = idFrom("run", Date.parse(createdAt), `${operationId}\n${card.id}`);
  const startedBy = principal.userId ? { startedBy: principal.userId } : {};
  try {
    return (await startOf(button.automation, { runId, cardId: card.id, depth: 1, ...startedBy }, clock, at, 1)) ?? { writes: [] };
  } catch (error) {
    if (isFull(error)) return tooManyOpen;
    throw error;
  }
}
