import type { BulkRequest } from "@kartis/core/bulk/schema.ts";
import type { Operation } from "@kartis/core/operations/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { canRetry } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showToast, type ToastContent } from "../../lib/toasts/toasts.ts";
import { refreshLists } from "../records/card-cache.ts";
import { keepDone, noteFinal, offerUndo } from "../undo/undo.ts";
import type { ChangedKind } from "../records/changed-kind.ts";
import { dismiss, setWatched } from "./watched.ts";

const pollMilliseconds = 400;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Asks again for what an operation changes. */
const refreshes: Readonly<Record<ChangedKind, () => void>> = {
  cards: refreshLists,
  tasks: () => void queryClient.invalidateQueries(trpc.tasks.pathFilter()),
  meetings: () => void queryClient.invalidateQueries(trpc.meetings.pathFilter()),
  sms: () => void queryClient.invalidateQueries(trpc.sms.pathFilter()),
  presses: refreshLists,
};

/** Shows how far the operation is until its end; resolves with that. One that was stopped or left some as they were stays on the screen. */
export async function watch(
  operationId: OperationId,
  label: string,
  { canUndo = true, of = "cards" }: { readonly canUndo?: boolean; readonly of?: ChangedKind | undefined } = {},
): Promise<Operation> {
  setWatched((now) => [...now, { operationId, label, operation: undefined, canUndo, of }]);
  const refresh = refreshes[of];
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

interface Words {
  readonly of: ChangedKind;
  /** While it runs. */
  readonly label: string;
  /** Message when it is done, with the count. */
  readonly doneLabel: (count: number) => string;
  /** Where to look at what it has started, if it cannot be taken back. */
  readonly link?: ToastContent["link"];
}

/** Starts a change of many, shows how far it is, and offers to take it back when it is done. */
export async function startChange(job: BulkRequest, words: Words): Promise<void> {
  try {
    const { operationId } = await client.bulk.start.mutate(job);
    await followChange(operationId, job, words);
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Kinds of changes that cannot be called back: what is gone, what has left, and runs, which are undone one by one. */
const lasting: ReadonlySet<BulkRequest["change"]["kind"]> = new Set(["purge", "send", "press"]);

/** Shows how far a change of many is that has been started, and offers to take it back when it is done. */
export async function followChange(
  operationId: OperationId,
  { change }: Pick<BulkRequest, "change">,
  { of, label, doneLabel, link }: Words,
): Promise<void> {
  try {
    const canUndo = !lasting.has(change.kind);
    const { state, updated, failed } = await watch(operationId, label, { canUndo, of });
    if (updated === 0) return;
    // If some records were left unchanged, the progress panel stays open and has the undo button, so no notice is shown; the key still undoes it.
    if (state !== "done" || failed > 0)
      return canUndo
        ? keepDone("undo", { recordIds: [], operationId, of, at: Date.now(), label: doneLabel(updated) })
        : noteFinal(doneLabel(updated));
    if (canUndo) offerUndo({ operationId, of, message: doneLabel(updated) });
    else {
      noteFinal(doneLabel(updated));
      showToast({ tone: "success", code: operationId, givesWay: true, title: doneLabel(updated), ...(link ? { link } : {}) });
    }
  } catch (failure) {
    reportFailure(failure);
  }
}
