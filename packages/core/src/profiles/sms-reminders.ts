import type { Membership } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { membersAreRemindedBySms } from "../organizations/index.ts";
import { dialled, optOutsOf, smsStandingOf } from "../sms/index.ts";
import type { SmsReminderObstacle } from "./schema.ts";

/** Why a person gets no reminders by SMS in the organization, even if they want some; null if nothing prevents it. What they can mend themselves comes last. */
export async function smsReminderObstacle(
  membership: Membership,
  phone: string | null,
  clock: Clock,
): Promise<SmsReminderObstacle | null> {
  const { orgId, plan, settings } = membership;
  const [{ isOn }, { obstacle }] = await Promise.all([
    membersAreRemindedBySms(orgId),
    smsStandingOf({ principal: { orgId, plan }, clock }),
  ]);
  if (obstacle && obstacle !== "noBalance") return obstacle;
  if (!isOn) return "off";
  if (obstacle) return obstacle;
  if (phone === null) return "noPhone";
  const number = dialled(phone, { options: [], ...settings });
  if (!number) return "badPhone";
  return (await optOutsOf(orgId, [number])).has(number) ? "optedOut" : null;
}
