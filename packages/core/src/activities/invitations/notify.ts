import * as z from "zod";
import type { JournalRecord } from "../../data/journal.ts";
import { type ChangeOf, changesOf } from "../../data/payloads.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId, type RecordId, type UserId } from "../../kernel/id.ts";
import { hasIntended, intendOnce } from "../../outbound/index.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/schema.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";

/*
 * Who gets a mail because of what happened to a meeting: its guests and participants, but nobody for what they did themselves. Whatever made the change, it comes
 * from its record: undo, automations and the API too. Changes within moments are one mail to each person.
 */

/** What a mail says about a change. */
const changeKinds = ["invited", "changed", "canceled"] as const;
type ChangeKind = (typeof changeKinds)[number];
/** The same, and that a meeting comes near. */
const mailKinds = [...changeKinds, "reminded"] as const;
export type MailKind = (typeof mailKinds)[number];

/** What the effect stores: ids only. A guest who was taken off is found in the record. */
export const MeetingMailPayload = z.object({
  kind: z.enum(mailKinds),
  guestId: z.string().nullable(),
  recordId: z.string(),
  /** Which reminder it is. */
  remindAt: z.string().optional(),
});

/** What happened to somebody in one record. */
interface Happening {
  readonly kind: ChangeKind;
  readonly recordId: RecordId;
  /** Nobody is notified of their own doing. */
  readonly actorId: string;
}

/** Somebody at a meeting: `guest …` or `user …`. */
type Recipient = `${"guest" | "user"} ${string}`;

export const mailedActions = ["meeting.create", "meeting.update", "meeting.delete", "meeting.restore"] as const;
/** A change of a meeting that people may get a mail about. */
export type MailedChange = ChangeOf<(typeof mailedActions)[number]>;
/** Changes of these are worth a mail: when, where and what. */
const mailedValues = ["title", "location", "start", "minutes", "days", "timeZone", "repeat", "exceptions"] as const;

type Held = MailedChange["before"];
const guestsIn = (values: Held | Meeting): Recipient[] => (values?.guests ?? []).map(({ id }) => `guest ${id}` as const);
const usersIn = (values: Held | Meeting): Recipient[] => (values?.participants ?? []).map((id: UserId) => `user ${id}` as const);

/** Everybody at the meeting before and after a change; lists that it left alone are those of now. */
function recipientsOf({ before, after }: MailedChange, meeting: Meeting): { was: Set<Recipient>; is: Set<Recipient> } {
  const [ofGuests, ofParticipants] = (["guests", "participants"] as const).map((name) =>
    [before, after].some((values) => values?.[name] !== undefined),
  );
  const at = (values: Held): Set<Recipient> =>
    new Set([...guestsIn(ofGuests ? values : meeting), ...usersIn(ofParticipants ? values : meeting)]);
  return { was: at(before), is: at(after) };
}

/** What a change means to each person at the meeting. */
function happeningsIn(change: MailedChange, meeting: Meeting): [Recipient, ChangeKind][] {
  const { was, is } = recipientsOf(change, meeting);
  switch (change.action) {
    case "meeting.create":
    case "meeting.restore":
      return [...is].map((recipient) => [recipient, "invited"]);
    case "meeting.delete":
      return [...was].map((recipient) => [recipient, "canceled"]);
    default: {
      const { before, after } = change;
      const isNews = mailedValues.some((name) => after && name in after && !sameValue(before?.[name], after[name]));
      return [
        ...[...is].flatMap((recipient): [Recipient, ChangeKind][] =>
          was.has(recipient) ? (isNews ? [[recipient, "changed"]] : []) : [[recipient, "invited"]],
        ),
        ...[...was].flatMap((recipient): [Recipient, ChangeKind][] => (is.has(recipient) ? [] : [[recipient, "canceled"]])),
      ];
    }
  }
}

/** Whether somebody is to learn of it by mail: as the meeting says, unless whoever made the change has said so of its guests. */
function isMailedTo(change: MailedChange, recipient: Recipient, kind: ChangeKind, { notify }: Meeting): boolean {
  const said = recipient.startsWith("guest ") ? change.notifyGuests : undefined;
  // A series that is divided at one of its times invites nobody anew; whoever is added to a meeting is invited.
  const isAdded = kind === "invited" && change.action === "meeting.update";
  if (said !== undefined && !isAdded) return said;
  return kind === "invited" ? notify.invite : notify.changes;
}

/** What several changes come to; undefined for somebody who was invited and taken off again. */
function netOf(happenings: readonly Happening[]): ChangeKind | undefined {
  const [first, last] = [happenings[0]?.kind, happenings.at(-1)?.kind];
  if (!first) return undefined;
  if (last === "canceled") return first === "invited" ? undefined : "canceled";
  return first === "invited" ? "invited" : "changed";
}

/** Whether its last time is over. */
export function isOver(values: Readonly<Record<string, unknown>>, clock: Clock): boolean {
  const { endsAt } = definitionOf("MEETING").columns(values);
  return endsAt !== null && Date.parse(endsAt) <= clock.now();
}

/** Intends the mails that follow from the records. Harmless to repeat. */
export async function mailMeetings(orgId: OrgId, records: readonly JournalRecord[], clock: Clock): Promise<void> {
  const byMeeting = new Map<ActivityId, { change: MailedChange; record: JournalRecord }[]>();
  for (const record of records.toSorted((a, b) => a.id.localeCompare(b.id))) {
    if (record.origin === "import") continue;
    for (const change of changesOf(record.changes, mailedActions)) {
      const { id } = change.subject;
      if (!change.erased) byMeeting.set(id, [...(byMeeting.get(id) ?? []), { change, record }]);
    }
  }
  const meetings = await findActivities(orgId, [...byMeeting.keys()]);
  for (const [meetingId, changes] of byMeeting) {
    const activity = meetings.get(meetingId);
    if (activity?.type !== "MEETING" || isOver(activity.values, clock)) continue;
    const meeting = meetingOf(activity);
    const happenings = new Map<Recipient, Happening[]>();
    for (const { change, record } of changes)
      for (const [recipient, kind] of happeningsIn(change, meeting)) {
        if (!isMailedTo(change, recipient, kind, meeting)) continue;
        happenings.set(recipient, [
          ...(happenings.get(recipient) ?? []),
          { kind, recordId: record.id, actorId: record.actor.id },
        ]);
      }
    for (const [recipient, own] of happenings) await intend(orgId, meeting, recipient, own, clock);
  }
}

/** The consumer by whose name the ledger knows what has been intended. */
const consumer = "meetings";

async function intend(
  orgId: OrgId,
  { id }: Meeting,
  recipient: Recipient,
  all: readonly Happening[],
  clock: Clock,
): Promise<void> {
  const [role, recipientId = ""] = recipient.split(" ");
  const keyOf = ({ recordId }: Happening) => `${recordId}.${id}.${recipientId}`;
  // A record that comes again beside new ones says nothing new.
  const known = await Promise.all(all.map((happening) => hasIntended(orgId, consumer, keyOf(happening))));
  const happenings = all.filter((_, at) => !known[at]);
  const kind = netOf(happenings);
  const last = happenings.at(-1);
  if (!kind || !last || happenings.every(({ actorId }) => actorId === recipientId)) return;
  const payload: z.input<typeof MeetingMailPayload> = {
    kind,
    guestId: role === "guest" ? recipientId : null,
    recordId: last.recordId,
  };
  await intendOnce(
    { orgId, by: consumer, causedBy: last.recordId, clock, keys: happenings.map(keyOf) },
    {
      purpose: "meeting",
      subject: { kind: "activity", id },
      ...(isId("usr", recipientId) ? { userId: recipientId } : {}),
      payload,
    },
  );
}
