import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { UserId } from "../kernel/id.ts";
import { isAdministrator, membersOf } from "../organizations/index.ts";

/** Notifies a member that a run has failed, that an automation was switched off, or that all were paused or resumed. */
export interface AutomationNotice {
  readonly userId: UserId;
  readonly kind: "automationFailed" | "automationStopped" | "automationsPaused";
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
}

/**
 * A failed run notifies the automation's publisher; an automation that was stopped notifies the owner and administrators as well. When all are paused or resumed, the
 * owner and the other administrators are notified.
 */
export async function noticesOfAutomations({ orgId, changes, actor }: JournalRecord): Promise<AutomationNotice[]> {
  const failures = changesOf(changes, ["automation.fail", "automation.stop"]);
  const pauses = changesOf(changes, ["automation.pause", "automation.resume"]);
  if (failures.length + pauses.length === 0) return [];
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null);
  const others = members.filter((member) => isAdministrator(member) && member.userId !== actor.id);
  const ofPauses = pauses.flatMap(({ action }) =>
    others.map(({ userId }) => ({
      userId,
      kind: "automationsPaused" as const,
      subjectId: orgId,
      details: { state: action === "automation.pause" ? "paused" : "resumed" },
    })),
  );
  const ofFailures = failures.flatMap(({ action, subject, after }) => {
    const isStopped = action === "automation.stop";
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
      },
    }));
  });
  return [...ofFailures, ...ofPauses];
}
