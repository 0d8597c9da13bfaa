import { cardsRelatedTo, type getCardType, readScopeOf } from "../../cards/index.ts";
import type { Card } from "../../cards/schema.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { allSteps } from "../rules.ts";
import { type EachResult, mostRelatedCards, type RelatedResult, type Step, type StepResult } from "../schema.ts";
import { meets } from "./facts.ts";

export type ForEach = Extract<Step, { readonly kind: "forEach" }>;

interface Of {
  readonly actor: Actor;
  readonly publisherId: UserId;
  readonly clock: Clock;
  readonly getCardType: typeof getCardType;
}

/** The most related cards whose conditions are evaluated. */
export const mostConsidered = 1_000;

/** The related cards that the step goes through now, in the publisher's scope, by name. @returns also how many are beyond the limit */
export async function cardsForEach(
  { relatedTypeId, filter }: ForEach,
  card: Card,
  { actor, publisherId, clock, getCardType: typeOf }: Of,
): Promise<{ readonly cards: readonly Card[]; readonly left: number }> {
  const principal = principalOf(actor);
  const { orgId } = principal;
  const limit = filter ? mostConsidered : mostRelatedCards;
  const scope = await readScopeOf({ principal });
  const { cards, total } = await cardsRelatedTo(orgId, scope, card, { typeId: relatedTypeId, limit });
  if (!filter) return { cards, left: total - cards.length };
  const type = await typeOf(orgId, relatedTypeId);
  const event = () => Promise.resolve(null);
  const chosen: Card[] = [];
  for (const one of cards) if (await meets(filter, { card: one, type, actor, publisherId, clock, event })) chosen.push(one);
  const left = Math.max(0, chosen.length - mostRelatedCards) + (total - cards.length);
  return { cards: chosen.slice(0, mostRelatedCards), left };
}

/** The card that the steps within are executed for; undefined once all are done. */
export const currentCard = ({ cardIds, done }: EachResult): EachResult["cardIds"][number] | undefined => cardIds[done.length];

/** The results without those of the steps within, whose card is done. */
export function withCardDone(
  { steps }: ForEach,
  results: readonly StepResult[],
  each: EachResult,
  state: RelatedResult["state"],
): { readonly results: readonly StepResult[]; readonly each: EachResult } {
  const inner = new Set(allSteps(steps).map(({ id }) => id));
  const cardId = currentCard(each);
  // Their results give way to those for the next card: what becomes of a message is still shown.
  const made = results.flatMap(({ stepId, subjectId }) => (inner.has(stepId) && isId("act", subjectId) ? [subjectId] : []));
  return {
    results: results.filter(({ stepId }) => !inner.has(stepId)),
    each: cardId ? { ...each, done: [...each.done, { cardId, state, ...(made.length > 0 ? { made } : {}) }] } : each,
  };
}

/** The step for each related card around the step; undefined if there is none. */
export const forEachAround = (steps: readonly Step[], stepId: string): ForEach | undefined =>
  allSteps(steps).find(
    (step): step is ForEach => step.kind === "forEach" && allSteps(step.steps).some(({ id }) => id === stepId),
  );
