import { type ActivityId, type CardId, isId } from "../../kernel/id.ts";
import type { Activity } from "../activity.ts";
import { definitionOf } from "../types/list.ts";

/** Activities in memory, and those of each card. */
export class CardActivities {
  readonly #all = new Map<ActivityId, Activity>();
  readonly #onCard = new Map<string, Set<ActivityId>>();

  get(id: ActivityId): Activity | undefined {
    return this.#all.get(id);
  }

  keys(): Iterable<ActivityId> {
    return this.#all.keys();
  }

  set(activity: Activity): void {
    this.delete(activity.id);
    this.#all.set(activity.id, activity);
    for (const cardId of cardsOf(activity)) {
      const held = this.#onCard.get(cardId) ?? new Set();
      held.add(activity.id);
      this.#onCard.set(cardId, held);
    }
  }

  delete(id: ActivityId): void {
    const known = this.#all.get(id);
    if (!known) return;
    this.#all.delete(id);
    for (const cardId of cardsOf(known)) this.#onCard.get(cardId)?.delete(id);
  }

  /** What timelines of the cards show of these: neither in the trash nor an answer to what is. @param sees whether one is in sight */
  on(cardIds: readonly CardId[], sees: (activity: Activity) => boolean): Activity[] {
    const ids = new Set(cardIds.flatMap((cardId) => [...(this.#onCard.get(cardId) ?? [])]));
    return [...ids].flatMap((id) => {
      const activity = this.#all.get(id);
      if (!activity || activity.trashedAt !== null || !sees(activity)) return [];
      const { parentId } = definitionOf(activity.type).columns(activity.values);
      const parent = isId("act", parentId) ? this.#all.get(parentId) : undefined;
      return parent && parent.trashedAt !== null ? [] : [activity];
    });
  }
}

function cardsOf({ type, values }: Activity): readonly string[] {
  const { cardId, cards } = definitionOf(type).columns(values);
  return cardId === null ? cards : [cardId, ...cards];
}
