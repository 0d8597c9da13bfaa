import * as z from "zod";
import type { RecordOf } from "../../data/payloads.ts";
import { commit } from "../../data/commit.ts";
import { systemActor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId, type RecordId } from "../../kernel/id.ts";
import { findEffect } from "../../outbound/index.ts";
import type { release, settle } from "../../sms/index.ts";
import { type SmsFailure, smsFailures } from "../../sms/rules.ts";
import type { eventsOf } from "../../webhooks/index.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { type SmsDelivery, smsDeliveryAfter, type Teller } from "./rules.ts";
import { smsValuesOf } from "./sms.ts";

/** One message about an SMS. */
interface News {
  readonly state: SmsDelivery;
  readonly reason: SmsFailure | null;
  readonly by: Teller;
  /** Nothing more will come: the provider has had its last word, or a person has decided. */
  readonly isFinal: boolean;
}

/** Dependencies, injected so that a report of a provider does not pull in everything else about SMS. */
interface Given {
  readonly release: typeof release;
  readonly settle: typeof settle;
  readonly eventsOf: typeof eventsOf;
}

/** On its way, so that what it was paid with may come back. */
const isOpen = (delivery: SmsDelivery): boolean => delivery === "sending" || delivery === "unknown";

/**
 * Stores what became of an SMS, and settles what it was paid with: for good once it was handed over, given back when it has failed. Harmless to repeat, and in
 * any order.
 */
async function keepSms(
  orgId: OrgId,
  smsId: ActivityId,
  news: News,
  { clock, causedBy, ledger: { release: giveBack, settle: settled } }: Keeping,
): Promise<void> {
  const context = { orgId, actor: systemActor(orgId, "sms"), clock, requestId: causedBy, origin: "system" as const, causedBy };
  await commit(context, async (at) => {
    const nothing = { writes: [], records: [], result: undefined };
    const sms = (await findActivities(orgId, [smsId])).get(smsId);
    if (sms?.type !== "SMS") return nothing;
    const now = smsValuesOf(sms);
    const delivery = smsDeliveryAfter(now.delivery, news.state, news.by, now.isFinal);
    const isFinal = now.isFinal || news.isFinal;
    if (delivery === now.delivery && isFinal === now.isFinal) return nothing;
    const isGivenBack = delivery === "failed" && now.payment !== undefined;
    const isSettled = !isGivenBack && now.payment && isOpen(now.delivery) && (!isOpen(delivery) || isFinal);
    const about = { orgId, at, activityId: smsId, cardId: now.cardId };
    const ledger = [
      ...(isGivenBack && now.payment ? await giveBack(about, now.payment, isOpen(now.delivery)) : []),
      ...(isSettled && now.payment ? [settled(orgId, now.payment)] : []),
    ];
    const patch = {
      delivery,
      reason: delivery === "failed" ? news.reason : null,
      isFinal: isFinal || null,
      ...(isGivenBack ? { payment: null } : {}),
    };
    const { writes, records } = changeSetOf(edit(orgId, sms, patch, undefined, at, "sms.deliver"), sms);
    return { writes: [...writes, ...ledger], records, result: undefined };
  });
}

const isFailure = (reason: unknown): reason is SmsFailure => smsFailures.some((known) => known === reason);

/** What the effect of an SMS has come to, as far as that says anything about it. */
function newsOf(state: string, reason: string | undefined): News | undefined {
  const call = { reason: null, by: "call", isFinal: false } as const;
  if (state === "done") return { ...call, state: "sent" };
  if (state === "failed" || state === "void") return { ...call, state: "failed", reason: isFailure(reason) ? reason : "other" };
  if (state === "unknown") return { ...call, state: "unknown" };
  return state === "dismissed" ? { ...call, state: "unknown", isFinal: true } : undefined;
}

interface Keeping {
  readonly clock: Clock;
  readonly causedBy: RecordId;
  readonly ledger: Pick<Given, "release" | "settle">;
}

/** A report, as the provider's adapter has read it and the webhook has stored it. */
const Report = z.object({ state: z.enum(["sent", "delivered", "failed"]), reason: z.enum(smsFailures).nullable() });

/** Keeps on each SMS what a record says of it. Effects are read as they are now, so that late records say nothing old. */
export async function keepSmsDeliveries(
  record: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.dismiss" | "webhook.receive">,
  clock: Clock,
  given: Given,
): Promise<void> {
  const { orgId, id, changes } = record;
  const keeping: Keeping = { clock, causedBy: id, ledger: given };
  for (const change of changes) {
    if (change.action === "webhook.receive" || change.after?.purpose !== "sms") continue;
    const { subject } = change;
    const effect = await findEffect(orgId, subject.id);
    const news = effect && newsOf(effect.state, effect.reason);
    if (news && isId("act", effect.subjectId)) await keepSms(orgId, effect.subjectId, news, keeping);
  }
  for (const { subjectId, payload } of await given.eventsOf(record, "sms")) {
    const { state, reason } = Report.parse(payload);
    const news: News = { state, reason, by: "report", isFinal: state !== "sent" };
    if (isId("act", subjectId)) await keepSms(orgId, subjectId, news, keeping);
  }
}
