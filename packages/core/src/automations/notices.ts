import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { UserId } from "../kernel/id.ts";
import { membersOf } from "../organizations/index.ts";

/** Notifies a member that a run has failed, or that an automation was switched off. */
export interface AutomationNotice {
  readonly userId: UserId;
  readonly kind: "automationFailed" | "automationStopped";
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
}

/** A failed run notifies the automation's publisher; an automation that was stopped notifies the owner and administrators as well. */
export async function noticesOfAutomations({ orgId, changes }: JournalRecord): Promise<AutomationNotice[]> {
  const failures = changesOf(changes, ["automation.fail", "automation.stop"]);
  if (failures.length === 0) return [];
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null);
  return failures.flatMap(({ action, subject, after }) => {
    const isStopped = action === "automation.stop";
    const recipients = members.filter(
      ({ userId, systemRole }) => userId === after?.publishedBy || (isStopped && systemRole !== "BASIC"),
    );
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
}
