import { commit } from "../data/commit.ts";
import type { ConsumerContext } from "../data/consumer.ts";
import type { RecordOf } from "../data/payloads.ts";
import { allViews, viewRemoval } from "./store.ts";

/** A removal takes two items of a transaction. */
const viewsAtOnce = 40;

/** Deletes the views of types that the record deletes, with their addresses. Repeating it finds nothing more to do. */
export async function removeViewsOfDeleted(
  { id, orgId, changes }: RecordOf<"cardType.delete">,
  { actor, clock }: ConsumerContext,
): Promise<void> {
  const gone = new Set(changes.map(({ subject }) => subject.id));
  for (let isDone = false; !isDone;) {
    const context = { orgId, actor, clock, requestId: id, origin: "system", causedBy: id } as const;
    ({ result: isDone } = await commit(context, async () => {
      const views = (await allViews(orgId)).filter(({ typeId }) => typeId !== null && gone.has(typeId));
      const removals = views.slice(0, viewsAtOnce).map((view) => viewRemoval(orgId, view));
      return {
        writes: removals.flatMap(({ writes }) => writes),
        records: removals.length > 0 ? [{ changes: removals.map(({ change }) => change) }] : [],
        result: views.length <= viewsAtOnce,
      };
    }));
  }
}
