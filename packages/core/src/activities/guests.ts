import type { CommitContext } from "../data/commit.ts";
import type { CardId } from "../kernel/id.ts";
import { changeInChunks } from "./in-chunks.ts";
import { everyGuestIn, isOneOf, ownGuestsOf, settledWith } from "./meetings/guests-at.ts";
import type { Answer, MeetingException, StoredGuest } from "./meetings/meeting.ts";
import { timingOf } from "./meetings/time.ts";
import { meetingsWithGuests } from "./replica/ids.ts";
import type { ActivityValues } from "./types/definition.ts";
import { edit } from "./writes.ts";

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as the schema accepted it
const guestsIn = ({ guests }: ActivityValues) => list<StoredGuest>(guests);
const answersIn = ({ answers }: ActivityValues) => list<Answer>(answers);

/** The guests of a meeting and its times, and the replies, without those of these cards. */
function without(values: ActivityValues, cardIds: ReadonlySet<string>): ActivityValues {
  const isTheirs = isOneOf(cardIds);
  const gone = new Set(
    everyGuestIn(values)
      .filter(isTheirs)
      .map(({ id }) => id),
  );
  const guests = guestsIn(values).filter((guest) => !isTheirs(guest));
  const { exceptions } = timingOf(values);
  const left = exceptions.map((one): MeetingException => {
    if (one.type === "removed" || !one.guests) return one;
    const { added, removed } = one.guests;
    return { ...one, guests: { added: added.filter((guest) => !isTheirs(guest)), removed } };
  });
  return {
    guests,
    answers: answersIn(values).filter(({ guestId }) => !gone.has(guestId)),
    ...(Array.isArray(values["withoutReminders"])
      ? { withoutReminders: values["withoutReminders"].filter((id) => !gone.has(String(id))) }
      : {}),
    ...(exceptions.some(ownGuestsOf) ? { exceptions: settledWith(left, guests) } : {}),
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
