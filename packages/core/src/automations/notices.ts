import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { UserId } from "../kernel/id.ts";
import { membersOf } from "../organizations/index.ts";

/** Somebody to notify that a run has failed, or that an automation was switched off. */
export interface AutomationNotice {
  readonly userId: UserId;
  readonly kind: "automationFailed" | "automationStopped";
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Of a failed run, its publisher; of an automation that Kartis has switched off, the owner and administrators as well. */
export async function noticesOfAutomations({ orgId, changes }: JournalRecord): Promise<AutomationNotice[]> {
  const told = changesOf(changes, ["automation.fail", "automation.stop"]);
  if (told.length === 0) return [];
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null);
  return told.flatMap(({ action, subject, after }) => {
    const isStopped = action === "automation.stop";
    const concerned = members.filter(
      ({ userId, systemRole }) => userId === after?.publishedBy || (isStopped && systemRole !== "BASIC"),
    );
    return concerned.map(({ userId }) => ({
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
