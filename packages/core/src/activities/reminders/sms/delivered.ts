import type { RecordOf } from "../../../data/payloads.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { commit, systemContext } from "../../../data/commit.ts";
import { isId, type RecordId } from "../../../kernel/id.ts";
import { bounce, confirm, type Effect, findEffect } from "../../../outbound/index.ts";
import type { eventsOf } from "../../../provider-events/index.ts";
import type { optOutAs, release } from "../../../sms/index.ts";
import { SmsReport } from "../../sms/delivered.ts";
import { sendingIn } from "../../sms/token.ts";
import { findPaid, returnPayment } from "./payment.ts";
import { keepReport } from "./report.ts";

/** Dependencies, injected so that handling a provider's report does not bundle everything else about SMS. */
interface Given {
  readonly eventsOf: typeof eventsOf;
  readonly optOutAs: typeof optOutAs;
  readonly release: typeof release;
}

interface Keeping extends Given {
  readonly clock: Clock;
  /** The record that reports it. */
  readonly causedBy: RecordId;
}

/** SMS to members, which stand on no timeline: reminders, and the codes of their phones. */
const isToMember = (purpose: string | undefined): boolean => purpose === "reminderSms" || purpose === "memberCode";

/**
 * Returns the payment of reminders that were not sent or not delivered, takes note of a refused number, and settles effects whose answer was lost. Harmless to
 * repeat, and in any order: a report that comes while its SMS is still being sent is kept until it is known that the answer was lost. One about an earlier
 * sending than the last is ignored.
 */
export async function keepReminderSms(
  record: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.dismiss" | "webhook.receive">,
  clock: Clock,
  given: Given,
): Promise<void> {
  const { orgId, id, changes } = record;
  const keeping: Keeping = { clock, causedBy: id, ...given };
  for (const change of changes) {
    if (change.action !== "effect.fail" && change.action !== "effect.lose") continue;
    if (!isToMember(change.after?.purpose)) continue;
    const effect = await findEffect(orgId, change.subject.id);
    // A person may have sent it again meanwhile: it is then paid with the same payment.
    if (effect?.state === "failed") await giveUp(effect, effect.reason, keeping);
    if (effect?.state === "unknown") await heedReport(effect, keeping);
  }
  for (const { subjectId, payload } of await given.eventsOf(record, "sms")) {
    const sending = sendingIn(subjectId);
    if (!sending) continue;
    await keepReport({ orgId, ...sending }, SmsReport.parse(payload), clock);
    // Read once the report is kept: whichever comes later, the report or the loss of the answer, finds the other.
    const effect = await findEffect(orgId, sending.effectId);
    if (effect && isToMember(effect.purpose) && effect.round === sending.round) await heedReport(effect, keeping);
  }
}

/** It was certainly not received: its payment is returned, and a number that wants no SMS gets none any more. */
async function giveUp(effect: Effect, reason: string | undefined, keeping: Keeping): Promise<void> {
  if (reason === "optedOut") await refuseNumberOf(effect, keeping);
  await returnPayment(effect, keeping);
}

/** Does what the provider's report on the effect's last sending says, if there is one. */
async function heedReport(effect: Effect, keeping: Keeping): Promise<void> {
  const { orgId, effectId, round, state } = effect;
  const { clock } = keeping;
  const known = await findPaid(effect);
  const report = known?.round === round ? known.report : undefined;
  if (!report) return;
  if (report.state !== "failed") {
    await confirm(orgId, effectId, clock);
    return;
  }
  await giveUp(effect, report.reason, keeping);
  if (state === "unknown") await bounce(orgId, effectId, report.reason ?? "other", clock);
}

/** The operator says so for the person: nothing more is sent to the number that was called. */
async function refuseNumberOf(effect: Effect, { clock, causedBy, optOutAs: refuse }: Keeping): Promise<void> {
  const { orgId, round } = effect;
  const known = await findPaid(effect);
  const optOutId = known?.round === round ? known.optOutId : undefined;
  if (!isId("sop", optOutId)) return;
  await commit(systemContext(orgId, "sms", clock, causedBy), async (at) => ({
    ...(await refuse(orgId, optOutId, { cardId: null, at, source: "operator", by: null })),
    result: undefined,
  }));
}
