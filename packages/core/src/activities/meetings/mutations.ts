import { scopeOf } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import type { JournalRecord } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, newId, type OrgId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import type { StoredActivity } from "../activity.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import { authorOf } from "../author.ts";
import { madeBefore } from "../changes.ts";
import { requireReferences } from "../references.ts";
import { settingsOf } from "../settings.ts";
import { getActivity } from "../store.ts";
import { type ActivityWrite, changeSetOf, creation, edit, trashing } from "../writes.ts";
import { answering } from "./answers.ts";
import { meetingCreation } from "./creation.ts";
import { dayInDivided, dividedBefore } from "./divided.ts";
import { namedBy, patchOf } from "./patch.ts";
import { meetingOf, occurrenceNamed } from "./rules.ts";
import type { ChangedMeeting } from "./meeting.ts";
import {
  type AcceptedMeeting,
  AnswerInput,
  CreateMeetingInput,
  RemoveMeetingInput,
  RestoreMeetingInput,
  ResetInput,
  type SeriesPart,
  UpdateMeetingInput,
} from "./schema.ts";
import {
  allWith,
  followingWith,
  patchAsSeries,
  patchOfOne,
  patchWithOne,
  patchWithoutOne,
  requireItsHour,
  splitAt,
} from "./series.ts";
import { guestsAsKnown, singleGuests } from "./single-guests.ts";
import { requireSmsForGuests } from "./sms-notice.ts";

/** Result of a change to a meeting. */
interface Outcome {
  readonly activity: StoredActivity;
  readonly dropped: readonly string[];
}

const changed = ({ activity, dropped }: Outcome, records: readonly JournalRecord[]): ChangedMeeting => ({
  ...meetingOf(activity),
  recordId: records[0]?.id ?? null,
  dropped,
});

/** A change set of what was written, if anything, and the meeting that the caller gets. */
function outcomeOf(
  written: readonly (ActivityWrite | undefined)[],
  current: StoredActivity,
  dropped: readonly string[] = [],
): ReturnType<typeof changeSetOf> & { readonly result: StoredActivity; readonly dropped: readonly string[] } {
  const [first, ...more] = written.filter((one) => one !== undefined);
  return { ...changeSetOf(first, current, more), dropped };
}

/** The change set with what the caller has said about mails to guests, from which these follow. */
function withNotice<Set extends ReturnType<typeof changeSetOf>>(set: Set, notifyGuests: boolean | undefined): Set {
  if (notifyGuests === undefined) return set;
  const records = set.records.map(({ changes, ...record }) => ({
    ...record,
    changes: changes.map((change) => ({ ...change, notifyGuests })),
  }));
  return { ...set, records };
}

const create = procedure({
  name: "meetings.create",
  kind: "mutation",
  input: CreateMeetingInput,
  can: ["MEETINGS", "create"],
  async run({ meetingId, attachments, ...input }, context): Promise<ChangedMeeting> {
    const { principal, clock, once } = context;
    const { orgId, userId } = principal;
    const participants = input.participants ?? (userId ? [userId] : []);
    const { timeZone = (await settingsOf(principal)).timeZone, ...rest } = input;
    const files = await acceptAttachments(orgId, attachments, {
      activityId: meetingId,
      cardId: input.cardId,
      current: {},
      by: userId,
    });
    const named = { ...rest, ...files, timeZone, participants };
    await requireReferences(context, {}, namedBy(named, {}));
    await requireSmsForGuests(context, undefined, named.notify);
    const values = { ...named, guests: [...(await singleGuests(context, named.guests, []))] };
    const id = meetingId ?? once?.newId("act") ?? newId("act", clock.now());
    const by = authorOf(context);
    try {
      const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
        const made = meetingCreation(orgId, values, { by, at, id });
        return changeSetOf(made, made.activity);
      });
      return changed({ activity: result, dropped: [] }, records);
    } catch (error) {
      // Replies and the number of changes are those of the one that was made.
      const { answers: _, sequence: __, ...meant } = patchOf(id, values, {}).patch;
      const again = { values: meant, messageKey: "errors.meetingBefore" };
      const earlier = await madeBefore(orgId, meetingId, error, { by: by.createdBy, type: "MEETING", meant: again });
      return changed({ activity: earlier, dropped: [] }, []);
    }
  },
});

type OfSeries = { readonly part: SeriesPart; readonly day?: string | undefined };

/** The occurrence of a series that a call is about; undefined when it is about all there is. Throws NOT_FOUND for one that there is not. */
function dayOfOne(current: StoredActivity, { part, day }: OfSeries): string | undefined {
  const meeting = meetingOf(current);
  if (!meeting.repeat) return undefined;
  if (day !== undefined && !occurrenceNamed(meeting, day))
    throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  return part === "all" ? undefined : day;
}

interface Update extends OfSeries {
  readonly given: AcceptedMeeting;
  readonly expectedVersion: number | undefined;
}

/** Writes for an update. An update from one occurrence on splits the series in two; the caller gets the second. */
function updating(
  orgId: OrgId,
  current: StoredActivity,
  { given, expectedVersion, ...ofSeries }: Update,
  newMeetingId: ActivityId,
  at: string,
) {
  const day = dayOfOne(current, ofSeries);
  if (day !== undefined && ofSeries.part === "one") {
    // Whoever was invited to the series since would be taken off this time.
    const isOther = given.guests !== undefined && (current.fieldVersions["guests"] ?? 1) > (expectedVersion ?? Infinity);
    if (isOther) throw new KartisError("CONFLICT", { fields: { guests: "validation.changedMeanwhile" } });
    return outcomeOf([edit(orgId, current, patchOfOne(current.id, current.values, day, given), expectedVersion, at)], current);
  }
  const split = day === undefined ? undefined : splitAt(current.values, day);
  if (day === undefined || !split) {
    const on = meetingOf(current).repeat ? ofSeries.day : undefined;
    const { patch, dropped } =
      on === undefined ? patchOf(current.id, given, current.values) : allWith(current.id, current.values, on, given);
    return outcomeOf([edit(orgId, current, patch, expectedVersion, at)], current, dropped);
  }
  requireItsHour(current.values, day, given);
  const { patch, dropped } = followingWith(newMeetingId, split.following, day, given);
  const earlier = edit(orgId, current, split.earlier, expectedVersion, at);
  const following = creation(orgId, "MEETING", newMeetingId, patch, current, at);
  return { ...outcomeOf([earlier, following], current, dropped), result: following.activity };
}

const update = procedure({
  name: "meetings.update",
  kind: "mutation",
  input: UpdateMeetingInput,
  can: ["MEETINGS", "update"],
  async run(
    { meetingId, expectedVersion, scope: part, day, followingId, notifyGuests, attachments, ...patch },
    context,
  ): Promise<ChangedMeeting> {
    const { principal, clock, once } = context;
    const { orgId } = principal;
    const scope = await scopeOf(context, "MEETINGS");
    if (followingId === meetingId) throw new KartisError("CONFLICT");
    const newMeetingId = followingId ?? once?.newId("act") ?? newId("act", clock.now());
    let dropped: readonly string[] = [];
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const whole = await getActivity(orgId, scope, "MEETING", meetingId);
      if (whole.trashedAt) throw new KartisError("NOT_FOUND");
      const divided =
        part === "following" && day !== undefined && followingId !== undefined
          ? await dividedBefore(orgId, scope, whole, { followingId, day })
          : undefined;
      const current = divided ?? whole;
      await requireReferences(context, current.values, namedBy(patch, current.values));
      await requireSmsForGuests(context, meetingOf(current).notify, patch.notify);
      const { cardId = meetingOf(current).cardId } = patch;
      const files = await acceptAttachments(orgId, attachments, { activityId: meetingId, cardId, current: current.values });
      const guests = patch.guests && [
        ...(await guestsAsKnown(context, meetingOf(current), patch.guests, part === "one" ? day : undefined)),
      ];
      const given = { ...patch, ...files, ...(guests ? { guests } : {}) };
      // Whoever repeats the call may have corrected it meanwhile: that is a change of the series that the first call made.
      const meant: Update = divided
        ? { given, expectedVersion: 1, part: "all", day: dayInDivided(divided, given) }
        : { given, expectedVersion, part, day };
      const outcome = updating(orgId, current, meant, newMeetingId, at);
      ({ dropped } = outcome);
      return withNotice(outcome, notifyGuests);
    });
    return changed({ activity: result, dropped }, records);
  },
});

/** Writes that remove a meeting: one occurrence, some, or all. */
function removing(orgId: OrgId, current: StoredActivity, ofSeries: OfSeries, at: string) {
  const day = current.trashedAt ? undefined : dayOfOne(current, ofSeries);
  const patch =
    day === undefined
      ? undefined
      : ofSeries.part === "one"
        ? patchWithoutOne(current.values, day)
        : splitAt(current.values, day)?.earlier;
  return outcomeOf([patch ? edit(orgId, current, patch, undefined, at) : trashing(orgId, current, true, at)], current);
}

const remove = procedure({
  name: "meetings.remove",
  kind: "mutation",
  input: RemoveMeetingInput,
  can: ["MEETINGS", "delete"],
  /** Moves a meeting to the trash, where it can be restored for 90 days. Of a series, one occurrence or all from one on are removed by a change instead. */
  async run({ meetingId, scope: part, day, notifyGuests }, context): Promise<ChangedMeeting> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context, "MEETINGS");
    const { result, records } = await commitMetered(commitContextOf(context), async (at) =>
      withNotice(removing(orgId, await getActivity(orgId, scope, "MEETING", meetingId), { part, day }, at), notifyGuests),
    );
    return changed({ activity: result, dropped: [] }, records);
  },
});

const restore = procedure({
  name: "meetings.restore",
  kind: "mutation",
  input: RestoreMeetingInput,
  can: ["MEETINGS", "delete"],
  /** Out of the trash; with a day, a removed occurrence of a series. */
  async run({ meetingId, day, notifyGuests }, context): Promise<ChangedMeeting> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context, "MEETINGS");
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getActivity(orgId, scope, "MEETING", meetingId);
      if (day === undefined) return withNotice(changeSetOf(trashing(orgId, current, false, at), current), notifyGuests);
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      return withNotice(
        changeSetOf(edit(orgId, current, patchWithOne(current.values, day), undefined, at), current),
        notifyGuests,
      );
    });
    return changed({ activity: result, dropped: [] }, records);
  },
});

const reset = procedure({
  name: "meetings.reset",
  kind: "mutation",
  input: ResetInput,
  can: ["MEETINGS", "update"],
  /** A changed occurrence is again as its series has it. */
  async run({ meetingId, day }, context): Promise<ChangedMeeting> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context, "MEETINGS");
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getActivity(orgId, scope, "MEETING", meetingId);
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      return changeSetOf(edit(orgId, current, patchAsSeries(current.values, day), undefined, at), current);
    });
    return changed({ activity: result, dropped: [] }, records);
  },
});

const answer = procedure({
  name: "meetings.answer",
  kind: "mutation",
  input: AnswerInput,
  can: ["MEETINGS", "update"],
  /** Records a reply on behalf of a guest, for example after a phone call. */
  async run({ meetingId, guestId, rsvp, day = null }, context): Promise<ChangedMeeting> {
    const { orgId, userId } = context.principal;
    const scope = await scopeOf(context, "MEETINGS");
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getActivity(orgId, scope, "MEETING", meetingId);
      return changeSetOf(answering(orgId, current, { guestId, day, rsvp, by: userId ?? null }, at), current);
    });
    return changed({ activity: result, dropped: [] }, records);
  },
});

export const meetingMutations = [create, update, remove, restore, reset, answer] as const;
