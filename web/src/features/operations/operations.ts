import type { Operation } from "@kartis/core/operations/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";
import { client, trpc } from "../../lib/api.ts";
import { canRetry } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";
import { refreshLists } from "../cards/card-cache.ts";

/** A long operation that this tab watches, whatever page is open. */
export interface Watched {
  readonly operationId: OperationId;
  /** What it does, in the words of its notification. */
  readonly label: string;
  readonly operation: Operation | undefined;
  readonly canUndo: boolean;
}

let watched: readonly Watched[] = [];
const subscribers = new Set<() => void>();

function set(next: readonly Watched[]): void {
  watched = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Operations that run, and those that have ended with cards left as they were until `dismiss`. */
export const useWatched = (): readonly Watched[] => useSyncExternalStore(subscribe, () => watched);

export const dismiss = (operationId: OperationId): void => set(watched.filter((one) => one.operationId !== operationId));

const pollMilliseconds = 400;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Shows how far the operation is until its end; resolves with that. One that was stopped or left cards as they were stays on the screen. */
export async function watch(operationId: OperationId, label: string, canUndo = true): Promise<Operation> {
  set([...watched, { operationId, label, operation: undefined, canUndo }]);
  let operation: Operation | undefined;
  while (operation?.state !== "done" && operation?.state !== "failed" && operation?.state !== "canceled") {
    try {
      if (operation) await wait(pollMilliseconds);
      operation = await client.operations.get.query({ operationId });
    } catch (failure) {
      // Without a connection it goes on all the same, and is found again when there is one.
      if (!canRetry(failure)) {
        dismiss(operationId);
        throw failure;
      }
      await wait(pollMilliseconds * 5);
    }
    const known = operation;
    set(watched.map((one) => (one.operationId === operationId ? { ...one, operation: known } : one)));
    refreshLists();
  }
  if (operation.state === "done" && operation.failed === 0) dismiss(operationId);
  refreshLists();
  void queryClient.invalidateQueries(trpc.cards.get.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  return operation;
}

export function stop(operationId: OperationId): void {
  client.operations.cancel.mutate({ operationId }).catch(reportFailure);
}
