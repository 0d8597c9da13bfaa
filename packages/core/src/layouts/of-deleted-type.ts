import { commit } from "../data/commit.ts";
import type { ConsumerContext } from "../data/consumer.ts";
import type { RecordOf } from "../data/payloads.ts";
import { layoutRemoval, storedLayouts } from "./store.ts";

/** Deletes the layouts of types that the record deletes; a type has forty at most. Repeating it finds nothing more to do. */
export async function removeLayoutsOfDeleted(
  { id, orgId, changes }: RecordOf<"cardType.delete">,
  { actor, clock }: ConsumerContext,
): Promise<void> {
  for (const { subject } of changes) {
    await commit({ orgId, actor, clock, requestId: id, origin: "system", causedBy: id }, async () => {
      const removals = (await storedLayouts(orgId, subject.id)).map(({ layout }) => layoutRemoval(orgId, layout));
      return {
        writes: removals.map(({ write }) => write),
        records: removals.length > 0 ? [{ changes: removals.map(({ change }) => change) }] : [],
        result: undefined,
      };
    });
  }
}
