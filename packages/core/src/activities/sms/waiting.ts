import { type ChangeSet, commit, put, systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, newId, type OrgId, type UserId } from "../../kernel/id.ts";
import { type Effect, type Intent, intentions, lapsing } from "../../outbound/index.ts";
import type { release } from "../../sms/index.ts";
import type { StoredActivity } from "../activity.ts";
import type { MeetingMessage } from "../invitations/notify.ts";
import { findScheduled, scheduledWrite } from "../reminders/schedule.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import type * as z from "zod";
import { smsIntent } from "./outgoing.ts";
import { smsValuesOf } from "./sms.ts";

/*
 * SMS that wait for the end of quiet hours (decision 051). A waiting one has no payment and no effect: both come with the transaction in which the sweep, or a
 * person, lets it leave. So it leaves once, is paid when it leaves, and costs nothing if it is canceled.
 */

/**
 * Lets an SMS that its effect was about to send wait, has the sweep wake it, and settles the effect. Does nothing to one whose effect has lapsed or is
 * being called by another process: its payment stays with it.
 */
export async function holdSms(
  { orgId, effectId }: Pick<Effect, "orgId" | "effectId">,
  smsId: ActivityId,
  sendAt: string,
  { clock, release: giveBack }: { readonly clock: Clock; readonly release: typeof release },
): Promise<void> {
  await commit(systemContext(orgId, "sms", clock), async (at) => {
    const [found, scheduled, lapse] = await Promise.all([
      findActivities(orgId, [smsId]),
      findScheduled(orgId, smsId),
      lapsing(orgId, effectId, clock),
    ]);
    const sms = found.get(smsId);
    const values = sms?.type === "SMS" ? smsValuesOf(sms) : undefined;
    if (!sms || !lapse || values?.delivery !== "sending" || sms.trashedAt) return { writes: [], records: [], result: undefined };
    const waiting = { delivery: "waiting", sendAt, payment: null, effectId: null };
    const { writes, records } = changeSetOf(edit(orgId, sms, waiting, undefined, at, "sms.deliver"), sms);
    const ledger = values.payment
      ? await giveBack({ orgId, at, activityId: smsId, cardId: values.cardId }, values.payment, true)
      : [];
    const due = scheduledWrite(orgId, smsId, scheduled, { dueAt: sendAt, firedAt: scheduled?.firedAt }, clock);
    return { writes: [...writes, ...ledger, lapse, put(due.params(), "stale")], records, result: undefined };
  });
}

/**
 * The change with which a waiting SMS leaves. An SMS about a meeting is written again first: the meeting may have changed in the night.
 * @param urgent given where it is sent now, quiet hours or not, with the person whose permission it then goes by
 */
export function leaving(
  orgId: OrgId,
  sms: StoredActivity,
  at: string,
  clock: Clock,
  urgent?: { readonly by: UserId | null },
): ChangeSet<StoredActivity> {
  const { aboutMeeting, delivery } = smsValuesOf(sms);
  if (delivery !== "waiting") return { writes: [], records: [], result: sms };
  const effectId = newId("eff", clock.now());
  const patch = {
    delivery: "sending",
    ...(urgent ? { avoidsQuietHours: null, releasedBy: urgent.by } : {}),
    ...(aboutMeeting ? {} : { effectId }),
  };
  const { writes, records, result } = changeSetOf(edit(orgId, sms, patch, undefined, at, "sms.deliver"), sms);
  const intent = aboutMeeting ? againIntent(sms.id, aboutMeeting) : smsIntent(effectId, sms.id);
  const effects = intentions(orgId, [intent], clock);
  return { writes: [...writes, ...effects.writes], records: [...records, ...effects.records], result };
}

function againIntent(
  smsId: ActivityId,
  { meetingId, guestId, kind, recordId = "", remindAt, days = [] }: NonNullable<ReturnType<typeof smsValuesOf>["aboutMeeting"]>,
): Intent {
  const of = { kind, guestId, recordId, smsId, days: [...days] };
  const payload: z.input<typeof MeetingMessage> = { ...of, ...(remindAt ? { remindAt } : {}) };
  return { purpose: "meetingSms", subject: { kind: "activity", id: meetingId }, payload };
}
