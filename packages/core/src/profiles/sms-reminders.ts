import type { Membership, Principal } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import type { UserId } from "../kernel/id.ts";
import { remindsMembersBySms } from "../organizations/index.ts";
import { dialled, hasHadAll, optOutsOf, pendingCode, smsStandingOf } from "../sms/index.ts";
import type { PendingCode } from "../sms/schema.ts";
import type { Profile } from "../users/index.ts";
import type { SmsReminderObstacle } from "./schema.ts";

/** Reminders of a person by SMS, in the organization that they work in. */
interface SmsReminders {
  /** Why they get none, even if they want some; null if nothing prevents it. What they can mend themselves comes last. */
  readonly obstacle: SmsReminderObstacle | null;
  /** Their number (E.164), if it can receive SMS. */
  readonly number: string | null;
  readonly isProven: boolean;
  /** The code that was sent to the number, while it is not proven. */
  readonly code: PendingCode | null;
}

/** The person's number, what prevents reminders to it, and the code by which they can prove it. */
export async function smsRemindersOf(
  { orgId, plan, settings }: Pick<Principal, "orgId" | "plan"> & Pick<Membership, "settings">,
  userId: UserId,
  { phone, provenPhone }: Pick<Profile, "phone" | "provenPhone">,
  clock: Clock,
): Promise<SmsReminders> {
  const [isOn, { obstacle }] = await Promise.all([
    remindsMembersBySms(orgId),
    smsStandingOf({ principal: { orgId, plan }, clock }),
  ]);
  const number = phone === null ? undefined : dialled(phone, { options: [], ...settings });
  const isProven = number !== undefined && number === provenPhone;
  const because = (reason: SmsReminderObstacle | null, code: PendingCode | null = null) => ({
    obstacle: reason,
    number: number ?? null,
    isProven,
    code,
  });
  if (obstacle && obstacle !== "noBalance") return because(obstacle);
  if (!isOn) return because("off");
  const code = number === undefined || isProven ? null : await pendingCode(orgId, userId, number, clock);
  if (obstacle) return because(obstacle, code);
  if (phone === null) return because("noPhone");
  if (!number) return because("badPhone");
  if ((await optOutsOf(orgId, [number])).has(number)) return because("optedOut");
  if (await hasHadAll(orgId, userId, instant(clock))) return because("tooMany", code);
  return because(isProven ? null : "unproven", code);
}
