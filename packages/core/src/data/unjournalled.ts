import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { isTransient, maxAttempts, pause, type Write } from "./commit.ts";
import { documentClient } from "./table.ts";

/**
 * Writes that belong together and to no organization (a user and the lock on their address), in one transaction without a journal record.
 * Throws the error of the first write whose condition failed.
 */
export async function writeUnjournalled(writes: readonly Write[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await documentClient().send(new TransactWriteCommand({ TransactItems: writes.map((write) => write.item) }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed = reasons.findIndex((reason) => reason.Code === "ConditionalCheckFailed");
      const otherwise = writes[failed]?.otherwise;
      if (typeof otherwise === "function") throw otherwise();
      if (failed !== -1 || attempt >= maxAttempts || !isTransient(reasons)) throw error;
      await pause(attempt);
    }
  }
}
