import { maxTransactItems } from "../data/transaction.ts";
import { meterItems } from "../plans/index.ts";

/*
 * What fits one chunk of an operation, which is one transaction.
 */

/** Items left for what the operation is about, after its progress and report, the journal record and the plan's meter. */
export const itemsInChunk = maxTransactItems - 3 - meterItems;
/** A chunk's record is one item of at most 400 KB; compression is headroom that nothing guarantees. */
export const maxRecordBytes = 320 * 1024;
/** DynamoDB accepts four megabytes per transaction. */
export const maxChunkBytes = 3 * 1024 * 1024;
