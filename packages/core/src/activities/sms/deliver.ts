import { commit, systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { findOrganization } from "../../organizations/index.ts";
import { type Effect, NoEffect, type Purpose } from "../../outbound/index.ts";
import type { optOutsOf, reserve, smsProvider } from "../../sms/index.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { type Keeping, keepSms } from "./keep.ts";
import { type PermissionDependencies, reasonAgainst } from "./permitted.ts";
import { type QuietDependencies, waitsUntil } from "./quiet.ts";
import { smsValuesOf } from "./sms.ts";
import { reportAddressOf } from "./token.ts";
import { holdSms } from "./waiting.ts";

/** Dependencies, injected so that sending SMS does not pull in everything else about them. */
type Given = Keeping["deps"] &
  PermissionDependencies &
  QuietDependencies & {
    readonly optOutsOf: typeof optOutsOf;
    readonly reserve: typeof reserve;
    readonly smsProvider: typeof smsProvider;
  };

const findSms = async (orgId: OrgId, smsId: ActivityId) => {
  const found = (await findActivities(orgId, [smsId])).get(smsId);
  return found?.type === "SMS" ? found : undefined;
};

/**
 * Sends SMS from cards. No provider recognizes a repeated SMS, so one whose answer was lost waits for a person's decision. An SMS that was moved to the trash
 * before the call is not sent, nor is one to a number that has opted out, nor one that a report has arrived for. One that Kartis sends by itself waits if its
 * recipient's quiet hours have begun.
 */
export const cardSms = ({ optOutsOf: refusals, reserve: take, smsProvider: providerOf, ...deps }: Given): Purpose => ({
  repeats: false,
  concerns: "organization",
  isReported: true,
  async prepare({ orgId, subjectId, effectId, round }, clock) {
    const smsId = isId("act", subjectId) ? subjectId : undefined;
    const sms = smsId && (await findSms(orgId, smsId));
    if (!sms) return undefined;
    const values = smsValuesOf(sms);
    const { phone, from, text, payment, delivery } = values;
    // It waits, or has waited since and is sent by another effect.
    if (values.effectId !== effectId) return undefined;
    if (delivery === "sent" || delivery === "delivered" || delivery === "received") return undefined;
    if (sms.trashedAt) {
      // A failed SMS needs no further update.
      const last = ({ sending: "failed", unknown: "unknown", failed: undefined, waiting: undefined } as const)[delivery];
      const reason = last === "failed" ? "canceled" : null;
      if (last)
        await keepSms(orgId, smsId, { state: last, reason, by: "call", isFinal: true }, { clock, lapses: effectId, deps });
      return undefined;
    }
    if ((await refusals(orgId, [phone])).has(phone)) {
      const refused = new NoEffect("The number has opted out", false, "optedOut");
      return () => Promise.reject(refused);
    }
    const organization = await findOrganization(orgId);
    // It was deleted, and has nobody to pay or to decide.
    if (!organization) return undefined;
    const reason = values.sendAt === null ? undefined : await reasonAgainst(organization, sms, clock, deps);
    if (reason) return () => Promise.reject(new NoEffect("It cannot be sent any more", false, reason));
    // Where a person decides that it is sent again, it is.
    const sendAt = round === 0 ? await waitsUntil(orgId, values, clock, deps) : undefined;
    if (sendAt !== undefined) {
      await holdSms({ orgId, effectId }, smsId, sendAt, { clock, release: deps.release });
      return undefined;
    }
    try {
      // A failure gave its payment back; now that a person sends it again, it is paid again.
      if (!payment && !(await payAgain({ orgId, effectId }, smsId, clock, take))) return undefined;
    } catch (error) {
      if (!(error instanceof KartisError && error.code === "SMS_LIMIT_REACHED")) throw error;
      return () => Promise.reject(new NoEffect(error, false, "noBalance"));
    }
    const { provider, account } = providerOf();
    return () => provider.send({ from, to: phone, text, reportTo: reportAddressOf(orgId, smsId) }, account);
  },
});

/** Pays for an SMS again, and answers whether it is still this effect that sends it. Throws SMS_LIMIT_REACHED. */
async function payAgain(
  { orgId, effectId }: Pick<Effect, "orgId" | "effectId">,
  smsId: ActivityId,
  clock: Clock,
  take: Given["reserve"],
): Promise<boolean> {
  const organization = await findOrganization(orgId);
  const context = systemContext(orgId, "sms", clock);
  const { result } = await commit(context, async (at) => {
    const sms = await findSms(orgId, smsId);
    const now = sms && smsValuesOf(sms);
    if (!sms || now?.effectId !== effectId) return { writes: [], records: [], result: false };
    if (now.payment) return { writes: [], records: [], result: true };
    const about = { orgId, at, activityId: smsId, cardId: now.cardId };
    const { writes: ledger, payment } = await take(about, now.parts, organization?.plan.type ?? "FREE");
    const again = { payment, delivery: "sending", reason: null, isFinal: null };
    const { writes, records } = changeSetOf(edit(orgId, sms, again, undefined, at, "sms.deliver"), sms);
    return { writes: [...writes, ...ledger], records, result: true };
  });
  return result;
}
