import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useSyncExternalStore } from "react";

/** A value that was not saved, and is kept: because somebody else has changed the field meanwhile, until one of both is chosen, or see `unsaved`. */
export interface Clash {
  readonly card: Card;
  readonly field: Field;
  readonly mine: unknown;
  /** The server could not be reached: the value is in its field, and saved by itself when it can be (decision 024). */
  readonly unsaved?: Unsaved;
}

interface Unsaved {
  /** Value of the field when its edit began. */
  readonly before: unknown;
  /** The version that the edit began from, so that another's change meanwhile is noticed. */
  readonly expectedVersion: number;
  /** The person who made the edit: no one else saves it. */
  readonly viewer: string;
  readonly isSending: boolean;
}

export type UnsavedEdit = Clash & { readonly unsaved: Unsaved };

let clashes: ReadonlyMap<string, Clash> = new Map();
const subscribers = new Set<() => void>();
export const clashKey = (cardId: string, fieldId: string) => `${cardId}:${fieldId}`;

export function setClashes(next: ReadonlyMap<string, Clash>): void {
  clashes = next;
  for (const subscriber of subscribers) subscriber();
}

export function subscribeToClashes(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** In the order in which they occurred. */
export const allClashes = (): ReadonlyMap<string, Clash> => clashes;

export const openClash = (clash: Clash): void => setClashes(new Map(clashes).set(clashKey(clash.card.id, clash.field.id), clash));

export function useClashes(): (cardId: string, fieldId: string) => Clash | undefined {
  const now = useSyncExternalStore(subscribeToClashes, allClashes);
  return (cardId, fieldId) => now.get(clashKey(cardId, fieldId));
}
