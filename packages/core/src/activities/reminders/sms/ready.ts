import { type Clock, instant } from "../../../kernel/clock.ts";
import { isId } from "../../../kernel/id.ts";
import { findOrganization, type Organization, remindsMembersBySms } from "../../../organizations/index.ts";
import type { Effect } from "../../../outbound/index.ts";
import type { dialled, isSmsOffered, optOutsOf, sendersOf } from "../../../sms/index.ts";
import { cutToParts, economical, smsSize, verifiedOf } from "../../../sms/rules.ts";
import { missing } from "../../sms/permitted.ts";
import { mostReminderParts } from "../../sms/rules.ts";
import { ReminderPayload } from "../notify.ts";
import { peopleOf, smsReaderOf, stillDue } from "../recipients.ts";
import { type ReminderWording, reminderText } from "../values.ts";

/** Dependencies, injected so that sending a reminder does not bundle everything else about SMS. */
export interface Readying extends ReminderWording {
  readonly dialled: typeof dialled;
  readonly isSmsOffered: typeof isSmsOffered;
  readonly optOutsOf: typeof optOutsOf;
  readonly sendersOf: typeof sendersOf;
}

export interface Ready {
  readonly organization: Organization;
  /** E.164. */
  readonly phone: string;
  /** The sender that the recipient sees. */
  readonly from: string;
  readonly text: string;
  readonly parts: number;
  readonly startsAt: string;
}

/**
 * Why a reminder is not sent, apart from its payment. `over`: its time has come, or it does not hold any more. `notWanted`: the member has left, may not see it, or does not want
 * it. `off`: the organization does not send them. `unproven`: nobody has proven that the number is theirs. `noText`: it has switched off their template.
 */
export type ReminderLack =
  | "over"
  | "notWanted"
  | "off"
  | "disabled"
  | "noSender"
  | "noPhone"
  | "unproven"
  | "optedOut"
  | "noText";

/** What is sent, or why nothing is. */
export async function readyToSend(
  { orgId, userId, payload }: Effect,
  clock: Clock,
  given: Readying,
): Promise<Ready | ReminderLack> {
  const about = ReminderPayload.safeParse(payload).data;
  if (!about || about.startsAt <= instant(clock)) return "over";
  const { activityId, remindAt, startsAt, day } = about;
  const organization = await findOrganization(orgId);
  // It was deleted, and has nobody to pay or to decide.
  if (!organization) return "over";
  const activity = await stillDue(orgId, activityId, remindAt);
  if (!activity || !isId("usr", userId) || !peopleOf(activity, day).includes(userId)) return "over";
  const [reader, isOn, senders] = await Promise.all([
    smsReaderOf(orgId, userId, activity),
    remindsMembersBySms(orgId),
    given.sendersOf(orgId),
  ]);
  if (!reader) return "notWanted";
  if (!isOn) return "off";
  const lack = missing(organization, senders, given.isSmsOffered(), instant(clock));
  const [sender] = verifiedOf(senders);
  if (lack || !sender) return lack === "disabled" ? lack : "noSender";
  const { settings } = reader.membership;
  const phone = given.dialled(reader.phone ?? "", { options: [], ...settings });
  if (!phone) return "noPhone";
  if (phone !== reader.provenPhone) return "unproven";
  if ((await given.optOutsOf(orgId, [phone])).has(phone)) return "optedOut";
  const message = await reminderText(orgId, "sms", { activity, startsAt, day }, reader, given);
  const text = cutToParts(economical(message?.text ?? ""), mostReminderParts);
  const parts = smsSize(text).segments;
  if (parts === 0) return "noText";
  return {
    organization,
    phone,
    from: sender.kind === "number" ? sender.phone : sender.name,
    text,
    parts,
    startsAt,
  };
}
