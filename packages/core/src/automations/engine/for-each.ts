import { cardsRelatedTo, type getCardType, readScopeOf } from "../../cards/index.ts";
import type { Card } from "../../cards/schema.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { allSteps } from "../rules.ts";
import type { EachResult, RelatedResult, StepResult } from "../run-schema.ts";
import { mostRelatedCards, type Step } from "../schema.ts";
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

/**
 * The results without those of the steps within, whose card is done. What they did stays with the card: their results give way to those for the next one.
 * @param gone why the steps can no longer be executed for the card
 */
export function withCardDone(
  { steps }: ForEach,
  results: readonly StepResult[],
  each: EachResult,
  gone?: string,
): { readonly results: readonly StepResult[]; readonly each: EachResult } {
  const kinds = new Map(allSteps(steps).map(({ id, kind }) => [id, kind]));
  const left = results.filter(({ stepId }) => !kinds.has(stepId));
  const cardId = currentCard(each);
  if (!cardId) return { results: left, each };
  const actions = results.filter(({ stepId }) => kinds.get(stepId) === "action");
  const skips = actions.filter(({ state }) => state === "skipped");
  const message = gone ?? skips.at(-1)?.message ?? undefined;
  const made = actions.flatMap(({ subjectId }) =>
    isId("act", subjectId) || (isId("crd", subjectId) && subjectId !== cardId) ? [subjectId] : [],
  );
  const recordIds = actions.flatMap(({ recordId }) => recordId ?? []);
  const isSkipped = gone !== undefined || (skips.length > 0 && skips.length === actions.length);
  const done: RelatedResult = {
    cardId,
    state: isSkipped ? "skipped" : "done",
    ...(made.length > 0 ? { made } : {}),
    ...(recordIds.length > 0 ? { recordIds } : {}),
    ...(message === undefined ? {} : { message }),
  };
  return { results: left, each: { ...each, done: [...each.done, done] } };
}

/** The step for each related card around the step; undefined if there is none. */
export const forEachAround = (steps: readonly Step[], stepId: string): ForEach | undefined =>
  allSteps(steps).find(
    (step): step is ForEach => step.kind === "forEach" && allSteps(step.steps).some(({ id }) => id === stepId),
  );
