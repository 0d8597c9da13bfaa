import type { CommitContext } from "../data/commit.ts";
import type { CardId } from "../kernel/id.ts";
import { changeInChunks } from "./in-chunks.ts";
import { meetingsWithGuests } from "./replica/ids.ts";
import type { ActivityValues } from "./types/definition.ts";
import { edit } from "./writes.ts";

interface Entry {
  readonly id?: unknown;
  readonly cardId?: unknown;
  readonly guestId?: unknown;
}
const entries = (value: unknown): readonly Entry[] => (Array.isArray(value) ? (value as Entry[]) : []); // as the schema accepted it

/** The guests and replies of a meeting without those of these cards. */
function without({ guests, answers }: ActivityValues, cardIds: ReadonlySet<string>): ActivityValues {
  const isTheirs = ({ cardId }: Entry) => typeof cardId === "string" && cardIds.has(cardId);
  const gone = new Set(
    entries(guests)
      .filter(isTheirs)
      .map(({ id }) => id),
  );
  return {
    guests: entries(guests).filter((guest) => !isTheirs(guest)),
    answers: entries(answers).filter(({ guestId }) => !gone.has(guestId)),
  };
}

/**
 * Takes people who are erased out of the meetings to which they were invited; the records of it do not say who they were.
 * @returns how many meetings that was; false when `isOver` said to stop first.
 */
export async function forgetGuests(
  context: CommitContext,
  cardIds: ReadonlySet<CardId>,
  isOver: () => boolean,
): Promise<{ readonly count: number } | false> {
  const { orgId } = context;
  const ids = await meetingsWithGuests(orgId, [...cardIds]);
  const changed = await changeInChunks(
    context,
    ids,
    (found, now) =>
      found.flatMap((activity) => {
        const written = edit(orgId, activity, without(activity.values, cardIds), undefined, now);
        return written ? { ...written, change: { ...written.change, before: written.change.after, erased: true } } : [];
      }),
    isOver,
  );
  return changed !== undefined && { count: ids.length };
}
