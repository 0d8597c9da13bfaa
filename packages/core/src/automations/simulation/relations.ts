import { linksOf, relatedPlaces } from "../../cards/index.ts";
import type { Card, CardType, Field } from "../../cards/schema.ts";
import { fold } from "../../kernel/fold.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { typesAt } from "../related-variables.ts";

/** What relations are known of besides the cards of a simulation. */
export interface Relating {
  /** All types of the organization. */
  readonly types: readonly CardType[];
  /** Cards that had become part of another before it begins, and of which. */
  readonly merged: ReadonlyMap<CardId, CardId>;
  /** Cards of the type, among them those that nobody has changed since it begins, that are related to the card in this state, both ways. At most some, by name. */
  readonly untouched: (card: Card, typeId: CardTypeId) => Promise<{ readonly cards: readonly Card[]; readonly total: number }>;
}

interface Given extends Relating {
  /** As they are at the moment. */
  readonly cards: ReadonlyMap<CardId, Card>;
  /** Whether the simulation knows a card by itself, also one that does not exist yet. */
  readonly isKnown: (id: CardId) => boolean;
  readonly lost: ReadonlySet<CardId>;
  readonly sees: (card: Card) => boolean;
}

/** Which cards of a simulation are related to which, as they are at the moment. */
export class Relations {
  readonly #given: Given;
  /** The cards that name a card, and those that a card names. */
  readonly #naming = new Map<CardId, Set<CardId>>();
  readonly #named = new Map<CardId, readonly CardId[]>();
  readonly #parts = new Map<CardId, Set<CardId>>();
  /** What nobody has changed is related to the same cards all along. */
  readonly #untouched = new Map<string, ReturnType<Relating["untouched"]>>();

  constructor(given: Given) {
    this.#given = given;
    for (const [part, into] of given.merged) this.#notePart(part, into);
    for (const card of given.cards.values()) this.note(card.id, card);
  }

  /** Takes in each state of a card. */
  note(id: CardId, card: Card | undefined): void {
    for (const target of this.#named.get(id) ?? []) this.#naming.get(target)?.delete(id);
    const targets = card ? linksOf(card.fields).map(({ target }) => target) : [];
    if (targets.length > 0) this.#named.set(id, targets);
    else this.#named.delete(id);
    for (const target of targets) {
      const naming = this.#naming.get(target);
      if (naming) naming.add(id);
      else this.#naming.set(target, new Set([id]));
    }
    if (card?.mergedInto) this.#notePart(id, card.mergedInto);
  }

  #notePart(part: CardId, into: CardId): void {
    const parts = this.#parts.get(into) ?? new Set();
    parts.add(part);
    this.#parts.set(into, parts);
  }

  /** The cards of the type that are related to the card, both ways, each once, by name; as `cardsRelatedTo` answers for the present. */
  async to(card: Card, typeId: CardTypeId): Promise<{ readonly cards: readonly Card[]; readonly total: number }> {
    const { cards, isKnown, types, lost, sees } = this.#given;
    const type = types.find(({ id }) => id === card.typeId);
    if (!type) return { cards: [], total: 0 };
    const links = linksOf(card.fields);
    const found = new Map<CardId, Card>();
    const consider = (one: Card | undefined) => {
      if (one?.typeId === typeId && one.trashedAt === null && sees(one)) found.set(one.id, one);
    };
    for (const { direction, field, type: ofType } of relatedPlaces({ ...type, relationViews: [] }, types)) {
      if (direction === "names") {
        for (const { fieldId, target } of links) if (fieldId === field.id) consider(cards.get(this.#shownInstead(target)));
      } else if (ofType.id === typeId) {
        for (const part of this.#partsOf(card.id))
          for (const id of this.#naming.get(part) ?? []) {
            const one = cards.get(id);
            const names = linksOf(one?.fields ?? {}).some(({ fieldId, target }) => fieldId === field.id && target === part);
            if (names) consider(one);
          }
      }
    }
    const { cards: rest, total } = await this.#others(card, typeId, links);
    for (const one of rest) if (!isKnown(one.id) && !lost.has(one.id)) consider(one);
    // Those that were not read, because there are too many, count.
    const unread = total - rest.length;
    return { cards: [...found.values()].toSorted(byName), total: found.size + unread };
  }

  /** The cards in a relation field of the card, in its order, each once. */
  async at(card: Card, relation: Field): Promise<readonly Card[]> {
    const { cards, isKnown, types, lost, sees } = this.#given;
    const links = linksOf(card.fields);
    const ids = new Set(links.flatMap(({ fieldId, target }) => (fieldId === relation.id ? [this.#shownInstead(target)] : [])));
    const isUnread = [...ids].some((id) => !isKnown(id) && !lost.has(id));
    const unread = isUnread ? await Promise.all(typesAt(relation, types).map(({ id }) => this.#others(card, id, links))) : [];
    const others = new Map(unread.flatMap((some) => some.cards).map((one) => [one.id, one]));
    return [...ids].flatMap((id) => {
      const one = cards.get(id) ?? (isKnown(id) || lost.has(id) ? undefined : others.get(id));
      return one?.trashedAt === null && sees(one) ? [one] : [];
    });
  }

  #others(card: Card, typeId: CardTypeId, links: ReturnType<typeof linksOf>): ReturnType<Relating["untouched"]> {
    const key = JSON.stringify([card.id, typeId, links]);
    const known = this.#untouched.get(key) ?? this.#given.untouched(card, typeId);
    this.#untouched.set(key, known);
    return known;
  }

  /** The card that this one is part of at the moment; itself if it is of none. */
  #shownInstead(id: CardId): CardId {
    const card = this.#given.cards.get(id);
    const into = card ? card.mergedInto : this.#given.merged.get(id);
    return into ? this.#shownInstead(into) : id;
  }

  /** The card, and those that are part of it at the moment. */
  #partsOf(id: CardId): CardId[] {
    const { cards, merged } = this.#given;
    const present = [...(this.#parts.get(id) ?? [])].filter((part) => {
      const card = cards.get(part);
      return (card ? card.mergedInto : merged.get(part)) === id;
    });
    return [id, ...present.flatMap((part) => this.#partsOf(part))];
  }
}

const nameOf = ({ fields: { name } }: Card): string => (typeof name === "string" ? fold(name) : "");
const byName = (one: Card, other: Card): number => {
  const [a, b] = [`${nameOf(one)}\n${one.id}`, `${nameOf(other)}\n${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
};
