import { runOwnExport } from "@kartis/core/accounts/run-export.ts";
import { runBulk } from "@kartis/core/bulk/index.ts";
import { runConversion } from "@kartis/core/cards/index.ts";
import { runRevert } from "@kartis/core/changes/index.ts";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { runExport } from "@kartis/core/exports/index.ts";
import { signInsOf } from "@kartis/core/identity/sign-ins.ts";
import { runImport } from "@kartis/core/imports/index.ts";
import { runAuditExport } from "@kartis/core/journal/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Actor } from "@kartis/core/kernel/actor.ts";
import { type ErrorCode, KartisError } from "@kartis/core/kernel/error.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { runHandOver } from "@kartis/core/members/hand-over.ts";
import { findMembership } from "@kartis/core/organizations/index.ts";
import { runErasure } from "@kartis/core/personal-data/run-erasure.ts";
import { runPersonExport } from "@kartis/core/personal-data/run-export.ts";
import { amendOperation, findOperation, requestRun, type RunningOperation } from "@kartis/core/operations/index.ts";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { operationReceives } from "../subscriptions.ts";

const Message = z.object({
  orgId: z.custom<`org_${string}`>((value) => isId("org", value)),
  operationId: z.custom<`opn_${string}`>((value) => isId("opn", value)),
});

/**
 * Well under the Lambda's time-out, so that a run ends between two chunks and the next message takes over. The rest is for reading: counting the rows,
 * finding the place, writing the rejects each go through the file once, and the largest takes half a minute.
 */
const runMs = 30_000;

/** One run of each operation that exists; a new kind is one line. */
const runs: Readonly<
  Record<RunningOperation["kind"], (operation: RunningOperation) => Promise<boolean | { readonly afterSeconds: number }>>
> = {
  import: async (operation) => runImport(operation, await starterOf(operation), systemClock, runMs),
  export: async (operation) => runExport(operation, await starterOf(operation), systemClock),
  audit: async (operation) => runAuditExport(operation, await starterOf(operation), systemClock),
  conversion: (operation) => runConversion(operation, systemClock, runMs),
  bulk: async (operation) => runBulk(operation, await starterOf(operation), systemClock, runMs),
  revert: async (operation) => runRevert(operation, await starterOf(operation), systemClock, runMs),
  handOver: (operation) => runHandOver(operation, systemClock, runMs),
  ownExport: (operation) => runOwnExport(operation, systemClock, signInsOf),
  erasure: (operation) => runErasure(operation, systemClock, runMs),
  personExport: async (operation) => runPersonExport(operation, await starterOf(operation), systemClock),
};

/** What it does is its starter's doing, and says so; with the rights they have now, or those of the role with whose eyes they looked. */
async function starterOf({ orgId, userId, viewAs, operationId }: RunningOperation): Promise<Actor> {
  const membership = await findMembership(userId, orgId, viewAs);
  if (!membership) throw new KartisError("FORBIDDEN");
  return { kind: "user", userId, sessionId: `ses_${operationId}`, membership };
}

/** What another try may mend. */
const passing: readonly ErrorCode[] = ["SERVICE_UNAVAILABLE", "CONFLICT", "TIMEOUT", "TOO_MANY_REQUESTS"];

/** Longer than the Lambda may take: whoever has overtaken this run has then come to the end of theirs. */
const overtakenSeconds = 150;

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
  if (Number(message.attributes.ApproximateReceiveCount) >= operationReceives) {
    // What the law wants erased is not given up: redriven from the dead-letter queue, it goes on.
    if (operation.kind !== "erasure") await fail(operation, new KartisError("INTERNAL_SERVER_ERROR"));
    // To the dead-letter queue, whose alarm has somebody look at what the log says of the runs before.
    throw new Error(`Operation ${operationId} of ${orgId} breaks off at ${operation.done}`);
  }
  try {
    const finished = await runs[operation.kind](operation);
    if (finished !== true) await requestRun(orgId, operationId, finished === false ? 0 : finished.afterSeconds);
  } catch (error) {
    if (!(error instanceof KartisError) || passing.includes(error.code)) throw error;
    // Canceled, or another run has dealt with the chunk. Or it was this run's own write, whose answer was lost: then nobody else goes on.
    if (error.code === "PRECONDITION_FAILED") await requestRun(orgId, operationId, overtakenSeconds);
    else await fail(operation, error);
  }
}

async function fail(operation: RunningOperation, error: KartisError): Promise<void> {
  reportFailure("operations-on-requested", error);
  const { code, details } = error;
  // Which one permission was missing says nothing to who watches it.
  const failure = details.messageKey ?? `errors.${code === "NO_PERMISSION" ? "FORBIDDEN" : code}.message`;
  await amendOperation(operation, {
    state: "failed",
    failure,
    ...(details.params ? { failureParams: { ...details.params } } : {}),
  });
}
