import { cardsRelatedTo, figuresOfCard, getCardType, readScopeOf } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Filter } from "../../cards/query/schema.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CardTypeId, UserId } from "../../kernel/id.ts";
import { causingUser } from "../conditions/settle.ts";
import { type Facts, holds, type RelatedCards, valuesBefore } from "../conditions/evaluate.ts";
import { conditionsIn, namesFigures, relatedTypesIn, subjectOf } from "../conditions/subject.ts";
import type { TriggerEvent } from "../triggers/event.ts";

/** Related cards of one type that conditions are evaluated for. */
export const mostRelated = 1_000;

interface Of {
  readonly card: Card;
  readonly type: CardType;
  /** Related cards are limited to this actor's scope. */
  readonly actor: Actor;
  readonly publisherId: UserId;
  readonly clock: Clock;
  /** Called only if the conditions depend on the event; null without one. */
  readonly event: () => Promise<Pick<TriggerEvent, "before" | "userId"> | null>;
}

/** Whether the card meets the conditions now. Reads only what they name. */
export async function meets(filter: Filter | null, of: Of): Promise<boolean> {
  return filter === null || holds(filter, await factsFor(filter, of));
}

async function factsFor(filter: Filter, { card, type, actor, publisherId, clock, event }: Of): Promise<Facts> {
  const principal = principalOf(actor);
  const needsEvent = conditionsIn(filter).some(
    ({ fieldId, value }) => subjectOf(fieldId).of === "before" || [value].flat().includes(causingUser),
  );
  const [happened, related, figures] = await Promise.all([
    needsEvent ? event() : null,
    relatedFor(relatedTypesIn([filter]), card, actor),
    namesFigures(filter) ? figuresOfCard({ principal, clock }, card.id) : null,
  ]);
  return {
    card,
    type,
    before: happened?.before ? valuesBefore(card.fields, happened.before) : null,
    figures,
    related,
    nowMs: clock.now(),
    timeZone: principal.settings?.timeZone ?? "UTC",
    publisherId,
    causedBy: happened?.userId ?? null,
  };
}

async function relatedFor(
  typeIds: readonly CardTypeId[],
  card: Card,
  actor: Actor,
): Promise<ReadonlyMap<CardTypeId, RelatedCards>> {
  if (typeIds.length === 0) return new Map();
  const principal = principalOf(actor);
  const scope = await readScopeOf({ principal });
  const found = typeIds.map(async (typeId) => {
    const [type, { cards, total }] = await Promise.all([
      getCardType(principal.orgId, typeId),
      cardsRelatedTo(principal.orgId, scope, card, { typeId, limit: mostRelated }),
    ]);
    return [typeId, { type, cards, total }] as const;
  });
  return new Map(await Promise.all(found));
}
