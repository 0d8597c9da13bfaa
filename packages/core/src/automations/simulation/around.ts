import { figuresOfActivities } from "../../activities/figures/rules.ts";
import { type Activity, CardActivities } from "../../activities/index.ts";
import type { CardFigures } from "../../cards/figures/schema.ts";
import type { Card } from "../../cards/schema.ts";
import type { ActivityId, CardId } from "../../kernel/id.ts";

interface Given {
  readonly activities: ReadonlyMap<ActivityId, Activity | undefined>;
  /** Cards that had become part of another before it begins, and of which. */
  readonly merged: ReadonlyMap<CardId, CardId>;
  readonly cards: ReadonlyMap<CardId, Card>;
  readonly sees: (activity: Activity) => boolean;
}

/** What happens around the cards of a simulation, as it is at the moment. */
export class Around {
  readonly activities = new CardActivities();
  readonly #given: Given;
  /** Cards that were merged into the card at some time. */
  readonly #parts = new Map<CardId, Set<CardId>>();

  constructor(given: Given) {
    this.#given = given;
    for (const activity of given.activities.values()) if (activity) this.activities.set(activity);
    for (const [part, into] of given.merged) this.#note(part, into);
    for (const card of given.cards.values()) this.noteMerge(card);
  }

  /** Takes in each state of a card, in order. */
  noteMerge({ id, mergedInto }: Card): void {
    if (mergedInto) this.#note(id, mergedInto);
  }

  #note(part: CardId, into: CardId): void {
    const parts = this.#parts.get(into) ?? new Set();
    parts.add(part);
    this.#parts.set(into, parts);
  }

  figuresOn(cardId: CardId, now: string): CardFigures {
    const parts = this.#partsOf(cardId);
    return figuresOfActivities(this.activities.on(parts, this.#given.sees), now, new Set(parts));
  }

  /** The card, and those that are part of it at the moment. */
  #partsOf(cardId: CardId): CardId[] {
    const { cards, merged } = this.#given;
    const present = [...(this.#parts.get(cardId) ?? [])].filter((part) => {
      const card = cards.get(part);
      return (card ? card.mergedInto : merged.get(part)) === cardId;
    });
    return [cardId, ...present.flatMap((part) => this.#partsOf(part))];
  }
}
