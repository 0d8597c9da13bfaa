import {
  activitiesToPreview,
  type ActivityWrite,
  changeOfTask,
  dueLater,
  duePastGap,
  findActivities,
  ofType,
  requireReferences,
  settingsOf,
  type StoredActivity,
  taskIdsOf,
  trashedIdsOf,
  trashing,
} from "../../activities/index.ts";
import type { TaskPatch } from "../../activities/tasks/schema.ts";
import { readScopeOf, scopeOf } from "../../cards/index.ts";
import { instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import type { OrgContext, Right } from "../../kernel/procedure.ts";
import { type Scope, seenIn } from "../../kernel/scope.ts";
import { inWindows, itemsInChunk } from "../../operations/index.ts";
import { type ActivityOutcome, decideActivity, runActivitySteps } from "../activity-steps.ts";
import { previewOfActivities } from "../preview.ts";
import type { BulkPreview, BulkTasksJob } from "../schema.ts";
import { frozenIds } from "../selection.ts";
import type { BulkTarget } from "./definition.ts";

type Change = BulkTasksJob["change"];

const rightTo = ({ kind }: Change): Right => ["TASKS", kind === "edit" || kind === "move" ? "update" : "delete"];

export const taskTarget = (job: BulkTasksJob): BulkTarget => ({
  right: rightTo(job.change),
  requireSense: (context) => requirePeople(job.change, context),
  preview: (context) => preview(job, context),
  async run(operation, context, runMs) {
    const { orgId, operationId } = operation;
    const { actor, clock, principal } = context;
    const [scope, { timeZone }] = await Promise.all([scopeOf(context, "TASKS"), settingsOf(principal)]);
    const frozen = await frozenIds(operation, "act", clock, () => idsOf(job, context, scope));
    const decide = async (ids: readonly ActivityId[], at: string): Promise<readonly ActivityOutcome[]> => {
      // The assignee may have left since it began.
      const [found] = await Promise.all([findActivities(orgId, ids), requirePeople(job.change, context)]);
      return Promise.all(
        ids.map((id) =>
          decideActivity(id, ofType("TASK", found.get(id)), scope, (current) =>
            changeTask(orgId, job.change, current, { timeZone, at }),
          ),
        ),
      );
    };
    const left = inWindows(frozen.ids, operation.done, itemsInChunk);
    const commitContext = { orgId, actor, clock, requestId: operationId, origin: "bulk", batchId: operationId } as const;
    return runActivitySteps(frozen.operation, left, decide, { commitContext, runMs });
  },
});

/** Throws INVALID_INPUT for a person who is not in the organization. */
const requirePeople = (change: Change, context: Pick<OrgContext, "principal">): Promise<void> =>
  requireReferences(context, {}, { people: { assignedTo: change.kind === "edit" ? change.values.assignedTo : undefined } });

/** The selected tasks in one state of the replica, as far as a change with this scope sees them; tasks selected by id keep their order. */
async function idsOf(
  { selection }: BulkTasksJob,
  { principal, clock }: Pick<OrgContext, "principal" | "clock">,
  scope: Scope,
): Promise<readonly ActivityId[]> {
  if ("taskIds" in selection) return [...new Set(selection.taskIds)];
  const { orgId } = principal;
  const except = new Set(selection.exceptIds);
  const others = (ids: readonly ActivityId[]) => ids.filter((id) => !except.has(id));
  // The trash shows what the actor may restore.
  if ("trash" in selection) return others(await trashedIdsOf(orgId, "TASK", scope, selection.trash.search));
  const { timeZone, ...filter } = selection.query;
  const cardScope = await readScopeOf({ principal });
  const asked = { orgId, scope: seenIn(scope), cardScope, timeZone, nowMs: clock.now() };
  return others(await taskIdsOf(asked, filter));
}

interface When {
  /** The organization's zone, in which days end. */
  readonly timeZone: string;
  readonly at: string;
}

/** Writes for one task, including those that follow from the change. */
async function changeTask(orgId: OrgId, change: Change, current: StoredActivity, when: When): Promise<readonly ActivityWrite[]> {
  if (change.kind === "delete" || change.kind === "restore") {
    const moved = trashing(orgId, current, change.kind === "delete", when.at);
    return moved ? [moved] : [];
  }
  return changeOfTask(orgId, current, patchFor(change, current), when);
}

function patchFor(change: Extract<Change, { kind: "edit" | "move" }>, { values: { due } }: StoredActivity): TaskPatch {
  if (change.kind === "edit") return change.values;
  if (typeof due !== "string") throw new KartisError("INVALID_INPUT", { fields: { due: "validation.due" } });
  return { due: dueLater(due, change.days, change.timeZone) };
}

const windowSize = 200;

function isPastGap(change: Change, { values: { due } }: StoredActivity): boolean {
  return change.kind === "move" && typeof due === "string" && duePastGap(due, change.days, change.timeZone);
}

async function preview(job: BulkTasksJob, context: OrgContext): Promise<BulkPreview> {
  const { orgId } = context.principal;
  const [scope, { timeZone }] = await Promise.all([scopeOf(context, "TASKS"), settingsOf(context.principal)]);
  const ids = await idsOf(job, context, scope);
  const at = instant(context.clock);
  let pastGap = 0;
  async function* outcomes() {
    for (let from = 0; from < ids.length; from += windowSize) {
      const window = ids.slice(from, from + windowSize);
      const found = await activitiesToPreview(orgId, window);
      yield await Promise.all(
        window.map((id) =>
          decideActivity(id, ofType("TASK", found.get(id)), scope, async (current) => {
            const written = await changeTask(orgId, job.change, current, { timeZone, at });
            if (written.length > 0 && isPastGap(job.change, current)) pastGap++;
            return written;
          }),
        ),
      );
    }
  }
  const counted = await previewOfActivities(outcomes());
  return pastGap > 0 ? { ...counted, pastGap } : counted;
}
