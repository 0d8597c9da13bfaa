import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useSyncExternalStore } from "react";

/** A value that was not saved because somebody else has changed the field meanwhile: it is kept until one of both is chosen. */
export interface Clash {
  readonly card: Card;
  readonly field: Field;
  readonly mine: unknown;
}

let clashes: ReadonlyMap<string, Clash> = new Map();
const subscribers = new Set<() => void>();
const keyOf = (cardId: string, fieldId: string) => `${cardId}:${fieldId}`;

function set(next: ReadonlyMap<string, Clash>): void {
  clashes = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const openClash = (clash: Clash): void => set(new Map(clashes).set(keyOf(clash.card.id, clash.field.id), clash));

export function closeClash({ card, field }: Clash): void {
  const next = new Map(clashes);
  next.delete(keyOf(card.id, field.id));
  set(next);
}

export function useClashes(): (cardId: string, fieldId: string) => Clash | undefined {
  const now = useSyncExternalStore(subscribe, () => clashes);
  return (cardId, fieldId) => now.get(keyOf(cardId, fieldId));
}
