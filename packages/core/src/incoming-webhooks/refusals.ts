import { commit, put, systemContext } from "../data/commit.ts";
import { changesOf } from "../data/payloads.ts";
import type { JournalRecord } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import { isId, type UserId } from "../kernel/id.ts";
import { isAdministrator, membersOf } from "../organizations/index.ts";
import { incomingCountEntity } from "./entity.ts";
import type { Intake } from "./intake.ts";
import { keptDays } from "./rules.ts";
import type { IntakeId } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

const burstSeconds = 3_600;

/**
 * Records that calls of a form or webhook are refused: once within an hour, however many there are.
 * @param isStanding whether all are, until somebody changes the form or webhook: then it is recorded once until that
 */
export async function recordRefusal(
  { orgId, id, name, version, userId }: Intake,
  clock: Clock,
  isStanding: boolean,
): Promise<void> {
  const seconds = epochSeconds(clock.now());
  const key = { orgId, webhookId: id, window: isStanding ? `refused.${version}` : "refused" };
  const subject = isId("inw", id) ? ({ kind: "incomingWebhook", id } as const) : ({ kind: "leadForm", id } as const);
  const action = subject.kind === "incomingWebhook" ? ("incomingWebhook.refuse" as const) : ("leadForm.refuse" as const);
  await commit(systemContext(orgId, "incoming", clock), async () => {
    const { data } = await incomingCountEntity().get(key).go({ consistent: true });
    if (data && data.expiresAt > seconds) return { writes: [], records: [], result: undefined };
    const item = { ...key, count: 1, expiresAt: seconds + (isStanding ? keptDays * 86_400 : burstSeconds) };
    const first = data
      ? incomingCountEntity()
          .put(item)
          .where((attribute, { eq }) => eq(attribute.expiresAt, data.expiresAt))
      : incomingCountEntity().create(item);
    // Nothing of the form itself has changed, so its version has not either.
    const change = { action, subject, version, before: null, after: { name, userId } };
    return { writes: [put(first.params(), "stale")], records: [{ changes: [change] }], result: undefined };
  });
}

/** Somebody to notify that what a form or webhook receives is refused. */
export interface RefusalNotice {
  readonly userId: UserId;
  readonly kind: "leadRefused";
  readonly subjectId: IntakeId;
  readonly details: { readonly name: string; readonly intakeId: IntakeId };
}

/** With whose permissions the form or webhook works, and the administrators. */
export async function noticesOfRefusals({ orgId, changes }: JournalRecord): Promise<RefusalNotice[]> {
  const refusals = changesOf(changes, ["incomingWebhook.refuse", "leadForm.refuse"]);
  if (refusals.length === 0) return [];
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => !suspendedAt);
  return refusals.flatMap(({ subject, after }) =>
    members
      .filter((member) => isAdministrator(member) || member.userId === after?.userId)
      .map(({ userId }) => ({
        userId,
        kind: "leadRefused",
        subjectId: subject.id,
        details: { name: after?.name ?? "", intakeId: subject.id },
      })),
  );
}
