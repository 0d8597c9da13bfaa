import type { Operation } from "@kartis/core/operations/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { canRetry } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";
import { refreshLists } from "../cards/card-cache.ts";
import { type ChangedKind, dismiss, setWatched } from "./watched.ts";

const pollMilliseconds = 400;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Shows how far the operation is until its end; resolves with that. One that was stopped or left some as they were stays on the screen. */
export async function watch(
  operationId: OperationId,
  label: string,
  { canUndo = true, of = "cards" }: { readonly canUndo?: boolean; readonly of?: ChangedKind | undefined } = {},
): Promise<Operation> {
  setWatched((now) => [...now, { operationId, label, operation: undefined, canUndo, of }]);
  const refresh = of === "tasks" ? () => void queryClient.invalidateQueries(trpc.tasks.pathFilter()) : refreshLists;
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
    setWatched((now) => now.map((one) => (one.operationId === operationId ? { ...one, operation: known } : one)));
    refresh();
  }
  if (operation.state === "done" && operation.failed === 0) dismiss(operationId);
  refresh();
  void queryClient.invalidateQueries(trpc.cards.get.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  return operation;
}

export function stop(operationId: OperationId): void {
  client.operations.cancel.mutate({ operationId }).catch(reportFailure);
}
