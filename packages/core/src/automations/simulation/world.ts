import type { Activity } from "../../activities/index.ts";
import { activityAfter, changesCard, stateAfter } from "../../as-of/rules.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { Card, CardType, Field } from "../../cards/schema.ts";
import type { Change } from "../../data/journal.ts";
import { type ActivityId, type CardId, type CardTypeId, isId } from "../../kernel/id.ts";
import { holds, type RelatedCards, valuesBefore } from "../conditions/evaluate.ts";
import { namesFigures, relatedTypesIn } from "../conditions/subject.ts";
import { mostRelated } from "../engine/facts.ts";
import { type ForEach, mostConsidered } from "../engine/for-each.ts";
import { mostRelatedCards } from "../schema.ts";
import type { TriggerEvent } from "../triggers/event.ts";
import { isOfDates, triggerOf } from "../triggers/list.ts";
import { Around } from "./around.ts";
import { type Firing, Firings } from "./firings.ts";
import type { Ground, Simulated } from "./ground.ts";
import { Relations } from "./relations.ts";
import type { TimeQueue } from "./queue.ts";
import { noEvent, type Started } from "./started.ts";

/** Cards and activities as they are at a moment, with what simulated runs have changed in them, and what a schedule fires for them next. */
export class World {
  readonly #ground: Ground;
  readonly #cards = new Map<CardId, Card>();
  readonly #created = new Set<CardId>();
  readonly #around: Around;
  readonly #relations: Relations | undefined;
  /** Related cards that nothing has changed so far, as they were read. */
  readonly #untouched = new Map<CardId, Card>();
  readonly #firings: Firings;
  /** What schedules of other automations fire because of what simulated runs have made. */
  readonly #others: readonly { readonly automation: Simulated; readonly firings: Firings }[];

  constructor(ground: Ground, queue: Pick<TimeQueue<Firing>, "add">) {
    this.#ground = ground;
    const { subject, others, until, timeZone } = ground;
    const firingsOf = (automation: Simulated) => new Firings({ automation, until, timeZone, queue });
    this.#firings = firingsOf(subject);
    this.#others = others
      .filter(({ definition }) => isOfDates(definition.trigger))
      .map((automation) => ({ automation, firings: firingsOf(automation) }));
    for (const [id, card] of ground.cards) if (card) this.#cards.set(id, card);
    const { activities = new Map(), merged = new Map(), seesActivity: sees = () => true, relating, lost } = ground;
    this.#around = new Around({ activities, merged, cards: this.#cards, sees });
    this.#relations =
      relating &&
      new Relations({
        ...relating,
        cards: this.#cards,
        isKnown: (id) => ground.cards.has(id) || this.#cards.has(id),
        lost,
        sees: ground.sees,
      });
  }

  get cards(): ReadonlyMap<CardId, Card> {
    return this.#cards;
  }

  /** Plans what a schedule of dates fires. */
  begin(from: string): void {
    for (const id of this.#cards.keys()) this.plan(id, from);
    for (const id of this.#around.activities.keys()) this.#planTask(id, from);
  }

  /** Takes in a change that was really made. */
  apply(change: Change, at: string): void {
    const { id } = change.subject;
    if (isId("act", id)) return this.#applyToActivity(id, change, at);
    if (!changesCard(change) || !isId("crd", id) || !this.#ground.cards.has(id)) return;
    const known = this.#cards.get(id);
    const card = stateAfter(known, change, at);
    // What a real date fires in others is in the records.
    this.#planOthers(id, known, card, { from: at, keeps: false });
    this.#relations?.note(id, card);
    if (card) {
      this.#cards.set(id, card);
      this.#around.noteMerge(card);
    } else this.#cards.delete(id);
    this.plan(id, at);
  }

  #applyToActivity(id: ActivityId, change: Change, at: string): void {
    if (!this.#ground.activities?.has(id)) return;
    const { activities } = this.#around;
    const activity = activityAfter(activities.get(id), change, at);
    if (activity) activities.set(activity);
    else activities.delete(id);
    this.#planTask(id, at);
  }

  /** Takes in what a simulated run has made of a card. */
  putCard(card: Card, { isNew, at }: { readonly isNew: boolean; readonly at: string }): void {
    this.#planOthers(card.id, this.#cards.get(card.id), card, { from: at, keeps: true });
    this.#cards.set(card.id, card);
    this.#relations?.note(card.id, card);
    if (isNew) this.#created.add(card.id);
    this.plan(card.id, at);
  }

  /** Takes in an activity that a simulated run creates. */
  putActivity(activity: Activity, at: string): void {
    this.#around.activities.set(activity);
    this.#planTask(activity.id, at);
    for (const { automation, firings } of this.#others)
      if (triggerOf(automation.definition.trigger).schedule?.tasks)
        firings.plan(activity.id, this.#openTask(activity.id)?.values, at);
  }

  /** The name of a card that a simulated run has created, as far as it has one; null for others. */
  newCard(id: CardId): string | null {
    if (!this.#created.has(id)) return null;
    const name = this.#cards.get(id)?.fields["name"];
    return typeof name === "string" ? name : "";
  }

  /** A card by its id, also a related one that nothing has changed. */
  card(id: CardId): Card | undefined {
    return this.#cards.get(id) ?? this.#untouched.get(id);
  }

  isCreated(id: CardId): boolean {
    return this.#created.has(id);
  }

  isCurrent(firing: Firing): boolean {
    return this.#firingsOf(firing.automation).isCurrent(firing);
  }

  #firingsOf({ id }: Simulated): Firings {
    return this.#others.find(({ automation }) => automation.id === id)?.firings ?? this.#firings;
  }

  /** The task, if it is open. */
  #openTask(id: ActivityId): Activity | undefined {
    const task = this.#around.activities.get(id);
    return task?.type === "TASK" && task.trashedAt === null && task.values["done"] !== true ? task : undefined;
  }

  /** Plans the next firing of a date on the card, and forgets the one planned before. @param automation the simulated one, or another whose date has just fired */
  plan(cardId: CardId, from: string, automation: Simulated = this.#ground.subject): void {
    if (!triggerOf(automation.definition.trigger).schedule?.filter) return;
    const card = this.#cards.get(cardId);
    this.#firingsOf(automation).plan(cardId, card?.typeId === automation.typeId ? card.fields : undefined, from);
  }

  #planOthers(
    id: CardId,
    before: Card | undefined,
    card: Card | undefined,
    given: { readonly from: string; readonly keeps: boolean },
  ): void {
    for (const { automation, firings } of this.#others) {
      if (!triggerOf(automation.definition.trigger).schedule?.filter) continue;
      const valuesOf = (one: Card | undefined) => (one?.typeId === automation.typeId ? one.fields : undefined);
      firings.move(id, valuesOf(before), valuesOf(card), given);
    }
  }

  /** The same for a task that is open. */
  #planTask(id: ActivityId, from: string): void {
    if (!triggerOf(this.#ground.subject.definition.trigger).schedule?.tasks) return;
    this.#firings.plan(id, this.#openTask(id)?.values, from);
  }

  /** The card of an open task that is in sight. */
  cardOfTask(id: ActivityId): CardId | undefined {
    const task = this.#openTask(id);
    const cardId = task?.values["cardId"];
    return task && this.#ground.seesActivity?.(task) !== false && isId("crd", cardId) ? cardId : undefined;
  }

  /** Whether the card meets the conditions at that moment. */
  async meets(
    filter: Filter,
    card: Card,
    type: CardType,
    { automation: { publisherId }, event }: { readonly automation: Simulated; readonly event: Started },
    at: string,
  ): Promise<boolean> {
    const { timeZone } = this.#ground;
    const before = event.before && valuesBefore(card.fields, event.before);
    const causedBy = event.userId;
    const figures = namesFigures(filter) ? this.#around.figuresOn(card.id, at) : null;
    const related = await this.#relatedFor(relatedTypesIn([filter]), card);
    return holds(filter, { card, type, before, figures, related, nowMs: Date.parse(at), timeZone, publisherId, causedBy });
  }

  async #relatedFor(typeIds: readonly CardTypeId[], card: Card): Promise<ReadonlyMap<CardTypeId, RelatedCards>> {
    if (typeIds.length === 0) return none;
    const related = new Map<CardTypeId, RelatedCards>();
    for (const typeId of typeIds) {
      const { cards, total } = await this.#relatedTo(card, typeId);
      related.set(typeId, { type: await this.#ground.typeOf(typeId), cards: cards.slice(0, mostRelated), total });
    }
    return related;
  }

  async #relatedTo(card: Card, typeId: CardTypeId): ReturnType<Relations["to"]> {
    if (!this.#relations) throw new Error(`Relations to ${typeId} were not read`);
    const found = await this.#relations.to(card, typeId);
    for (const one of found.cards) if (!this.#cards.has(one.id)) this.#untouched.set(one.id, one);
    return found;
  }

  /** The cards in the relation field at that moment, in its order. */
  async cardsAt(card: Card, relation: Field): Promise<readonly Card[]> {
    return this.#relations?.at(card, relation) ?? [];
  }

  /** The related cards that a step goes through at that moment, as the engine chooses them. @returns also how many are beyond the limit */
  async cardsForEach(
    { relatedTypeId, filter }: ForEach,
    card: Card,
    automation: Simulated,
    at: string,
  ): Promise<{ readonly cards: readonly Card[]; readonly left: number }> {
    const { cards, total } = await this.#relatedTo(card, relatedTypeId);
    const chosen: Card[] = [];
    const type = await this.#ground.typeOf(relatedTypeId);
    const considered = cards.slice(0, filter ? mostConsidered : mostRelatedCards);
    const event = { ...noEvent, at };
    for (const one of considered)
      if (!filter || (await this.meets(filter, one, type, { automation, event }, at))) chosen.push(one);
    const left = Math.max(0, chosen.length - mostRelatedCards) + (total - considered.length);
    return { cards: chosen.slice(0, mostRelatedCards), left };
  }

  /** What the run's texts can say of its event. An activity that is in the trash by now, or out of sight, has no values. */
  eventInTexts({ activityId, ...event }: Started): TriggerEvent {
    const activity = activityId && this.#around.activities.get(activityId);
    const isShown = activity && activity.trashedAt === null && this.#ground.seesActivity?.(activity) !== false;
    return { ...event, activity: isShown ? activity.values : null };
  }
}

const none: ReadonlyMap<CardTypeId, RelatedCards> = new Map();
