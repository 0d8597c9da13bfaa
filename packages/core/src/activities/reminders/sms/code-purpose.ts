import { isLanguage } from "@kartis/i18n/languages.ts";
import { translator } from "@kartis/i18n/translate.ts";
import * as z from "zod";
import { type Clock, instant } from "../../../kernel/clock.ts";
import { isId } from "../../../kernel/id.ts";
import { findOrganization, type Organization, remindsMembersBySms } from "../../../organizations/index.ts";
import type { Effect, Purpose } from "../../../outbound/index.ts";
import type {
  codeInUse,
  countToMember,
  isSmsOffered,
  optOutIdOf,
  optOutsOf,
  release,
  reserve,
  sendersOf,
  smsProvider,
} from "../../../sms/index.ts";
import { economical, smsSize, verifiedOf } from "../../../sms/rules.ts";
import { missing } from "../../sms/permitted.ts";
import { reportAddressOf } from "../../sms/token.ts";
import { lapseUnpaid, payOnce } from "./payment.ts";

const Payload = z.object({ code: z.string(), language: z.string() });

/** Dependencies, injected so that sending a code does not bundle everything else about SMS. */
interface CodeReads {
  readonly codeInUse: typeof codeInUse;
  readonly isSmsOffered: typeof isSmsOffered;
  readonly optOutsOf: typeof optOutsOf;
  readonly sendersOf: typeof sendersOf;
}

interface Given extends CodeReads {
  readonly countToMember: typeof countToMember;
  readonly optOutIdOf: typeof optOutIdOf;
  readonly release: typeof release;
  readonly reserve: typeof reserve;
  readonly smsProvider: typeof smsProvider;
}

/** Sends the codes by which members prove their number: from the organization's sender, paid and counted like the reminders. Receiving one twice is harmless. */
export const memberCodes = (given: Given): Purpose => ({
  repeats: true,
  concerns: "organization",
  async prepare(effect, clock) {
    const deps = { clock, ...given };
    const ready = await codeToSend(effect, clock, given);
    if (!ready || !(await payOnce(effect, ready, ready.organization.plan.type, deps))) {
      await lapseUnpaid(effect, deps);
      return undefined;
    }
    const { provider, account } = given.smsProvider();
    const { from, phone: to, text } = ready;
    return () => provider.send({ from, to, text, reportTo: reportAddressOf(effect.orgId, effect) }, account);
  },
});

interface CodeSms {
  readonly organization: Organization;
  /** E.164. */
  readonly phone: string;
  readonly from: string;
  readonly text: string;
  readonly parts: number;
}

/** The SMS with the code; undefined once another has replaced it, it is no longer valid, or the organization reminds nobody by SMS. */
export async function codeToSend(
  { orgId, userId, payload }: Effect,
  clock: Clock,
  given: CodeReads,
): Promise<CodeSms | undefined> {
  const about = Payload.safeParse(payload).data;
  const organization = await findOrganization(orgId);
  if (!about || !organization || !isId("usr", userId)) return undefined;
  const [isOn, senders, sent] = await Promise.all([
    remindsMembersBySms(orgId),
    given.sendersOf(orgId),
    given.codeInUse(orgId, userId, about.code, clock),
  ]);
  const [sender] = verifiedOf(senders);
  if (!isOn || !sent || !sender) return undefined;
  if (missing(organization, senders, given.isSmsOffered(), instant(clock))) return undefined;
  const { code, phone } = sent;
  if ((await given.optOutsOf(orgId, [phone])).has(phone)) return undefined;
  const t = await translator(isLanguage(about.language) ? about.language : "en", { isolates: false });
  const text = economical(t("mail.memberCode.text", { code }));
  const from = sender.kind === "number" ? sender.phone : sender.name;
  return { organization, phone, from, text, parts: smsSize(text).segments };
}
