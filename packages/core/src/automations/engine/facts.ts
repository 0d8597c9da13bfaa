import { cardsRelatedTo, figuresOfCard, getCardType, readScopeOf } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Filter } from "../../cards/query/schema.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { CardTypeId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
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
  /** Read by whoever evaluates conditions for many cards; otherwise for each. */
  readonly relating?: Relating;
}

/** What conditions on related cards are evaluated with, whichever card they are related to. */
interface Relating {
  /** The actor's. */
  readonly scope: Scope;
  /** The types that the conditions are about. */
  readonly types: readonly CardType[];
}

/** Undefined for conditions that are not about related cards. */
export async function relatingFor(filter: Filter, actor: Actor): Promise<Relating | undefined> {
  const typeIds = relatedTypesIn([filter]);
  if (typeIds.length === 0) return undefined;
  const principal = principalOf(actor);
  const [scope, ...types] = await Promise.all([
    readScopeOf({ principal }),
    ...typeIds.map((typeId) => getCardType(principal.orgId, typeId)),
  ]);
  return { scope, types };
}

/** Whether the card meets the conditions now. Reads only what they name. */
export async function meets(filter: Filter | null, of: Of): Promise<boolean> {
  return filter === null || holds(filter, await factsFor(filter, of));
}

async function factsFor(filter: Filter, { card, type, actor, publisherId, clock, event, relating }: Of): Promise<Facts> {
  const principal = principalOf(actor);
  const needsEvent = conditionsIn(filter).some(
    ({ fieldId, value }) => subjectOf(fieldId).of === "before" || [value].flat().includes(causingUser),
  );
  const [happened, related, figures] = await Promise.all([
    needsEvent ? event() : null,
    relatedFor(principal.orgId, card, relating ?? relatingFor(filter, actor)),
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
  orgId: OrgId,
  card: Card,
  given: Relating | Promise<Relating | undefined>,
): Promise<ReadonlyMap<CardTypeId, RelatedCards>> {
  const { scope, types } = (await given) ?? {};
  if (!scope || !types) return new Map();
  const found = types.map(async (type) => {
    const { cards, total } = await cardsRelatedTo(orgId, scope, card, { typeId: type.id, limit: mostRelated });
    return [type.id, { type, cards, total }] as const;
  });
  return new Map(await Promise.all(found));
}
