import type { Card, CardType } from "../../cards/schema.ts";
import { getCardType } from "../../cards/index.ts";
import type { Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { idFrom, type OperationId } from "../../kernel/id.ts";
import { type OrgContext, requirePlan } from "../../kernel/procedure.ts";
import { requireUnpaused } from "../pause/pauses.ts";
import type { AutomationId } from "../schema.ts";
import { getAutomation } from "../store.ts";
import { pressability } from "./pressable.ts";
import { isDenial, publisherOf } from "./publisher.ts";
import { isLive, type Live, startOf } from "./start.ts";
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

/** Throws CONFLICT for a card that the button is not for, with what the person reads. */
export async function requireFit({ automation, isFor }: Button, card: Card): Promise<void> {
  const messageKey =
    card.typeId !== automation.typeId
      ? "automations.press.otherType"
      : card.trashedAt !== null
        ? "validation.cardGone"
        : (await isFor(card))
          ? undefined
          : "automations.skipped.filter";
  if (messageKey) throw new KartisError("CONFLICT", { messageKey });
}

/**
 * What starts the run of an operation on this card, once: a run's id derives from the operation and the card. Undefined if it has started before.
 * Throws CONFLICT for a card that the button is not for, and TOO_MANY_REQUESTS if too many of its runs are open there.
 */
export async function pressOn(
  button: Button,
  card: Card,
  { operationId, createdAt }: { readonly operationId: OperationId; readonly createdAt: string },
  { principal, clock }: Presser,
  at: string,
): Promise<{ readonly writes: readonly Write[]; readonly change?: Change } | undefined> {
  await requireFit(button, card);
  const runId = idFrom("run", Date.parse(createdAt), `${operationId}\n${card.id}`);
  const startedBy = principal.userId ? { startedBy: principal.userId } : {};
  return startOf(button.automation, { runId, cardId: card.id, depth: 1, ...startedBy }, clock, at, 1);
}
