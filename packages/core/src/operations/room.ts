import { maxTransactItems } from "../data/transaction.ts";
import { meterItems } from "../plans/index.ts";

/*
 * What fits one chunk of an operation, which is one transaction.
 */

/** Items left for what the operation is about, after its progress and report, the journal record and the plan's meter. */
export const itemsInChunk = maxTransactItems - 3 - meterItems;
