import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Write } from "./commit.ts";
import { documentClient } from "./table.ts";

/**
 * Writes that belong together and to no organization (a user and the lock on their address), in one transaction without a journal record.
 * Throws the error of the first write whose condition failed.
 */
export async function writeUnjournalled(writes: readonly Write[]): Promise<void> {
  try {
    await documentClient().send(new TransactWriteCommand({ TransactItems: writes.map((write) => write.item) }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const failed = error.CancellationReasons?.findIndex((reason) => reason.Code === "ConditionalCheckFailed") ?? -1;
    const otherwise = writes[failed]?.otherwise;
    throw typeof otherwise === "function" ? otherwise() : error;
  }
}
