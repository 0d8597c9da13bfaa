import { findCards, getCardType, inScope, scopeOf } from "../../../cards/index.ts";
import { type Clock, instant } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { aboutCard, Link, renderKind } from "../../../message-templates/index.ts";
import type { Effect } from "../../../outbound/index.ts";
import { dialled, hasHadAll, isSmsOffered, optOutsOf, sendersOf, smsBalanceOf } from "../../../sms/index.ts";
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
  optedOut: "errors.reminderSmsOptedOut",
  noText: "errors.reminderSmsNoText",
  noBalance: "errors.SMS_LIMIT_REACHED.message",
  tooMany: "errors.reminderSmsTooMany",
} as const satisfies Record<ReminderLack | "noBalance" | "tooMany", string>;

/** Throws PRECONDITION_FAILED that says why an SMS that reminds a member could not leave now: it would be left out, and nobody would learn of that. */
export async function requireReminderSmsSendable(effect: Effect, clock: Clock): Promise<void> {
  const lack = await lackOf(effect, clock);
  if (lack) throw new KartisError("PRECONDITION_FAILED", { messageKey: messages[lack] });
}

async function lackOf(effect: Effect, clock: Clock): Promise<keyof typeof messages | undefined> {
  const { orgId } = effect;
  const at = instant(clock);
  const ready = await readyToSend(effect, clock, given);
  if (typeof ready === "string") return ready;
  if (await hasHadAll(orgId, ready.userId, at)) return "tooMany";
  // One whose answer was lost is paid already.
  if ((await findPaid(effect))?.payment) return undefined;
  return (await smsBalanceOf(orgId, ready.organization.plan.type, at)).left < ready.parts ? "noBalance" : undefined;
}
