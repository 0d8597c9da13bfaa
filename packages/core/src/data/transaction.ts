import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { transactionClient } from "./connection.ts";
import { KartisError } from "../kernel/error.ts";
import { cancellationReasons, exceedsSize } from "./engine/engine-error.ts";
import { outcomeOf } from "./engine/repeat.ts";

export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The key of the item that is written or checked. */
export function keyOf({ Put, Update, Delete, ConditionCheck }: TransactItem): { readonly pk: unknown; readonly sk: unknown } {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return { pk, sk };
}

/** DynamoDB's limit for one transaction. */
export const maxTransactItems = 100;
/** What the items of one may have together: DynamoDB accepts four megabytes. */
export const maxChunkBytes = 3 * 1024 * 1024;
/** A chunk's record is one item of at most 400 KB; compression is headroom that nothing guarantees. */
export const maxRecordBytes = 320 * 1024;

/**
 * An attempt that takes longer is aborted: its record could otherwise appear in the feed behind readers that have passed its id (ARCHITECTURE, "Late records").
 */
const attemptMs = 5_000;

/**
 * The outcome of one attempt at a transaction: it is `done`; it certainly was not done and may be tried `again` (another one held an item, or the engine is
 * throttled); its answer was lost, so that it may have been done or not (`unknown`); or the condition of the write at `failedAt` did not hold.
 */
export type Attempt = "done" | "again" | "unknown" | { readonly failedAt: number };

/** The reasons for which DynamoDB cancels a transaction that may be retried as it is. */
const transient: ReadonlySet<string> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
]);

/**
 * Sends a transaction once. Throws what no repetition can fix: PAYLOAD_TOO_LARGE for an item of more than 400 KB or 4 MB in all, more items than a transaction
 * may have, values that cannot be sent, requests that the engine refuses as invalid.
 * @param token sent again with the same items within ten minutes, the transaction is done once. None for one with a journal record, which is repeated under a
 * new id.
 */
export async function attemptTransaction(items: readonly TransactItem[], token?: string): Promise<Attempt> {
  if (items.length > maxTransactItems)
    throw new Error(`A transaction of ${items.length} items; DynamoDB takes ${maxTransactItems}`);
  const signal = AbortSignal.timeout(attemptMs);
  try {
    const input = { TransactItems: [...items], ...(token ? { ClientRequestToken: token } : {}) };
    await transactionClient().send(new TransactWriteCommand(input), { abortSignal: signal });
    return "done";
  } catch (error) {
    if (signal.aborted) return "unknown";
    if (exceedsSize(error)) throw new KartisError("PAYLOAD_TOO_LARGE", { cause: error });
    const reasons = cancellationReasons(error);
    if (reasons) {
      const failedAt = reasons.findIndex(({ Code }) => Code === "ConditionalCheckFailed");
      if (failedAt !== -1) return { failedAt };
      if (reasons.some(({ Code }) => Code !== undefined && transient.has(Code))) return "again";
      throw error;
    }
    const outcome = outcomeOf(error);
    if (outcome === "answered") throw error;
    return outcome === "not done" ? "again" : "unknown";
  }
}
