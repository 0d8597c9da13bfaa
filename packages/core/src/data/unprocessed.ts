import { KartisError } from "../kernel/error.ts";
import { backOff } from "./back-off.ts";

/** Time for which an engine may process nothing of a batch before the caller gets an error. */
const patienceMs = 10_000;

/**
 * Sends a batch again and again until all of it is processed. DynamoDB answers a batch in part when it is throttled or the answer would pass 16 MB, and names
 * the rest; a caller that overlooks it takes items for missing.
 * @param send sends requests (keys to read, items to write), keeps what comes back, and returns the unprocessed ones. Throws SERVICE_UNAVAILABLE when for ten
 * seconds nothing is processed, and whatever `send` throws.
 */
export async function untilProcessed<R>(requests: readonly R[], send: (requests: R[]) => Promise<readonly R[]>): Promise<void> {
  let left = [...requests];
  let attempt = 0;
  let movedAt = performance.now();
  while (left.length > 0) {
    const unprocessed = await send(left);
    if (unprocessed.length < left.length) {
      attempt = 0;
      movedAt = performance.now();
    } else if (performance.now() - movedAt > patienceMs) throw new KartisError("SERVICE_UNAVAILABLE");
    left = [...unprocessed];
    if (left.length > 0) await backOff(++attempt);
  }
}
