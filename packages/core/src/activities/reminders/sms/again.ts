import { findCards, getCardType, inScope, scopeOf } from "../../../cards/index.ts";
import { type Clock, instant } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { isId } from "../../../kernel/id.ts";
import { aboutCard, Link, renderKind } from "../../../message-templates/index.ts";
import type { Effect } from "../../../outbound/index.ts";
import { codeInUse, dialled, hasHadAll, isSmsOffered, optOutsOf, sendersOf, smsBalanceOf } from "../../../sms/index.ts";
import { codeToSend } from "./code-purpose.ts";
import { findPaid } from "./payment.ts";
import { type ReminderLack, readyToSend } from "./ready.ts";

const given = {
  templates: { aboutCard, Link, renderKind },
  cards: { findCards, getCardType, inScope, scopeOf },
  dialled,
  isSmsOffered,
  optOutsOf,
  sendersOf,
};

const messages = {
  over: "errors.reminderSmsOver",
  notWanted: "errors.reminderSmsNotWanted",
  off: "errors.reminderSmsOff",
  disabled: "errors.SMS_DISABLED.message",
  noSender: "errors.smsNoSender",
  noPhone: "errors.reminderSmsNoPhone",
  unproven: "errors.reminderSmsUnproven",
  optedOut: "errors.reminderSmsOptedOut",
  noText: "errors.reminderSmsNoText",
  codeOver: "errors.memberCodeOver",
  noBalance: "errors.SMS_LIMIT_REACHED.message",
  tooMany: "errors.reminderSmsTooMany",
} as const satisfies Record<ReminderLack | "codeOver" | "noBalance" | "tooMany", string>;

/** Throws PRECONDITION_FAILED that says why an SMS that reminds a member, or the code of their phone, could not leave now: it would be left out, and nobody would learn of that. */
export async function requireMemberSmsSendable(effect: Effect, clock: Clock): Promise<void> {
  const lack = await lackOf(effect, clock);
  if (lack) throw new KartisError("PRECONDITION_FAILED", { messageKey: messages[lack] });
}

async function lackOf(effect: Effect, clock: Clock): Promise<keyof typeof messages | undefined> {
  const { orgId, userId } = effect;
  const at = instant(clock);
  const ready =
    effect.purpose === "memberCode"
      ? ((await codeToSend(effect, clock, { codeInUse, isSmsOffered, optOutsOf, sendersOf })) ?? "codeOver")
      : await readyToSend(effect, clock, given);
  if (typeof ready === "string") return ready;
  if (!isId("usr", userId) || (await hasHadAll(orgId, userId, at))) return "tooMany";
  // One whose answer was lost is paid already.
  if ((await findPaid(effect))?.payment) return undefined;
  return (await smsBalanceOf(orgId, ready.organization.plan.type, at)).left < ready.parts ? "noBalance" : undefined;
}
