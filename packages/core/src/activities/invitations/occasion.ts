import type { MessageKind } from "../meetings/message-kinds.ts";
import type { Clock } from "../../kernel/clock.ts";
import { findRecord } from "../../data/journal-entity.ts";
import { changesOf } from "../../data/payloads.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { findOrganization, type Organization } from "../../organizations/index.ts";
import type { Effect } from "../../outbound/index.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Guest, Meeting } from "../meetings/schema.ts";
import { findActivities } from "../store.ts";
import { isOver, type MeetingChange, meetingActions, MeetingMessage } from "./notify.ts";
import { remindedTime } from "./reminder.ts";

/** Somebody from outside at a meeting, or who was. */
export type KnownGuest = Omit<Guest, "answeredAt">;

/** What a message to somebody at a meeting is about, as the meeting is now. */
export interface Occasion {
  readonly orgId: OrgId;
  readonly organization: Organization;
  readonly kind: MessageKind;
  readonly meeting: Meeting;
  readonly guest: KnownGuest | undefined;
  /** The change that it follows from; none of a reminder. */
  readonly change: MeetingChange | undefined;
  /** Who made the change. */
  readonly actorId: string | undefined;
  /** When the reminder was due. */
  readonly remindAt: string | undefined;
}

/** Undefined if there is nothing true to say any more: another change will have brought a message of its own. */
export async function occasionOf(
  { orgId, subjectId, userId, payload }: Pick<Effect, "orgId" | "subjectId" | "userId" | "payload">,
  clock: Clock,
): Promise<Occasion | undefined> {
  const { kind, guestId, recordId, remindAt } = MeetingMessage.parse(payload);
  const [activity, organization, record] = await Promise.all([
    isId("act", subjectId) ? findActivities(orgId, [subjectId]).then((found) => found.get(subjectId)) : undefined,
    findOrganization(orgId),
    findRecord(orgId, recordId),
  ]);
  if (activity?.type !== "MEETING" || !organization || isOver(activity.values, clock)) return undefined;
  const meeting = kind === "reminded" ? remindedTime(activity, guestId, remindAt) : meetingOf(activity);
  if (!meeting) return undefined;
  const change = changesOf(record?.changes ?? [], meetingActions).find(({ subject }) => subject.id === meeting.id);
  const guest = meeting.guests.find(({ id }) => id === guestId);
  const isIn = guestId === null ? meeting.participants.some((id) => id === userId) : guest !== undefined;
  if ((meeting.trashedAt === null && isIn) === (kind === "canceled")) return undefined;
  const actorId = record?.actor.id;
  return { orgId, organization, kind, meeting, guest: guest ?? formerGuest(change, guestId), change, actorId, remindAt };
}

/** Somebody who was taken off with the change. */
function formerGuest(change: MeetingChange | undefined, guestId: string | null): KnownGuest | undefined {
  const guest = change?.before?.guests?.find(({ id }) => id === guestId);
  if (!guest) return undefined;
  const { id, cardId = null, email = null, name = null } = guest;
  return { id, cardId, email, name, rsvp: "PENDING" };
}
