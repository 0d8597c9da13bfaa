import {
  type ActivityWrite,
  activitiesToPreview,
  changeOfOccurrence,
  countSmsOfNews,
  findActivities,
  movesPastGap,
  occurrenceBefore,
  ofType,
  requireReferences,
  type StoredActivity,
} from "../../activities/index.ts";
import { scopeOf } from "../../cards/index.ts";
import { instant } from "../../kernel/clock.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import type { OrgContext, Right } from "../../kernel/procedure.ts";
import { inWindows, itemsInChunk } from "../../operations/index.ts";
import { type ActivityOutcome, decideActivity, runActivitySteps } from "../activity-steps.ts";
import { previewOfActivities } from "../preview.ts";
import type { BulkMeetingsJob, BulkPreview } from "../schema.ts";
import { frozenIds } from "../selection.ts";
import type { BulkTarget } from "./definition.ts";

type Chosen = BulkMeetingsJob["selection"]["meetings"][number];

const rightTo = ({ kind }: BulkMeetingsJob["change"]): Right => ["MEETINGS", kind === "delete" ? "delete" : "update"];

/**
 * Meetings; of a series the occurrences that were chosen, each a step of its own, so that those of one series follow each other in transactions. Guests learn of it
 * only if the job says so, and so of its undo.
 */
export const meetingTarget = (job: BulkMeetingsJob): BulkTarget => ({
  right: rightTo(job.change),
  requireSense: (context) => requirePeople(job, context),
  preview: (context) => preview(job, context),
  async run(operation, context, runMs) {
    const { orgId, operationId } = operation;
    const { actor, clock } = context;
    const scope = await scopeOf(context, "MEETINGS");
    const steps = chosenOf(job);
    const frozen = await frozenIds(operation, "act", clock, async () => steps.map(({ meetingId }) => meetingId));
    const decide = async (some: readonly Chosen[], at: string): Promise<readonly ActivityOutcome[]> => {
      // Somebody who is to take part may have left since it began.
      const [found] = await Promise.all([findActivities(orgId, some.map(idOf)), requirePeople(job, context)]);
      return Promise.all(
        some.map(({ meetingId, day }) =>
          decideActivity(meetingId, ofType("MEETING", found.get(meetingId)), scope, (current) =>
            changeMeeting(orgId, job, current, day, at),
          ),
        ),
      );
    };
    const commitContext = { orgId, actor, clock, requestId: operationId, origin: "bulk", batchId: operationId } as const;
    const left = inWindows(steps, operation.done, itemsInChunk);
    return runActivitySteps(frozen.operation, left, decide, { commitContext, runMs });
  },
});

const idOf = ({ meetingId }: Chosen): ActivityId => meetingId;

/** Each meeting and each occurrence once. */
const chosenOf = ({ selection: { meetings } }: BulkMeetingsJob): readonly Chosen[] => [
  ...new Map(meetings.map((one) => [`${one.meetingId} ${one.day ?? ""}`, one])).values(),
];

/** Throws INVALID_INPUT for a person who is not in the organization. */
const requirePeople = ({ change }: BulkMeetingsJob, context: Pick<OrgContext, "principal">): Promise<void> => {
  const added = change.kind === "participants" ? change.add : [];
  return requireReferences(context, {}, { people: Object.fromEntries(added.map((userId, at) => [`add.${at}`, userId])) });
};

/** The write for a meeting or one occurrence; none if nothing changes. */
function changeMeeting(
  orgId: OrgId,
  { change, notifyGuests }: BulkMeetingsJob,
  current: StoredActivity,
  day: string | undefined,
  at: string,
) {
  const written = changeOfOccurrence(orgId, current, change, day, at);
  return written ? [{ ...written, change: { ...written.change, notifyGuests } }] : [];
}

const windowSize = 200;

async function preview(job: BulkMeetingsJob, context: OrgContext): Promise<BulkPreview> {
  const { orgId } = context.principal;
  const scope = await scopeOf(context, "MEETINGS");
  const at = instant(context.clock);
  const steps = chosenOf(job);
  const changed: ActivityWrite[] = [];
  let pastGap = 0;
  const made = new Map<StoredActivity, ActivityWrite["change"]>();
  async function* outcomes() {
    for (let from = 0; from < steps.length; from += windowSize) {
      const window = steps.slice(from, from + windowSize);
      const found = await activitiesToPreview(orgId, window.map(idOf));
      const decided = await Promise.all(
        window.map(({ meetingId, day }) =>
          decideActivity(meetingId, ofType("MEETING", found.get(meetingId)), scope, (current) =>
            changeMeeting(orgId, job, current, day, at).map((written) => {
              made.set(written.activity, written.change);
              if (movesPastGap(current, job.change, day)) pastGap++;
              // An occurrence's change is in its series' exceptions, which say nothing to people.
              return { ...written, change: { ...written.change, ...occurrenceBefore(current, job.change, day) } };
            }),
          ),
        ),
      );
      changed.push(...decided.flatMap((outcome) => ("written" in outcome ? outcome.written : [])));
      yield decided;
    }
  }
  const counted = await previewOfActivities(outcomes());
  const found = pastGap > 0 ? { ...counted, pastGap } : counted;
  const isTold = job.notifyGuests && job.change.kind !== "participants";
  if (!isTold || !context.principal.grants["SMS.create"]) return found;
  const asMade = changed.map(({ activity, change }) => ({ activity, change: made.get(activity) ?? change }));
  return { ...found, sms: { ...(await countSmsOfNews(asMade, context)), waiting: 0 } };
}
