import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { isAdministrator, membersOf } from "../organizations/index.ts";
import { pathOf } from "./rules.ts";
import type { RunId } from "./run-schema.ts";
import type { AutomationId, Step } from "./schema.ts";
import { getPublished } from "./store.ts";

type Details = Readonly<Record<string, string | number>>;

/** Notifies a member that a run has failed, that an automation was switched off, or that all were paused or resumed. */
export interface AutomationNotice {
  readonly userId: UserId;
  readonly kind: "automationFailed" | "automationStopped" | "automationsPaused";
  readonly subjectId: string;
  readonly details: Details;
}

/**
 * A failed run notifies the automation's publisher; an automation that was stopped notifies the owner and administrators as well. When all are paused or resumed, or
 * runs are canceled because of the plan, the owner and the other administrators are notified.
 */
export async function noticesOfAutomations({ orgId, changes, actor }: JournalRecord): Promise<AutomationNotice[]> {
  const failures = changesOf(changes, ["automation.fail", "automation.stop"]);
  const pauses = changesOf(changes, ["automation.pause", "automation.resume", "automation.lapse"]);
  if (failures.length + pauses.length === 0) return [];
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null);
  const others = members.filter((member) => isAdministrator(member) && member.userId !== actor.id);
  const ofPauses = pauses.flatMap(({ action }) =>
    others.map(({ userId }) => ({
      userId,
      kind: "automationsPaused" as const,
      subjectId: orgId,
      details: { state: stateAfter[action] },
    })),
  );
  const ofFailures = failures.map(async ({ action, subject, after }) => {
    const isStopped = action === "automation.stop";
    // Whatever breaks an automation is noticed by a run, which fails of it.
    const hasReason = !isStopped || after?.stopReason === "broken";
    const reason = hasReason && after?.runId ? await reasonOfFailure(orgId, subject.id, after.runId) : {};
    const recipients = members.filter((member) => member.userId === after?.publishedBy || (isStopped && isAdministrator(member)));
    return recipients.map(({ userId }) => ({
      userId,
      kind: isStopped ? ("automationStopped" as const) : ("automationFailed" as const),
      subjectId: (!isStopped && after?.cardId) || subject.id,
      details: {
        automationId: subject.id,
        name: after?.name ?? "",
        ...(after?.stopReason ? { reason: after.stopReason } : {}),
        ...(after?.runId ? { runId: after.runId } : {}),
        ...reason,
      },
    }));
  });
  return [...(await Promise.all(ofFailures)).flat(), ...ofPauses];
}

const stateAfter = { "automation.pause": "paused", "automation.resume": "resumed", "automation.lapse": "lapsed" } as const;

/** Why and at which step the run failed; nothing if it has been retried since. */
async function reasonOfFailure(orgId: OrgId, automationId: AutomationId, runId: RunId): Promise<Details> {
  const { findRun } = await import("./engine/runs.ts");
  const run = await findRun(orgId, automationId, runId);
  const failed = run?.steps.find(({ state }) => state === "failed");
  if (!run || !failed?.message) return {};
  // A version that can no longer be read names no step.
  const published = await getPublished(orgId, automationId, run.number).catch(() => undefined);
  const path = pathOf(published?.definition.steps ?? [], run.steps);
  const at = path.findIndex(({ step }) => step.id === failed.stepId);
  const step = path[at]?.step;
  return { ...reasonOf(failed.message, failed.params), ...(step ? { place: nameOf(step), step: at + 1 } : {}) };
}

const reasonOf = (message: string, params: Details | null): Details => ({
  message,
  ...Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [`param.${name}`, value])),
});

/** Catalogue key of the step's name. */
const nameOf = (step: Step): string =>
  step.kind === "action"
    ? `automations.action.${step.action.kind}`
    : `automations.${step.kind === "branch" ? "conditions" : step.kind}`;
