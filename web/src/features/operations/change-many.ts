import type { BulkRequest } from "@kartis/core/bulk/schema.ts";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { showToast } from "../../ui/feedback/toasts.ts";
import { offerUndo } from "../undo/undo.ts";
import { watch } from "./operations.ts";
import type { ChangedKind } from "./watched.ts";

interface Words {
  readonly of: ChangedKind;
  /** While it runs. */
  readonly label: string;
  /** When it is done with so many. */
  readonly doneLabel: (count: number) => string;
}

/** Starts a change of many, shows how far it is, and offers to take it back when it is done. */
export async function startChange(job: BulkRequest, { of, label, doneLabel }: Words): Promise<void> {
  try {
    const { operationId } = await client.bulk.start.mutate(job);
    const canUndo = job.change.kind !== "purge";
    const { state, updated, failed } = await watch(operationId, label, { canUndo, of });
    // With some left as they were, the progress stays and has the button.
    if (state !== "done" || failed > 0 || updated === 0) return;
    if (canUndo) offerUndo({ operationId, of, message: doneLabel(updated) });
    else showToast({ tone: "success", code: operationId, givesWay: true, title: doneLabel(updated) });
  } catch (failure) {
    reportFailure(failure);
  }
}
