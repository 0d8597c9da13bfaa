import type { Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";

/** Number of items that fit in one DynamoDB transaction, with room for its records. */
const maxMoved = 40;

/**
 * The transaction that moves these views, with a record for each.
 * @throws INVALID_INPUT for more views than one transaction holds
 */
export function movingOf(moved: readonly { readonly write: Write; readonly change: Change }[]) {
  if (moved.length > maxMoved) throw new KartisError("INVALID_INPUT", { fields: { viewIds: "validation.arraySize" } });
  return {
    writes: moved.map(({ write }) => write),
    records: moved.map(({ change }) => ({ changes: [change] })),
    result: { moved: moved.length },
  };
}
