import { findCards, getCardType, readScopeOf, scopeOf } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { membersOf } from "../../organizations/index.ts";
import { addresseeOf, cardOfGuest } from "../invitations/guest.ts";
import { isReached, listOccurrences, namesOfMeetingCards, trashedMeetings } from "../replica/meetings.ts";
import { busyTimes } from "../replica/busy.ts";
import { activityKey, getActivity } from "../store.ts";
import { type SmsToGuests, SmsToGuestsInput } from "../invitations/schema.ts";
import { freeTimes as freeTimesOf } from "./free-times/free-times.ts";
import { BusyInput, type BusyTime, type FreeTimes, FreeTimesInput } from "./free-times/schema.ts";
import { everyGuestOf } from "./guests-at.ts";
import { meetingOf, occurrenceNamed, occurrenceToOpen } from "./rules.ts";
import type { Meeting, MeetingsInRange, MeetingWithCards, StoredGuest, TrashedMeetings } from "./meeting.ts";
import { MeetingIdSchema, MeetingRef, MeetingsRangeInput, TrashedMeetingsInput } from "./schema.ts";

/** Refuses people who are not of the organization: nobody is free or busy who is not there. Throws INVALID_INPUT by their places. */
async function requireMembers(orgId: OrgId, userIds: readonly UserId[]): Promise<void> {
  const members = new Set((await membersOf(orgId)).map(({ userId }) => userId));
  const unknown = userIds.flatMap((userId, at) => (members.has(userId) ? [] : [[`userIds.${at}`, "validation.person"]]));
  if (unknown.length > 0) throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(unknown) });
}

/** What the caller may change, if anything. */
export async function updateScopeOf({ principal }: Pick<OrgContext, "principal">): Promise<Scope | undefined> {
  const level = principal.grants["MEETINGS.update"];
  return level && scopeOf({ principal, level }, "MEETINGS");
}

const reads = { findCards, getCardType };

/** Whether a guest learns of changes, by mail or as the meeting says by SMS. */
async function canBeTold(orgId: OrgId, { notify }: Meeting, guest: StoredGuest): Promise<boolean> {
  if ((await addresseeOf(orgId, guest, reads)).email !== null) return true;
  const found = notify.changesBySms ? await cardOfGuest(orgId, guest, reads) : undefined;
  return found !== undefined && found.cardType.fields.some(({ id, type }) => type === "phone" && Boolean(found.card.fields[id]));
}

async function asking(context: OrgContext) {
  const [scope, updateScope, cardScope] = await Promise.all([
    scopeOf(context, "MEETINGS"),
    updateScopeOf(context),
    readScopeOf(context),
  ]);
  return { orgId: context.principal.orgId, scope, updateScope, cardScope };
}

const range = procedure({
  name: "meetings.range",
  kind: "query",
  input: MeetingsRangeInput,
  can: ["MEETINGS", "read"],
  asksReplica: true,
  run: async (window, context): Promise<MeetingsInRange> => listOccurrences(await asking(context), window),
});

const trash = procedure({
  name: "meetings.trash",
  kind: "query",
  input: TrashedMeetingsInput,
  can: ["MEETINGS", "delete"],
  /** Trashed meetings that the caller may restore: those within the scope of their permission to delete. */
  run: async (page, context): Promise<TrashedMeetings> => trashedMeetings(await asking(context), page),
});

const get = procedure({
  name: "meetings.get",
  kind: "query",
  input: MeetingRef,
  can: ["MEETINGS", "read"],
  reads: (raw, orgId) => {
    const parsed = MeetingIdSchema.safeParse(Object(raw).meetingId);
    return parsed.success ? [activityKey(orgId, parsed.data)] : [];
  },
  async run({ meetingId, day }, context): Promise<MeetingWithCards> {
    const { orgId, scope, updateScope, cardScope } = await asking(context);
    const meeting = meetingOf(await getActivity(orgId, scope, "MEETING", meetingId));
    const occurrence = day === undefined ? occurrenceToOpen(meeting, context.clock.now()) : occurrenceNamed(meeting, day);
    if (day !== undefined && !occurrence) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
    const [cards, reached] = await Promise.all([
      namesOfMeetingCards(orgId, cardScope, [meeting]),
      Promise.all(everyGuestOf(meeting).map(async (guest) => ((await canBeTold(orgId, meeting, guest)) ? [guest.id] : []))),
    ]);
    const withAddress = new Set(reached.flat());
    return {
      ...meeting,
      cards,
      guestsWithAddress: withAddress.size,
      guestsWithAddressThen: occurrence?.guests.filter(({ id }) => withAddress.has(id)).length ?? 0,
      occurrence: occurrence ? { ...occurrence, canUpdate: isReached(updateScope, meeting) } : null,
    };
  },
});

const busy = procedure({
  name: "meetings.busy",
  kind: "query",
  input: BusyInput,
  can: ["MEETINGS", "read"],
  asksReplica: true,
  /** Times when members are busy, including meetings that the caller cannot see: of those, only the time. */
  async run(input, context): Promise<{ byUser: Readonly<Record<UserId, readonly BusyTime[]>> }> {
    const { orgId } = context.principal;
    const [scope] = await Promise.all([scopeOf(context, "MEETINGS"), requireMembers(orgId, input.userIds)]);
    const byUser = await busyTimes(orgId, scope, input);
    return { byUser: Object.fromEntries(byUser) };
  },
});

const freeTimes = procedure({
  name: "meetings.freeTimes",
  kind: "query",
  input: FreeTimesInput,
  can: ["MEETINGS", "read"],
  asksReplica: true,
  async run({ from, until, limit, ...wanted }, context): Promise<FreeTimes> {
    const { userIds, except } = wanted;
    const { orgId } = context.principal;
    const [scope] = await Promise.all([scopeOf(context, "MEETINGS"), requireMembers(orgId, userIds)]);
    const byUser = await busyTimes(orgId, scope, { userIds, from, until, except });
    const taken = [...byUser.values()].flat().map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
    const start = Math.max(Date.parse(from), context.clock.now());
    return {
      times: freeTimesOf(taken, { ...wanted, start, end: Date.parse(until) }, limit).map((time) => {
        return { start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() };
      }),
    };
  },
});

const smsToGuests = procedure({
  name: "meetings.smsToGuests",
  kind: "query",
  input: SmsToGuestsInput,
  can: ["SMS", "create"],
  hasPresetNames: true,
  /** What SMS about a meeting that is being written would say to its guests and cost. Sends nothing. */
  async run(input, context): Promise<SmsToGuests> {
    const { previewSms } = await import("../invitations/sms-preview.ts");
    return previewSms(input, context);
  },
});

export const meetingQueries = [range, get, trash, busy, freeTimes, smsToGuests] as const;
