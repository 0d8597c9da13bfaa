import { fieldContext } from "../cards/index.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { chatIdOf, findChat } from "../chats/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, requirePlan } from "../kernel/procedure.ts";
import { optOutsOf, smsNumbersOf, smsStandingOf } from "../sms/index.ts";
import { findNumber, requireNumber, windowOf } from "../whatsapp/index.ts";
import type { Call } from "./actions/definition.ts";

/** By procedure: returns the recipient of a message, or throws if sending it is certain to fail. Nothing is sent. */
type DryRuns = Readonly<Record<string, (call: Extract<Call, { readonly procedure: string }>, of: Target) => Promise<string>>>;
interface Target {
  readonly card: Card;
  readonly type: CardType;
  readonly context: OrgContext;
}

/** The number that would receive a message to the card. Throws INVALID_INPUT if there is none. */
async function numberOf({ card, type, context }: Target, messageKey: string): Promise<string> {
  const [first] = smsNumbersOf(type, card.fields, await fieldContext(context.principal));
  if (!first) throw new KartisError("INVALID_INPUT", { messageKey });
  return first.phone;
}

const dryRuns: DryRuns = {
  async "sms.send"(_, target) {
    const { orgId } = target.context.principal;
    const { obstacle } = await smsStandingOf(target.context);
    if (obstacle) throw new KartisError("SMS_DISABLED", { messageKey: `sms.obstacle.${obstacle}` });
    const phone = await numberOf(target, "errors.smsNoPhone");
    if ((await optOutsOf(orgId, [phone])).has(phone))
      throw new KartisError("INVALID_INPUT", { messageKey: "validation.smsOptedOut" });
    return phone;
  },
  async "whatsapp.send"({ input }, target) {
    const { orgId } = target.context.principal;
    const number = requireNumber(await findNumber(orgId));
    const phone = await numberOf(target, "errors.whatsappNoPhone");
    const endsAt = windowOf(await findChat(orgId, chatIdOf(orgId, phone)), number);
    if (!("template" in input) && (endsAt === null || Date.parse(endsAt) <= target.context.clock.now()))
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.whatsappWindow" });
    return phone;
  },
  async "mails.send"({ input: { to } }, { context: { principal, clock } }) {
    requirePlan(principal, "mailing", clock);
    const [first]: readonly unknown[] = Array.isArray(to) ? to : [];
    return Promise.resolve(typeof first === "object" && first !== null && "email" in first ? String(first.email) : "");
  },
};

/**
 * The number or address that a step's call would reach; null if it sends no message. Throws what the call would throw, as far as that is known
 * beforehand: no number, no balance, a recipient who has opted out.
 */
export async function dryRun(call: Extract<Call, { readonly procedure: string }>, target: Target): Promise<string | null> {
  return (await dryRuns[call.procedure]?.(call, target)) ?? null;
}
