import type { findCards } from "../cards/index.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { inTime } from "../data/replica/question-time.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { openReplica } from "../replicas.ts";
import { endedWrite } from "./alias.ts";
import { callRemoval, findCall, type StoredCall } from "./calls.ts";
import type { CallId } from "./schema.ts";

/** Leaves room in the transaction for the records. */
const atOnce = 40;

/**
 * Permanently deletes calls, as many as fit into a transaction at a time. Harmless to repeat.
 * @param areMeant selects those to delete, as they are stored now
 * @returns how many were deleted
 */
export async function endCalls(
  context: CommitContext,
  callIds: readonly CallId[],
  areMeant: (calls: readonly StoredCall[]) => Promise<readonly StoredCall[]>,
): Promise<number> {
  const { orgId } = context;
  let ended = 0;
  for (let from = 0; from < callIds.length; from += atOnce) {
    const { result } = await commit(context, async () => {
      const found = await Promise.all(callIds.slice(from, from + atOnce).map((callId) => findCall(orgId, callId)));
      const meant = await areMeant(found.filter((call) => call !== undefined));
      const ending = meant.map((call) => callRemoval(orgId, call));
      return {
        writes: [...ending.map(({ write }) => write), ...meant.map(({ id }) => endedWrite(orgId, id, context.clock))],
        records: ending.length > 0 ? [{ changes: ending.map(({ change }) => change) }] : [],
        result: ending.length,
      };
    });
    ended += result;
  }
  return ended;
}

/**
 * Deletes calls whose card was permanently deleted: they would keep a phone number.
 * @param find reads cards from the table; passed in, so that the sweep's Lambda does not bundle the whole domain
 * @returns true if none of the organization's is left, false if `isOver` stopped it first
 */
export const purgeLostCalls =
  (find: typeof findCards) =>
  async (context: CommitContext, _: string, isOver: () => boolean): Promise<boolean> => {
    const { orgId } = context;
    for (;;) {
      const lost = await callsWithoutCard(orgId);
      if (lost.length === 0) return true;
      const ended = await endCalls(context, lost, async (calls) => {
        const cards = await find(
          orgId,
          calls.flatMap(({ cardId }) => cardId ?? []),
        );
        return calls.filter(({ cardId }) => cardId !== null && !cards.has(cardId));
      });
      // The card is in the table but not in the replica yet: the next sweep checks again.
      if (ended === 0 || isOver()) return false;
    }
  };

async function callsWithoutCard(orgId: OrgId): Promise<CallId[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT call.id FROM call LEFT JOIN card ON card.id = call.card_id
       WHERE ${inTime("call.id")} AND call.card_id IS NOT NULL AND card.id IS NULL ORDER BY call.id LIMIT ${atOnce}`,
    )
    .all()
    .flatMap(({ id }) => (isId("cal", id) ? [id] : []));
}
