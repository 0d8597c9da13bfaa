import type { Meeting, MeetingException, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { Reply } from "@kartis/core/activities/meetings/schema.ts";
import type { ActivityId, RecordId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { type AppError, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, loadFailureWords } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import type { RouterInputs } from "../../../lib/types.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { reasonOf } from "../../tasks/changes/change.ts";
import { inTurn } from "../../tasks/changes/saving.ts";
import { zone } from "../../dates/days.ts";
import { offerUndo } from "../../undo/undo.ts";
import { keyOf } from "../entries.ts";
import { calendarHref, readCalendarSearch } from "../search.ts";
import { endPending, markFailed, type PendingChange, showPending } from "./pending.ts";
import { dayInContinuation, dayOfStart } from "./series-days.ts";
import { isMadeBefore } from "../../../lib/made-before.ts";
import { refreshMeetings } from "./refresh.ts";

export type NewMeeting = Omit<RouterInputs["meetings"]["create"], "meetingId">;
export type MeetingChange = Omit<
  RouterInputs["meetings"]["update"],
  "meetingId" | "expectedVersion" | "scope" | "day" | "followingId"
>;

/** Of a series: this time, it and all after it, or all. */
export const seriesParts = ["one", "following", "all"] as const;
export type SeriesPart = (typeof seriesParts)[number];

const isInPart = (of: Occurrence, part: SeriesPart) => (occurrence: Occurrence) =>
  occurrence.meetingId === of.meetingId &&
  (part === "all" || of.day === null || (part === "one" ? occurrence.day === of.day : (occurrence.day ?? "") >= of.day));

/** A meeting that does not repeat is changed whole. */
const namedIn = (occurrence: Occurrence, part: SeriesPart) =>
  occurrence.day === null
    ? { meetingId: occurrence.meetingId }
    : { meetingId: occurrence.meetingId, scope: part, day: occurrence.day };

interface Call {
  readonly run: () => Promise<{ readonly recordId: RecordId | null; readonly dropped?: readonly string[] }>;
  readonly shown: PendingChange;
  /** What its notification says. */
  readonly message: string;
  readonly notice?: { readonly label: string; readonly href: string };
}

/** The most dates that are named. */
const mostNamed = 5;

/** Which dates with changes of their own a changed series has no day for. */
function droppedWords(days: readonly string[]): string {
  const t = currentTranslate();
  const day = new Intl.DateTimeFormat(t.language, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const named = days.slice(0, mostNamed).map((one) => day.format(new Date(`${one}T00:00:00Z`)));
  const rest = days.length > mostNamed ? [t("common.moreCount", { count: days.length - mostNamed })] : [];
  return t("calendar.seriesDates.dropped", { count: days.length, days: [...named, ...rest].join(", ") });
}

/** Shows it, sends it, and keeps what is shown until the answer has it too. Throws the refusal, with everything as it was. */
const send = async ({ run, shown, message, notice }: Call): Promise<void> => {
  showPending(shown);
  await inTurn(async () => {
    try {
      const { recordId, dropped = [] } = await run();
      const lost = dropped.length > 0 ? { message: droppedWords(dropped) } : {};
      offerUndo({ recordId, message, notice: { ...lost, ...(notice ? { link: notice } : {}) } });
      await refreshMeetings();
    } finally {
      endPending(shown);
    }
  });
};

async function sayFailed(error: AppError, message: string, retry: () => void): Promise<void> {
  await loadFailureWords().catch(() => undefined);
  const t = currentTranslate();
  showToast({
    tone: "error",
    code: `meetings:${error.code}`,
    title: t("tasks.failed", { what: message }),
    message: reasonOf(error),
    action: { label: t("common.retry"), run: retry },
  });
}

/** For what has no form to say it: goes back where it was, with the reason and another try. */
function sendQuietly(call: Call, key: string): void {
  send(call).catch(async (failure: unknown) => {
    const error = toAppError(failure);
    if (error.code.startsWith("UNAUTHORIZED")) return reportFailure(failure);
    markFailed(key);
    await sayFailed(error, call.message, () => sendQuietly(call, key));
    return refreshMeetings();
  });
}

/** Answers why it failed, in a sentence: whoever typed it still has it. */
async function reasonAfter(call: Call): Promise<AppError | undefined> {
  try {
    await send(call);
    return undefined;
  } catch (failure) {
    const error = toAppError(failure);
    if (error.code.startsWith("UNAUTHORIZED")) reportFailure(failure);
    await loadFailureWords().catch(() => undefined);
    if (!isMadeBefore(failure)) return error;
    await refreshMeetings();
    // It may be at another time than this one.
    return call.notice ? { ...error, targetRoute: call.notice.href } : error;
  }
}

/** The view of the calendar one is in; from elsewhere, the day. */
const shownView = () =>
  location.pathname === "/calendar" ? readCalendarSearch(Object.fromEntries(new URLSearchParams(location.search))).view : "day";

export const createMeeting = (meetingId: ActivityId, meeting: NewMeeting, made: Occurrence): Promise<AppError | undefined> => {
  const t = currentTranslate();
  return reasonAfter({
    run: () => client.meetings.create.mutate({ ...meeting, meetingId }),
    shown: { isOf: () => false, become: (same) => same, made },
    message: t("calendar.created"),
    notice: {
      label: t("common.open"),
      // Of a series, the calendar finds the time by itself: it need not take place on the day that was typed.
      href: calendarHref({ view: shownView(), day: dayOfStart(made.start, zone), open: meetingId }),
    },
  });
};

interface Changing {
  readonly occurrence: Occurrence;
  readonly part: SeriesPart;
  readonly change: MeetingChange;
  /** How this time looks with it. */
  readonly becomes: Partial<Occurrence>;
  readonly message: string;
  /** Whether its guests get a mail about it; as the meeting says where it is absent. */
  readonly notifyGuests?: boolean | undefined;
  /** What the change was made over: what others have written since is not overwritten unseen. */
  readonly seen?: number;
  /** Id of the series that is divided off with this time and those after it: the same in each try, so that a lost answer divides it once. */
  readonly followingId?: ActivityId;
}

const withNotice = (notifyGuests: boolean | undefined) => (notifyGuests === undefined ? {} : { notifyGuests });

interface Continuation {
  readonly meetingId: ActivityId;
  /** The day by which the new series names the time; undefined if it is another. */
  readonly day: string | undefined;
}
const continuations = new Map<string, Continuation>();

/** Where a time of a series has gone with those after it, if this tab has divided the series there. */
export const continuationOf = (meetingId: ActivityId, day: string): Continuation | undefined =>
  continuations.get(`${meetingId} ${day}`);

/** Whether the series came into being by a division, which can be undone. */
export const isContinuation = (meetingId: ActivityId): boolean =>
  [...continuations.values()].some((one) => one.meetingId === meetingId);

const changingCall = ({
  occurrence,
  part,
  change,
  becomes,
  message,
  notifyGuests,
  seen,
  followingId = newId("act"),
}: Changing): Call => ({
  run: async () => {
    const saved = await client.meetings.update.mutate({
      ...namedIn(occurrence, part),
      ...change,
      ...(part === "following" ? { followingId } : {}),
      ...withNotice(notifyGuests),
      ...(seen === undefined ? {} : { expectedVersion: seen }),
    });
    const { meetingId, day, start } = occurrence;
    if (day !== null && saved.id !== meetingId) {
      const named = dayInContinuation(occurrence, becomes.start ?? start, saved);
      continuations.set(`${meetingId} ${day}`, { meetingId: saved.id, day: named });
    }
    return saved;
  },
  shown: { isOf: isInPart(occurrence, "one"), become: (shown) => ({ ...shown, ...becomes }) },
  message,
});

/** From the calendar itself: shown at once, put back visibly where it fails. */
export const changeMeeting = (changing: Changing): void => sendQuietly(changingCall(changing), keyOf(changing.occurrence));

/** From a form, which stays open where it fails. */
export const saveMeeting = (changing: Changing): Promise<AppError | undefined> => reasonAfter(changingCall(changing));

/** To the trash; a part of a series is left out of it. */
export function removeMeeting(occurrence: Occurrence, part: SeriesPart, notifyGuests: boolean | undefined): void {
  sendQuietly(
    {
      run: () => client.meetings.remove.mutate({ ...namedIn(occurrence, part), ...withNotice(notifyGuests) }),
      shown: { isOf: isInPart(occurrence, part), become: () => undefined },
      message: currentTranslate()("calendar.deleted", { part }),
    },
    keyOf(occurrence),
  );
}

/** Out of the trash. @param notifyGuests whether its guests are invited again; as the meeting says where that was not asked */
export async function restoreMeeting({ id }: Pick<Meeting, "id">, notifyGuests?: boolean): Promise<void> {
  const message = currentTranslate()("calendar.trash.restored");
  const error = await reasonAfter({
    run: () => client.meetings.restore.mutate({ meetingId: id, ...withNotice(notifyGuests) }),
    shown: { isOf: () => false, become: (same) => same },
    message,
    notice: { label: currentTranslate()("common.open"), href: calendarHref({ open: id }) },
  });
  if (error) await sayFailed(error, message, () => void restoreMeeting({ id }, notifyGuests));
}

interface Replying {
  readonly occurrence: Occurrence;
  readonly guestId: string;
  readonly rsvp: Reply;
  /** Of a series: for this time, or for all of them. */
  readonly part: "one" | "all";
}

/** Records what a guest said by telephone. */
export function recordReply({ occurrence, guestId, rsvp, part }: Replying): void {
  const day = part === "one" && occurrence.day !== null ? { day: occurrence.day } : {};
  const become = (shown: Occurrence) => ({
    ...shown,
    guests: shown.guests.map((guest) => (guest.id === guestId ? { ...guest, rsvp } : guest)),
  });
  sendQuietly(
    {
      run: () => client.meetings.answer.mutate({ meetingId: occurrence.meetingId, guestId, rsvp, ...day }),
      shown: { isOf: isInPart(occurrence, part), become },
      message: currentTranslate()("calendar.rsvp.recorded"),
    },
    keyOf(occurrence),
  );
}

/** Brings a removed date back, or a changed one to what its series has. Answers the meeting's version, or why it failed. */
export async function restoreDate(
  meetingId: ActivityId,
  { day, type }: Pick<MeetingException, "day" | "type">,
): Promise<{ readonly version: number } | AppError> {
  let version = 0;
  const error = await reasonAfter({
    run: async () => {
      const one = { meetingId, day };
      const saved = await (type === "removed" ? client.meetings.restore.mutate(one) : client.meetings.reset.mutate(one));
      ({ version } = saved);
      return saved;
    },
    shown: { isOf: () => false, become: (same) => same },
    message: currentTranslate()("calendar.seriesDates.restored"),
  });
  return error ?? { version };
}
