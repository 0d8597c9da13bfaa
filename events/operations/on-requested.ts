import { reportFailure } from "@kartis/core/data/consumer.ts";
import { runExport } from "@kartis/core/exports/index.ts";
import { runImport } from "@kartis/core/imports/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { findMembership } from "@kartis/core/organizations/index.ts";
import { amendOperation, findOperation, requestRun, type RunningOperation } from "@kartis/core/operations/index.ts";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";

const Message = z.object({
  orgId: z.custom<`org_${string}`>((value) => isId("org", value)),
  operationId: z.custom<`opn_${string}`>((value) => isId("opn", value)),
});

/** Well under the Lambda's time-out, so that a run ends between two chunks and the next message takes over. */
const runMs = 30_000;

/** One run of each operation that exists; a new kind is one line. */
const runs: Readonly<Record<RunningOperation["kind"], (operation: RunningOperation) => Promise<boolean>>> = {
  import: async (operation) => {
    const { orgId, userId, operationId } = operation;
    const membership = await findMembership(userId, orgId);
    // The rows are the person's own doing, and say so; a person who has left is nobody's hand any more.
    if (!membership) throw new KartisError("FORBIDDEN");
    const actor = { kind: "user" as const, userId, sessionId: `ses_${operationId}` as const, membership };
    return runImport(operation, actor, systemClock, systemClock.now() + runMs);
  },
  export: (operation) => runExport(operation, systemClock),
};

/** Runs an operation a stretch further, and asks for the next stretch. A crash leaves the message in the queue, and the next receiver goes on. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
  for (const message of event.Records) {
    try {
      await runOnce(message);
    } catch (error) {
      reportFailure("operations-on-requested", error);
      batchItemFailures.push({ itemIdentifier: message.messageId });
    }
  }
  return { batchItemFailures };
}

async function runOnce(message: SQSRecord): Promise<void> {
  const { orgId, operationId } = Message.parse(JSON.parse(message.body));
  const operation = await findOperation(orgId, operationId);
  if (operation?.state !== "running") return;
  try {
    const finished = await runs[operation.kind](operation);
    if (!finished) await requestRun(orgId, operationId);
  } catch (error) {
    // Another run has dealt with the chunk, or it was canceled: what there is to do is done elsewhere.
    if (error instanceof KartisError && error.code === "PRECONDITION_FAILED") return;
    if (!(error instanceof KartisError)) throw error;
    reportFailure("operations-on-requested", error);
    await amendOperation(operation, { state: "failed", failure: error.details.messageKey ?? `errors.${error.code}.message` });
  }
}
