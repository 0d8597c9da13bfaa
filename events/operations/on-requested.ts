import { RecordEvent, reportFailure } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { type ImportJob, importOperation } from "@kartis/core/imports/schema.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Actor } from "@kartis/core/kernel/actor.ts";
import { type ErrorCode, KartisError } from "@kartis/core/kernel/error.ts";
import { idFrom, isId, type OperationId, type OrgId } from "@kartis/core/kernel/id.ts";
import { pushesOf } from "@kartis/core/identity/pushes.ts";
import { keepNotices } from "@kartis/core/notifications/notify.ts";
import { findMembership } from "@kartis/core/organizations/index.ts";
import { amendOperation, findOperation, operationOf, requestRun, type RunningOperation } from "@kartis/core/operations/index.ts";
import { actorOfToken } from "@kartis/core/tokens/authenticate.ts";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { operationReceives } from "../subscriptions.ts";

interface Asked {
  readonly orgId: OrgId;
  readonly operationId: OperationId;
}

/** Message from the queue: the record of an operation's start, from the bus, or a request for the next run. */
const Message = z.union([
  z.object({
    orgId: z.custom<OrgId>((value) => isId("org", value)),
    operationId: z.custom<OperationId>((value) => isId("opn", value)),
  }),
  z.object({ detail: RecordEvent }),
]);

async function askedBy(body: string): Promise<Asked | undefined> {
  const message = Message.parse(JSON.parse(body));
  if ("operationId" in message) return message;
  const { orgId, recordId } = message.detail;
  const record = await findRecord(orgId, recordId);
  const operationId = record && operationOf(record);
  return operationId && { orgId, operationId };
}

/**
 * Well under the Lambda's time-out, so that a run ends between two chunks and the next message takes over. The rest is for reading: counting the rows,
 * finding the place, writing the rejects each go through the file once, and the largest takes half a minute.
 */
const runMs = 30_000;

/** One run of each kind of operation; a new kind is one line. Its code is read when it runs, since a cold start is about one of them. */
const runs: Readonly<
  Record<RunningOperation["kind"], (operation: RunningOperation) => Promise<boolean | { readonly afterSeconds: number }>>
> = {
  import: async (operation) =>
    (await import("@kartis/core/imports/index.ts")).runImport(operation, await starterOf(operation), systemClock, runMs),
  export: async (operation) =>
    (await import("@kartis/core/exports/index.ts")).runExport(operation, await starterOf(operation), systemClock),
  audit: async (operation) =>
    (await import("@kartis/core/journal/export.ts")).runAuditExport(operation, await starterOf(operation), systemClock),
  conversion: async (operation) => (await import("@kartis/core/cards/index.ts")).runConversion(operation, systemClock, runMs),
  bulk: async (operation) =>
    (await import("@kartis/core/bulk/index.ts")).runBulk(operation, await starterOf(operation), systemClock, runMs),
  revert: async (operation) =>
    (await import("@kartis/core/undo/revert.ts")).runRevert(operation, await starterOf(operation), systemClock, runMs),
  timeZone: async (operation) =>
    (await import("@kartis/core/onboarding/time-zone.ts")).runTimeZoneChange(operation, systemClock, runMs),
  handOver: async (operation) => (await import("@kartis/core/members/hand-over.ts")).runHandOver(operation, systemClock, runMs),
  async simulation(operation) {
    const { runSimulation } = await import("@kartis/core/automations/simulation/run.ts");
    return runSimulation(operation, await starterOf(operation), systemClock, runMs);
  },
  async ownExport(operation) {
    const [{ runOwnExport }, { signInsOf }] = await Promise.all([
      import("@kartis/core/accounts/run-export.ts"),
      import("@kartis/core/identity/sign-ins.ts"),
    ]);
    return runOwnExport(operation, systemClock, signInsOf);
  },
  async erasure(operation) {
    const { runErasure } = await import("@kartis/core/personal-data/run-erasure.ts");
    return runErasure(operation, systemClock, runMs);
  },
  async personExport(operation) {
    const { runPersonExport } = await import("@kartis/core/personal-data/run-export.ts");
    return runPersonExport(operation, await starterOf(operation), systemClock);
  },
};

/** It acts as its starter, on record too; with the rights they have now, or those of the role they were previewing or of the token they used. */
async function starterOf({ orgId, userId, viewAs, tokenId, operationId }: RunningOperation): Promise<Actor> {
  if (tokenId) {
    const token = await actorOfToken(orgId, tokenId, systemClock);
    if (!token) throw new KartisError("FORBIDDEN");
    return token;
  }
  const membership = await findMembership(userId, orgId, viewAs);
  if (!membership) throw new KartisError("FORBIDDEN");
  return { kind: "user", userId, sessionId: `ses_${operationId}`, membership };
}

/** Errors that a retry may fix. */
const passing: readonly ErrorCode[] = ["SERVICE_UNAVAILABLE", "CONFLICT", "TIMEOUT", "TOO_MANY_REQUESTS"];

/** Longer than the Lambda may take: a run that has superseded this one has ended by then. */
const supersededSeconds = 150;

/**
 * Runs an operation for one stretch and requests the next. Its message leaves the queue only afterwards, so a crash anywhere in between, before or after the
 * next stretch was requested, brings it again.
 */
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
  const asked = await askedBy(message.body);
  const operation = asked && (await findOperation(asked.orgId, asked.operationId));
  if (operation?.state !== "running") return;
  const { orgId, operationId } = operation;
  if (Number(message.attributes.ApproximateReceiveCount) >= operationReceives) {
    // An erasure required by law is not given up: redriven from the dead-letter queue, it continues.
    if (operation.kind !== "erasure") await fail(operation, new KartisError("INTERNAL_SERVER_ERROR"));
    // To the dead-letter queue, whose alarm makes somebody read the log of the previous runs.
    throw new Error(`Operation ${operationId} of ${orgId} breaks off at ${operation.done}`);
  }
  try {
    const finished = await runs[operation.kind](operation);
    if (finished === true && operation.kind === "import")
      await notifyImported(orgId, operationId, importOperation.jobOf(operation));
    if (finished !== true) await requestRun(orgId, operationId, finished === false ? 0 : finished.afterSeconds);
  } catch (error) {
    if (!(error instanceof KartisError) || passing.includes(error.code)) throw error;
    // Canceled, or another run has processed the chunk. That may be a run of this very message, delivered twice: it is gone with this run, should the other
    // die.
    if (error.code === "PRECONDITION_FAILED") await requestRun(orgId, operationId, supersededSeconds);
    else await fail(operation, error);
  }
}

/** Notifies the person who started the import that the file is imported, or checked. */
async function notifyImported(orgId: OrgId, operationId: OperationId, { typeId, dryRun }: ImportJob): Promise<void> {
  const operation = await findOperation(orgId, operationId);
  if (operation?.state !== "done") return;
  const { userId, created, updated, failed, endedAt, createdAt } = operation;
  const at = endedAt ?? createdAt;
  // Listed by when it ended; the same each time that it is notified of.
  const cause = { id: idFrom("opn", Date.parse(at), operationId).slice(4), orgId, at, actorId: null };
  const details = { done: created + updated, rejected: failed, typeId, ...(dryRun ? { onlyChecked: 1 } : {}) };
  await keepNotices(cause, [{ userId, kind: "importDone", subjectId: operationId, details }], { pushesOf }, systemClock);
}

async function fail(operation: RunningOperation, error: KartisError): Promise<void> {
  reportFailure("operations-on-requested", error);
  const { code, details } = error;
  // The missing permission means nothing to the person who is watching.
  const failure = details.messageKey ?? `errors.${code === "NO_PERMISSION" ? "FORBIDDEN" : code}.message`;
  await amendOperation(operation, {
    state: "failed",
    failure,
    ...(details.params ? { failureParams: { ...details.params } } : {}),
  });
}
