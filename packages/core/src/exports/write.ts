import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { forgetTemporary, storeLines } from "../files/index.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";

/** Stores the lines as the file of the operation and finishes it. @param counts how much is in the file, once all of it is written */
export async function writeExport(
  operation: RunningOperation,
  name: string,
  lines: AsyncIterable<string>,
  counts: () => { readonly total: number; readonly done: number },
  clock: Clock,
): Promise<void> {
  const fileId = await storeLines(operation, "export", name, lines, clock);
  try {
    await amendOperation(operation, { state: "done", ...counts(), ...(fileId ? { resultFileId: fileId } : {}) });
  } catch (error) {
    // Canceled at the last moment, or another run was first: nobody would ever be shown the file.
    if (fileId && error instanceof KartisError && error.code === "PRECONDITION_FAILED")
      await forgetTemporary(operation.orgId, fileId);
    throw error;
  }
}
