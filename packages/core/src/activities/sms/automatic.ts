import { systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, type CardId, newId, type OrgId, type RecordId } from "../../kernel/id.ts";
import type { Organization } from "../../organizations/index.ts";
import { type Intent, intentions } from "../../outbound/index.ts";
import { commitMetered } from "../../plans/index.ts";
import type { isSmsOffered, optOutsOf, reserve, sendersOf, StoredSender } from "../../sms/index.ts";
import { economical, type SmsFailure, smsSize, verifiedOf } from "../../sms/rules.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, creation, edit } from "../writes.ts";
import { smsIntent, smsToSend } from "./outgoing.ts";
import { missing } from "./permitted.ts";
import { mostParts } from "./rules.ts";
import { type AboutMeeting, smsValuesOf } from "./sms.ts";

/** Dependencies, injected so that a consumer bundles no more than it sends with. */
export interface SmsDependencies {
  readonly isSmsOffered: typeof isSmsOffered;
  readonly optOutsOf: typeof optOutsOf;
  readonly reserve: typeof reserve;
  readonly sendersOf: typeof sendersOf;
}

/** An SMS that Kartis sends by itself. */
export interface AutomaticSms {
  /** Derived from what it follows from, so that it is made once; or that of an SMS that has waited and is written anew. */
  readonly id: ActivityId;
  readonly cardId: CardId;
  /** E.164. */
  readonly phone: string;
  readonly text: string;
  /** On whose behalf: their colleagues with a narrow permission see what is theirs. */
  readonly createdBy: string;
  readonly aboutMeeting: AboutMeeting;
  /** Key of the news: several changes can lead to the same news, which is sent and paid once. */
  readonly news: string;
}

interface Sending {
  readonly organization: Organization;
  readonly clock: Clock;
  readonly causedBy?: RecordId;
  readonly deps: SmsDependencies;
}

/** The consumer under whose name the ledger records which news were sent. */
const newsConsumer = "sms.news";

/**
 * Puts an SMS on its card's timeline, paid and intended in one commit. One that cannot be sent stands there as failed, with the reason: nobody
 * is there to see an error. Harmless to repeat.
 */
export async function sendAutomaticSms(
  { id, cardId, phone, text: given, createdBy, aboutMeeting, news }: AutomaticSms,
  { organization, clock, causedBy, deps }: Sending,
): Promise<void> {
  const { id: orgId, plan } = organization;
  const text = economical(given);
  const parts = smsSize(text).segments;
  const context = { ...systemContext(orgId, "sms", clock, causedBy), ledger: { consumer: newsConsumer, recordId: news } };
  await commitMetered(context, async (at) => {
    const known = (await findActivities(orgId, [id])).get(id);
    if (known && !isUnwritten(known)) return { writes: [], records: [], result: undefined };
    const [senders, optOuts] = await Promise.all([deps.sendersOf(orgId), deps.optOutsOf(orgId, [phone])]);
    const [sender] = verifiedOf(senders);
    const effectId = newId("eff", clock.now());
    const written = smsToSend({ cardId, phone, sender: sender ?? nobody, text, parts, effectId });
    const values = { ...written, aboutMeeting, avoidsQuietHours: known ? known.values["avoidsQuietHours"] : true };
    const made = (more: object) => {
      const all = { ...values, ...more };
      if (known) return changeSetOf(edit(orgId, known, all, undefined, at, "sms.deliver"), known);
      const one = creation(orgId, "SMS", id, all, createdBy, at);
      return changeSetOf(one, one.activity);
    };
    const failed = (reason: SmsFailure) => ({
      ...made({ delivery: "failed", reason, isFinal: true, effectId: null }),
      result: undefined,
    });
    const obstacle = missing(organization, senders, deps.isSmsOffered(), at);
    if (known?.trashedAt) return failed("canceled");
    if (obstacle) return failed(obstacle);
    if (optOuts.has(phone)) return failed("optedOut");
    if (parts > mostParts) return failed("tooLong");
    const payment = await paymentFor({ orgId, at, activityId: id, cardId }, parts, plan.type, deps);
    if (!payment) return failed("noBalance");
    const { writes, records } = made({ payment: payment.payment });
    const intents: Intent[] = [smsIntent(effectId, id)];
    const effects = intentions(orgId, intents, clock);
    return {
      writes: [...writes, ...payment.writes, ...effects.writes],
      records: [...records, ...effects.records],
      result: undefined,
    };
  });
}

/** It has waited for the end of quiet hours, and leaves when it is written anew. */
function isUnwritten(activity: StoredActivity): boolean {
  if (activity.type !== "SMS") return false;
  const { delivery, effectId } = smsValuesOf(activity);
  return delivery === "sending" && effectId === undefined;
}

/** What is left of an SMS that has waited and says nothing new any more: it has failed, with that reason. Harmless to repeat. */
export async function dropUnwritten(orgId: OrgId, id: ActivityId, clock: Clock): Promise<void> {
  await commitMetered(systemContext(orgId, "sms", clock), async (at) => {
    const known = (await findActivities(orgId, [id])).get(id);
    if (!known || !isUnwritten(known)) return { writes: [], records: [], result: undefined };
    const dropped = { delivery: "failed", reason: "outdated", isFinal: true };
    return { ...changeSetOf(edit(orgId, known, dropped, undefined, at, "sms.deliver"), known), result: undefined };
  });
}

/** Stands where an organization has no sender. */
const nobody: Pick<StoredSender, "name" | "kind" | "phone"> = { name: "", kind: "name", phone: "" };

/** Undefined without balance. */
async function paymentFor(
  about: Parameters<typeof reserve>[0],
  parts: number,
  plan: Parameters<typeof reserve>[2],
  deps: SmsDependencies,
) {
  try {
    return await deps.reserve(about, parts, plan);
  } catch (error) {
    if (error instanceof KartisError && error.code === "SMS_LIMIT_REACHED") return undefined;
    throw error;
  }
}
