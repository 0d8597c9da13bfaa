import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import { countMemberCode } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { memberCode, noBalance, pendingCode, requireMemberCode, requireTimeForCode } from "../sms/index.ts";
import type { PendingCode } from "../sms/schema.ts";
import { getProfile, keepProvenPhone } from "../users/index.ts";
import { type SmsReminderObstacle, VerifyPhoneInput } from "./schema.ts";
import { smsRemindersOf } from "./sms-reminders.ts";

/*
 * A person proves that the number in their profile is theirs, by a code that is sent to it: only such a number is reminded by SMS. The organization pays for the code, and
 * only one that pays for reminders does.
 */

const own = { member: "one's own phone" } as const;

/** The person's phone as stored and in E.164, whether it is proven, and why no reminders come to it. */
async function phoneOf({ principal, clock }: OrgContext) {
  const { userId, settings, through } = principal;
  if (!userId || !settings) throw new KartisError("FORBIDDEN");
  if (through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  const profile = await getProfile(userId);
  return { userId, phone: profile.phone, ...(await smsRemindersOf({ ...principal, settings }, userId, profile, clock)) };
}

const prevented = (obstacle: SmsReminderObstacle): KartisError =>
  obstacle === "noBalance"
    ? noBalance()
    : new KartisError("PRECONDITION_FAILED", { messageKey: `security.notifications.noSms.${obstacle}` });

/** What does not keep a code from being entered that has come. */
const harmless: ReadonlySet<SmsReminderObstacle> = new Set(["unproven", "noBalance", "tooMany"]);

const sendPhoneCode = procedure({
  name: "profile.sendPhoneCode",
  kind: "mutation",
  input: z.object({}),
  can: own,
  whileImpersonating: false,
  plan: "sms",
  /** Sends a code to the number in the profile. Throws PRECONDITION_FAILED or SMS_LIMIT_REACHED that says why none can be sent, and TOO_MANY_REQUESTS that says when the next can. Null for a number that is proven already. */
  async run(_, context): Promise<{ code: PendingCode | null }> {
    const { orgId } = context.principal;
    const { clock, language } = context;
    const { userId, number, isProven, obstacle } = await phoneOf(context);
    if (isProven) return { code: null };
    if (obstacle !== null && obstacle !== "unproven") throw prevented(obstacle);
    if (number === null) throw prevented("noPhone");
    await requireTimeForCode(orgId, userId, clock);
    await countMemberCode(userId, number, clock);
    await commit(commitContextOf(context), () =>
      Promise.resolve({ ...memberCode(orgId, userId, number, { clock, language: language ?? "en" }), result: undefined }),
    );
    return { code: await pendingCode(orgId, userId, number, clock) };
  },
});

const verifyPhone = procedure({
  name: "profile.verifyPhone",
  kind: "mutation",
  input: VerifyPhoneInput,
  can: own,
  whileImpersonating: false,
  plan: "sms",
  /** Keeps that the number in the profile is the person's, if they enter the code that was sent to it. Throws UNPROCESSABLE_CONTENT for a code that is wrong or no longer valid. */
  async run({ code }, context): Promise<{ ok: true }> {
    const { userId, phone, number, isProven, obstacle } = await phoneOf(context);
    if (isProven) return { ok: true };
    if (obstacle !== null && !harmless.has(obstacle)) throw prevented(obstacle);
    if (phone === null || number === null) throw prevented("noPhone");
    await requireMemberCode(context.principal.orgId, userId, number, code, context.clock);
    await keepProvenPhone(userId, phone, number);
    return { ok: true };
  },
});

export const phoneCodeProcedures = [sendPhoneCode, verifyPhone] as const;
