import { fieldContext } from "../cards/index.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { chatIdOf, findChat } from "../chats/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, requirePlan } from "../kernel/procedure.ts";
import { optOutsOf, smsNumbersOf, smsStandingOf } from "../sms/index.ts";
import { findNumber, requireNumber, windowOf } from "../whatsapp/index.ts";
import type { Call } from "./actions/definition.ts";

/** The calls of messages: whom they reach, and why they are sure to fail. Nothing is sent. */
type Rehearsed = Readonly<Record<string, (call: Extract<Call, { readonly procedure: string }>, of: Cast) => Promise<string>>>;
interface Cast {
  readonly card: Card;
  readonly type: CardType;
  readonly context: OrgContext;
}

/** The number that a message to the card would go to. Throws INVALID_INPUT if none can receive one. */
async function numberOf({ card, type, context }: Cast, messageKey: string): Promise<string> {
  const [first] = smsNumbersOf(type, card.fields, await fieldContext(context.principal));
  if (!first) throw new KartisError("INVALID_INPUT", { messageKey });
  return first.phone;
}

const rehearsed: Rehearsed = {
  async "sms.send"(_, cast) {
    const { orgId } = cast.context.principal;
    const { obstacle } = await smsStandingOf(cast.context);
    if (obstacle) throw new KartisError("SMS_DISABLED", { messageKey: `sms.obstacle.${obstacle}` });
    const phone = await numberOf(cast, "errors.smsNoPhone");
    if ((await optOutsOf(orgId, [phone])).has(phone))
      throw new KartisError("INVALID_INPUT", { messageKey: "validation.smsOptedOut" });
    return phone;
  },
  async "whatsapp.send"({ input }, cast) {
    const { orgId } = cast.context.principal;
    const number = requireNumber(await findNumber(orgId));
    const phone = await numberOf(cast, "errors.whatsappNoPhone");
    const endsAt = windowOf(await findChat(orgId, chatIdOf(orgId, phone)), number);
    if (!("template" in input) && (endsAt === null || Date.parse(endsAt) <= cast.context.clock.now()))
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
 * Whom a step's call would reach: a number or an address; null for what reaches nobody outside. Throws what the call would throw, as far as that is known
 * beforehand: no number, no balance, an address that wants nothing.
 */
export async function rehearse(call: Extract<Call, { readonly procedure: string }>, cast: Cast): Promise<string | null> {
  return (await rehearsed[call.procedure]?.(call, cast)) ?? null;
}
