import { randomUUID } from "node:crypto";
import { KartisError } from "../kernel/error.ts";
import { backOff } from "./back-off.ts";
import type { Write } from "./commit.ts";
import { requireUnrecorded } from "./recording.ts";
import { attemptTransaction } from "./transaction.ts";

/** Time for which conflicts and lost answers are retried. */
const patienceMs = 10_000;

/**
 * Writes that belong together and need no journal record (a user and the lock on their address; the parts of a meter), in one transaction. It is made once,
 * however often it has to be sent: DynamoDB recognizes a transaction by its token for ten minutes. Throws the error of the first write whose condition failed,
 * CONFLICT where that is `stale`, and SERVICE_UNAVAILABLE when the engine stays busy or away.
 */
export async function writeUnjournalled(writes: readonly Write[]): Promise<void> {
  const items = writes.map(({ item }) => item);
  requireUnrecorded(items);
  const token = randomUUID();
  const deadline = performance.now() + patienceMs;
  for (let tried = 1; ; tried++) {
    const attempt = await attemptTransaction(items, token);
    if (attempt === "done") return;
    if (typeof attempt === "object") {
      const otherwise = writes[attempt.failedAt]?.otherwise;
      throw typeof otherwise === "function" ? otherwise() : new KartisError("CONFLICT");
    }
    if (performance.now() > deadline) throw new KartisError("SERVICE_UNAVAILABLE");
    await backOff(tried);
  }
}
