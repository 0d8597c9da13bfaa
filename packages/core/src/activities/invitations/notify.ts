import * as z from "zod";
import type { JournalRecord } from "../../data/journal.ts";
import { type ChangeOf, changesOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId, type RecordId, type UserId } from "../../kernel/id.ts";
import { hasIntended, intendOnce, isAllIntended, noteAllIntended } from "../../outbound/index.ts";
import { type ChangeKind, messageKinds } from "../meetings/message-kinds.ts";
import { guestsAt } from "../meetings/guests-at.ts";
import { participantsAt } from "../meetings/participants.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Meeting, StoredGuest } from "../meetings/meeting.ts";
import { timingOf } from "../meetings/time.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";
import type { StoredActivity } from "../activity.ts";
import {
  isNewsOfAll,
  type Net,
  netsOf,
  type News,
  newsAt,
  type TimeChange,
  timesChangedBy,
  wordsAt,
  wordsBefore,
} from "./news.ts";
import { isRenamed, newsOfLeavingGuests, newsOfLeavingMembers, newsOfSingleGuests, newsOfSingleTimes } from "./single-times.ts";

/*
 * Who gets a mail or an SMS because of what happened to a meeting: its guests and participants, but nobody for what they did themselves. Whatever made the change, it comes
 * from its record: undo, automations and the API too. Changes within moments are one message to each person.
 */

/** What the effect stores: ids only. A guest who was taken off is found in the record. */
export const MeetingMessage = z.object({
  kind: z.enum(messageKinds),
  guestId: z.string().nullable(),
  recordId: z.string(),
  /** The times of a series that it is about, by the days that name them; none where it is about the whole meeting. */
  days: z.array(z.string()).default([]),
  /** Whether it cancels the former RECURRENCE-ID of times that take place under a new one. */
  isFormer: z.boolean().default(false),
  /** Which reminder it is. */
  remindAt: z.string().optional(),
  /** The SMS that has waited for the end of quiet hours, and is written anew. */
  smsId: z.custom<ActivityId>((value) => isId("act", value)).optional(),
});

/** What happened to somebody in one record. */
interface Happening extends News {
  readonly recordId: RecordId;
  /** Nobody is notified of their own doing. */
  readonly actorId: string;
}

/** Somebody at a meeting: `guest …` or `user …`. */
type Recipient = `${"guest" | "user"} ${string}`;

export const meetingActions = ["meeting.create", "meeting.update", "meeting.delete", "meeting.restore"] as const;
/** A change of a meeting that people may get a message about. */
export type MeetingChange = ChangeOf<(typeof meetingActions)[number]>;

type Held = MeetingChange["before"];
const guestsIn = (values: { readonly guests?: readonly { readonly id: string }[] | null | undefined } | null): Recipient[] =>
  (values?.guests ?? []).map(({ id }) => `guest ${id}` as const);
const usersIn = (values: { readonly participants?: readonly UserId[] | null | undefined } | null): Recipient[] =>
  (values?.participants ?? []).map((id: UserId) => `user ${id}` as const);

/** Everybody at the meeting before and after a change; lists that it left alone are those of now. */
function recipientsOf({ before, after }: MeetingChange, meeting: Meeting): { was: Set<Recipient>; is: Set<Recipient> } {
  const [ofGuests, ofParticipants] = (["guests", "participants"] as const).map((name) =>
    [before, after].some((values) => values?.[name] !== undefined),
  );
  const at = (values: Held): Set<Recipient> =>
    new Set([...guestsIn(ofGuests ? values : meeting), ...usersIn(ofParticipants ? values : meeting)]);
  return { was: at(before), is: at(after) };
}

/**
 * What a change means to each person at the meeting.
 * @param name of the change
 */
export function happeningsIn(change: MeetingChange, name: string, activity: StoredActivity, now: number): [Recipient, News][] {
  const meeting = meetingOf(activity);
  const before = meetingOf({ ...activity, values: { ...activity.values, ...change.before } });
  return newsIn(change, activity, now).map(([recipient, news]) => {
    const { kind, day, isRename } = news;
    if (day === null) return [recipient, news];
    // Their messages say something else than those of times that people find changed, so the two share none.
    const said = (words: string) => (isRename ? `renamed ${words}` : words);
    const old = () => said(wordsBefore(before, day, name));
    if (kind === "canceled") return [recipient, { kind, day, words: old() }];
    const isFormer = kind === "changed" && isNewsOfAll(change) && isRenamed(before, meeting, day);
    return [recipient, { ...news, words: said(wordsAt(meeting, day)), ...(isFormer ? { formerWords: old() } : {}) }];
  });
}

function newsIn(change: MeetingChange, activity: StoredActivity, now: number): [Recipient, News][] {
  const meeting = meetingOf(activity);
  const sets = recipientsOf(change, meeting);
  const withValues = (held: Held) => meetingOf({ ...activity, values: { ...activity.values, ...held } });
  const ofTimes = (before: Meeting | undefined, after: Meeting | undefined) => [
    ...newsOfSingleGuests(before, after, now).map(({ id, ...news }): [Recipient, News] => [`guest ${id}`, news]),
    ...newsOfSingleTimes(before, after, now).map(({ id, ...news }): [Recipient, News] => [`user ${id}`, news]),
  ];
  const toAll = (recipients: ReadonlySet<Recipient>, kind: ChangeKind): [Recipient, News][] =>
    [...recipients].map((recipient) => [recipient, { kind, day: null }]);
  switch (change.action) {
    case "meeting.create":
      // What has been changed of single times since is in records of its own.
      return [
        ...toAll(sets.is, "invited"),
        ...ofTimes(undefined, { ...meeting, exceptions: timingOf(change.after ?? {}).exceptions }),
      ];
    case "meeting.restore":
      return [...toAll(sets.is, "invited"), ...ofTimes(undefined, meeting)];
    case "meeting.delete":
      return [...toAll(sets.was, "canceled"), ...ofTimes(meeting, undefined)];
    default: {
      const isNews = isNewsOfAll(change);
      const ofWhole = newsOf(sets, isNews ? "changed" : undefined, null);
      const [was, is] = [withValues(change.before), withValues(change.after)];
      const ofLeavers = [
        ...newsOfLeavingGuests(was, is, now).map(({ id, ...news }): [Recipient, News] => [`guest ${id}`, news]),
        ...newsOfLeavingMembers(was, is, now).map(({ id, ...news }): [Recipient, News] => [`user ${id}`, news]),
      ];
      if (!isNews)
        return [...ofWhole, ...timesChangedBy(change).flatMap((time) => newsOfTime(time, change, meeting)), ...ofLeavers];
      return [...ofWhole, ...ofTimes(was, is), ...ofLeavers];
    }
  }
}

/** What it means to those who come, to those who go, and, if it is news, to those who stay. */
function newsOf(
  { was, is }: { readonly was: ReadonlySet<Recipient>; readonly is: ReadonlySet<Recipient> },
  news: ChangeKind | undefined,
  day: string | null,
): [Recipient, News][] {
  const kindFor = (recipient: Recipient) => (is.has(recipient) ? (was.has(recipient) ? news : "invited") : "canceled");
  return [...new Set([...is, ...was])].flatMap((recipient): [Recipient, News][] => {
    const kind = kindFor(recipient);
    return kind ? [[recipient, { kind, day }]] : [];
  });
}

/** The guests of the series in what a record says; undefined where it says nothing of them. */
const storedGuestsIn = (held: Held): readonly StoredGuest[] | undefined =>
  held?.guests?.map(({ id, cardId = null, email = null, name = null }) => ({ id, cardId, email, name }));

/** What the change of one time of a series means to the people of that time. */
function newsOfTime(time: TimeChange, { before, after }: MeetingChange, meeting: Meeting): [Recipient, News][] {
  const news = newsAt(time);
  // Of a change that leaves the guests of the series alone, they are those of now.
  const guestsOf = (held: Held) => storedGuestsIn(held) ?? meeting.guests;
  const at = (one: TimeChange["is"], held: Held) =>
    new Set([
      ...guestsIn({ guests: guestsAt(one, guestsOf(held)) }),
      ...usersIn({ participants: participantsAt(one, held?.participants ?? meeting.participants) }),
    ]);
  const [was, is] = [at(time.was, before), at(time.is, after)];
  // One that takes place again is news of a change to everybody in it, as it was when it was removed.
  if (time.was?.type === "removed") return newsOf({ was: is, is }, news, time.day);
  return newsOf({ was, is: time.is?.type === "removed" ? new Set() : is }, news, time.day);
}

/** Ways by which people learn of what happens to meetings: the purposes of the effects. */
const ways = ["meeting", "meetingSms"] as const;
type Way = (typeof ways)[number];

/** The ways by which somebody is to learn of it: as the meeting says, unless whoever made the change has said whether its guests do. */
export function waysTo(
  change: MeetingChange,
  recipient: Recipient,
  { kind, isRename }: Pick<News, "kind" | "isRename">,
  { notify }: Meeting,
): Way[] {
  const isGuest = recipient.startsWith("guest ");
  // A series that is divided at one of its times invites nobody anew; whoever is added to a meeting is invited.
  const isAdded = kind === "invited" && change.action === "meeting.update";
  const said = isGuest && !isAdded ? change.notifyGuests : undefined;
  if (said === false) return [];
  // An SMS brings no calendar entry.
  const isBySms = isGuest && !isRename && (kind === "invited" ? notify.inviteBySms : notify.changesBySms);
  const isByMail = (kind === "invited" ? notify.invite : notify.changes) || (said === true && !isBySms);
  return [...(isByMail ? (["meeting"] as const) : []), ...(isBySms ? (["meetingSms"] as const) : [])];
}

/** Whether its last time is over. */
export function isOver(values: Readonly<Record<string, unknown>>, clock: Clock): boolean {
  const { endsAt } = definitionOf("MEETING").columns(values);
  return endsAt !== null && Date.parse(endsAt) <= clock.now();
}

/** Intends the mails and SMS that follow from the records. Harmless to repeat, also after mails or SMS were switched on. */
export async function notifyOfMeetings(orgId: OrgId, delivered: readonly JournalRecord[], clock: Clock): Promise<void> {
  const eventOf = ({ id: causedBy }: JournalRecord) => ({ orgId, by: consumer, causedBy, clock });
  const isNew = await Promise.all(delivered.map(async (record) => !(await isAllIntended(eventOf(record)))));
  const records = delivered.filter((_, at) => isNew[at]);
  const byMeeting = new Map<ActivityId, { change: MeetingChange; record: JournalRecord }[]>();
  for (const record of records.toSorted((a, b) => a.id.localeCompare(b.id))) {
    if (record.origin === "import") continue;
    for (const change of changesOf(record.changes, meetingActions)) {
      const { id } = change.subject;
      if (!change.erased) byMeeting.set(id, [...(byMeeting.get(id) ?? []), { change, record }]);
    }
  }
  const meetings = await findActivities(orgId, [...byMeeting.keys()]);
  for (const [meetingId, changes] of byMeeting) {
    const activity = meetings.get(meetingId);
    if (activity?.type !== "MEETING" || isOver(activity.values, clock)) continue;
    const meeting = meetingOf(activity);
    for (const way of ways) {
      const happenings = new Map<Recipient, Happening[]>();
      for (const { change, record } of changes)
        for (const [recipient, news] of happeningsIn(change, record.id, activity, clock.now())) {
          if (!waysTo(change, recipient, news, meeting).includes(way)) continue;
          happenings.set(recipient, [
            ...(happenings.get(recipient) ?? []),
            { ...news, recordId: record.id, actorId: record.actor.id },
          ]);
        }
      for (const [recipient, own] of happenings) await intend(orgId, meeting, { recipient, way }, own, clock);
    }
  }
  for (const record of records) await noteAllIntended(eventOf(record));
}

/** The key by which a message is intended once, for each way. */
export const messageKey = (key: string, way: Way): string => (way === "meeting" ? key : `${key}.${way}`);

/** The consumer by whose name the ledger knows what has been intended. */
const consumer = "meetings";

async function intend(
  orgId: OrgId,
  meeting: Meeting,
  { recipient, way }: { readonly recipient: Recipient; readonly way: Way },
  all: readonly Happening[],
  clock: Clock,
): Promise<void> {
  const [role, recipientId = ""] = recipient.split(" ");
  const { id } = meeting;
  const isInSeries = [...guestsIn(meeting), ...usersIn(meeting)].includes(recipient);
  const keyOf = ({ recordId }: Happening) => messageKey(`${recordId}.${id}.${recipientId}`, way);
  // Who is at single times alone may get several messages from one record.
  const keyOfTime = (happening: Happening) =>
    happening.day === null ? keyOf(happening) : `${keyOf(happening)}.${happening.day}`;
  // A record that comes again beside new ones says nothing new.
  const known = await Promise.all(
    all.map(async (happening) => {
      const keys = new Set([keyOf(happening), keyOfTime(happening)]);
      return (await Promise.all([...keys].map((key) => hasIntended(orgId, consumer, key)))).some(Boolean);
    }),
  );
  const happenings = all.filter((_, at) => !known[at]);
  if (happenings.every(({ actorId }) => actorId === recipientId)) return;
  const send = async (of: readonly Happening[], { kind, days }: Net, more: { readonly isFormer?: true } = {}) => {
    const own = isInSeries ? of : of.filter(({ day }) => (day === null ? days.length === 0 : days.includes(day)));
    // Guests' calendars hold what was there before the first of these changes.
    const by = more.isFormer ? own[0] : (own.findLast(({ isRename }) => !isRename) ?? own.at(-1));
    if (!by) return;
    const payload: z.input<typeof MeetingMessage> = {
      kind,
      guestId: role === "guest" ? recipientId : null,
      recordId: by.recordId,
      days: [...days],
      ...more,
    };
    const keys = new Set(own.map(isInSeries ? keyOf : keyOfTime));
    await intendOnce(
      {
        orgId,
        by: consumer,
        causedBy: by.recordId,
        clock,
        keys: [...keys].map((key) => (more.isFormer ? `${key}.former` : key)),
      },
      {
        purpose: way,
        subject: { kind: "activity", id },
        ...(isId("usr", recipientId) ? { userId: recipientId } : {}),
        payload,
      },
    );
  };
  // Before the others: when a record is redelivered, the keys of those show that everything has been intended. An SMS has no calendar entry to cancel.
  if (!isInSeries && way === "meeting") {
    // Someone invited by the same record has no earlier entry.
    const isNew = (day: string | null) => happenings.some((one) => one.day === day && one.kind === "invited");
    const former = happenings.flatMap(({ formerWords: words, ...one }): Happening[] =>
      words === undefined || isNew(one.day) ? [] : [{ ...one, kind: "canceled", words }],
    );
    for (const net of netsOf(former, false)) await send(former, net, { isFormer: true });
  }
  // Where the time itself has changed as well, that is what is announced.
  const isCovered = ({ day, isRename }: Happening) =>
    isRename && happenings.some((other) => other.day === day && !other.isRename);
  const announced = happenings.filter((happening) => !isCovered(happening));
  for (const net of netsOf(announced, isInSeries)) await send(happenings, net);
}
