import type { Operation } from "@kartis/core/operations/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";
import type { ChangedKind } from "../records/changed-kind.ts";

/** A long operation that this tab watches, whatever page is open. */
export interface Watched {
  readonly operationId: OperationId;
  /** Name of the operation in its notification. */
  readonly label: string;
  readonly operation: Operation | undefined;
  readonly canUndo: boolean;
  readonly of: ChangedKind;
}

let watched: readonly Watched[] = [];
const subscribers = new Set<() => void>();

/** Replaces what is watched by what `change` makes of it. */
export function setWatched(change: (now: readonly Watched[]) => readonly Watched[]): void {
  watched = change(watched);
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Operations that run, and those that have ended with cards left as they were until `dismiss`. */
export const useWatched = (): readonly Watched[] => useSyncExternalStore(subscribe, () => watched);

export const dismiss = (operationId: OperationId): void =>
  setWatched((now) => now.filter((one) => one.operationId !== operationId));
