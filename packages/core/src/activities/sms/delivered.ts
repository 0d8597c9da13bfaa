import * as z from "zod";
import type { RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isId } from "../../kernel/id.ts";
import { confirm, type Effect, findEffect } from "../../outbound/index.ts";
import { type SmsFailure, smsFailures } from "../../sms/rules.ts";
import type { eventsOf } from "../../provider-events/index.ts";
import { type Keeping, keepSms, type News } from "./keep.ts";
import { isOnItsWay, reportStates } from "./rules.ts";

/** Dependencies, injected so that handling a provider's report does not bundle everything else about SMS. */
type Given = Keeping["deps"] & { readonly eventsOf: typeof eventsOf };

const isFailure = (reason: unknown): reason is SmsFailure => smsFailures.some((known) => known === reason);

/** What the effect's state means for its SMS; undefined if it means nothing. */
function newsOf({ state, reason }: Pick<Effect, "state" | "reason">): News | undefined {
  const call = { reason: null, by: "call", isFinal: false } as const;
  if (state === "done") return { ...call, state: "sent" };
  if (state === "failed" || state === "dismissed")
    return { ...call, state: "failed", reason: isFailure(reason) ? reason : "other" };
  return state === "unknown" ? { ...call, state: "unknown" } : undefined;
}

/** A report, as the provider's adapter has parsed it and the webhook has stored it. */
export const SmsReport = z.object({ state: z.enum(reportStates), reason: z.enum(smsFailures).nullable() });

/**
 * Updates the SMS that a record concerns. Effects are read in their current state, so that late records do not bring back old states. If the answer to our call
 * was lost, the provider's report settles the effect, whichever of the two is processed first, and no person has to decide.
 */
export async function keepSmsDeliveries(
  record: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.dismiss" | "webhook.receive">,
  clock: Clock,
  given: Given,
): Promise<void> {
  const { orgId, id, changes } = record;
  const keeping: Keeping = { clock, causedBy: id, deps: given };
  for (const change of changes) {
    if (change.action === "webhook.receive" || change.after?.purpose !== "sms") continue;
    const effect = await findEffect(orgId, change.subject.id);
    const news = effect && newsOf(effect);
    const sms = news && isId("act", effect.subjectId) ? await keepSms(orgId, effect.subjectId, news, keeping) : undefined;
    if (effect?.state === "unknown" && sms?.effectId && !isOnItsWay(sms.delivery)) await confirm(orgId, sms.effectId, clock);
  }
  for (const { subjectId, payload } of await given.eventsOf(record, "sms")) {
    if (!isId("act", subjectId)) continue;
    const { state, reason } = SmsReport.parse(payload);
    const sms = await keepSms(orgId, subjectId, { state, reason, by: "report", isFinal: state !== "sent" }, keeping);
    if (sms?.effectId) await confirm(orgId, sms.effectId, clock);
  }
}
