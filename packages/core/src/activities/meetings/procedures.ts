import { readScopeOf, scopeOf } from "../../cards/index.ts";
import { commitContextOf } from "../../data/commit.ts";
import type { JournalRecord } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, newId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { commitMetered } from "../../plans/index.ts";
import type { StoredActivity } from "../activity.ts";
import { requireReferences } from "../references.ts";
import { isReached, listOccurrences, namesOfMeetingCards, trashedMeetings } from "../replica/meetings.ts";
import { settingsOf } from "../settings.ts";
import { activityKey, findActivities, getActivity } from "../store.ts";
import { changeSetOf, creation, edit, trashing } from "../writes.ts";
import { namedBy, patchOf } from "./patch.ts";
import { meetingOf, occurrenceNamed } from "./rules.ts";
import {
  type ChangedMeeting,
  CreateMeetingInput,
  GetMeetingInput,
  MeetingIdSchema,
  MeetingRef,
  MeetingsRangeInput,
  type MeetingsInRange,
  type MeetingWithCards,
  TrashedMeetingsInput,
  type TrashedMeetings,
  UpdateMeetingInput,
} from "./schema.ts";

/** What the caller may change, if anything. */
async function updateScopeOf({ principal }: OrgContext): Promise<Scope | undefined> {
  const level = principal.grants["MEETINGS.update"];
  return level && scopeOf({ principal, level }, "MEETINGS");
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
  /** What the actor may restore: the trash within the scope of their permission to delete. */
  run: async (page, context): Promise<TrashedMeetings> => trashedMeetings(await asking(context), page),
});

const get = procedure({
  name: "meetings.get",
  kind: "query",
  input: GetMeetingInput,
  can: ["MEETINGS", "read"],
  reads: (raw, orgId) => {
    const parsed = MeetingIdSchema.safeParse(Object(raw).meetingId);
    return parsed.success ? [activityKey(orgId, parsed.data)] : [];
  },
  async run({ meetingId, day }, context): Promise<MeetingWithCards> {
    const { orgId, scope, updateScope, cardScope } = await asking(context);
    const meeting = meetingOf(await getActivity(orgId, scope, "MEETING", meetingId));
    const occurrence = occurrenceNamed(meeting, day);
    if (day !== undefined && !occurrence) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
    const cards = await namesOfMeetingCards(orgId, cardScope, [meeting]);
    return { ...meeting, cards, occurrence: occurrence ? { ...occurrence, canUpdate: isReached(updateScope, meeting) } : null };
  },
});

const changed = (activity: StoredActivity, records: readonly JournalRecord[]): ChangedMeeting => ({
  ...meetingOf(activity),
  recordId: records[0]?.id ?? null,
});

const create = procedure({
  name: "meetings.create",
  kind: "mutation",
  input: CreateMeetingInput,
  can: ["MEETINGS", "create"],
  async run({ meetingId, ...input }, context): Promise<ChangedMeeting> {
    const { principal, clock, actor, once } = context;
    const { orgId, userId } = principal;
    const participants = input.participants ?? (userId ? [userId] : []);
    const { timeZone = (await settingsOf(principal)).timeZone, ...rest } = input;
    const values = { ...rest, timeZone, participants };
    await requireReferences(context, {}, namedBy(values, {}));
    const id = meetingId ?? once?.newId("act") ?? newId("act", clock.now());
    const by = userId ?? (actor.kind === "automation" ? actor.automationId : actor.kind);
    try {
      const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
        const made = creation(orgId, "MEETING", id, { ...patchOf(id, values, {}).patch, sequence: 0 }, by, at);
        return changeSetOf(made, made.activity);
      });
      return changed(result, records);
    } catch (error) {
      const isTaken = meetingId && error instanceof KartisError && error.code === "CONFLICT";
      const earlier = isTaken ? (await findActivities(orgId, [meetingId])).get(meetingId) : undefined;
      // An earlier call of the same person made it, whose answer was lost.
      if (earlier?.type !== "MEETING" || earlier.createdBy !== by) throw error;
      return changed(earlier, []);
    }
  },
});

const update = procedure({
  name: "meetings.update",
  kind: "mutation",
  input: UpdateMeetingInput,
  can: ["MEETINGS", "update"],
  async run({ meetingId, expectedVersion, ...given }, context): Promise<ChangedMeeting> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context, "MEETINGS");
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getActivity(orgId, scope, "MEETING", meetingId);
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      await requireReferences(context, current.values, namedBy(given, current.values));
      const { patch } = patchOf(meetingId, given, current.values);
      return changeSetOf(edit(orgId, current, patch, expectedVersion, at), current);
    });
    return changed(result, records);
  },
});

async function move(meetingId: ActivityId, trashed: boolean, context: OrgContext): Promise<ChangedMeeting> {
  const { orgId } = context.principal;
  const scope = await scopeOf(context, "MEETINGS");
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const current = await getActivity(orgId, scope, "MEETING", meetingId);
    return changeSetOf(trashing(orgId, current, trashed, at), current);
  });
  return changed(result, records);
}

const remove = procedure({
  name: "meetings.remove",
  kind: "mutation",
  input: MeetingRef,
  can: ["MEETINGS", "delete"],
  /** To the trash, from which it comes back for 90 days. */
  run: ({ meetingId }, context): Promise<ChangedMeeting> => move(meetingId, true, context),
});

const restore = procedure({
  name: "meetings.restore",
  kind: "mutation",
  input: MeetingRef,
  can: ["MEETINGS", "delete"],
  run: ({ meetingId }, context): Promise<ChangedMeeting> => move(meetingId, false, context),
});

export const meetingProcedures = [range, get, create, update, remove, restore, trash] as const;
