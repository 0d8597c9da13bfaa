import { SendMailInput } from "../activities/mails/schema.ts";
import { requireParts } from "../activities/sms/rules.ts";
import { SendSmsInput } from "../activities/sms/schema.ts";
import { SendWhatsAppInput } from "../activities/whatsapp/schema.ts";
import { fieldContext } from "../cards/index.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { chatIdOf, findChat } from "../chats/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, parseInput, requirePlan } from "../kernel/procedure.ts";
import { optOutsOf, smsNumbersOf, smsStandingOf } from "../sms/index.ts";
import { findNumber, requireNumber, windowOf } from "../whatsapp/index.ts";
import type { Call } from "./actions/definition.ts";

/** By procedure: returns the recipient of a message, or throws if sending it is certain to fail. Nothing is sent. */
type Checks = Readonly<Record<string, (call: Extract<Call, { readonly procedure: string }>, of: Target) => Promise<string>>>;
interface Target {
  readonly card: Card;
  readonly type: CardType;
}
type Caller = Pick<OrgContext, "principal" | "clock">;

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
};

/**
 * Dry runs of the calls that steps would make, on behalf of the caller. What does not depend on the card is read once.
 * @param at `past` does not ask whether the customer has written within a day, which is known only of the present.
 */
export function dryRuns(context: Caller, at: "now" | "past" = "now") {
  const { principal, clock } = context;
  const { orgId } = principal;
  const standing = once(() => smsStandingOf(context));
  const settings = once(() => fieldContext(principal));
  const ownNumber = once(() => findNumber(orgId));

  /** The number that would receive a message to the card. Throws INVALID_INPUT if there is none. */
  async function numberOf({ card, type }: Target, messageKey: string): Promise<string> {
    const [first] = smsNumbersOf(type, card.fields, await settings());
    if (!first) throw new KartisError("INVALID_INPUT", { messageKey });
    return first.phone;
  }

  const checks: Checks = {
    async "sms.send"({ input }, target) {
      const { text } = parseInput(SendSmsInput, input);
      requireParts(text);
      const { obstacle } = await standing();
      if (obstacle) throw new KartisError("SMS_DISABLED", { messageKey: `sms.obstacle.${obstacle}` });
      const phone = await numberOf(target, "errors.smsNoPhone");
      if ((await optOutsOf(orgId, [phone])).has(phone))
        throw new KartisError("INVALID_INPUT", { messageKey: "validation.smsOptedOut" });
      return phone;
    },
    async "whatsapp.send"({ input }, target) {
      const { text, template } = parseInput(SendWhatsAppInput, input);
      if (text === "" && !template) throw new KartisError("INVALID_INPUT", { fields: { text: "validation.required" } });
      const number = requireNumber(await ownNumber());
      const phone = await numberOf(target, "errors.whatsappNoPhone");
      if (template || at === "past") return phone;
      const endsAt = windowOf(await findChat(orgId, chatIdOf(orgId, phone)), number);
      if (endsAt === null || Date.parse(endsAt) <= clock.now())
        throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.whatsappWindow" });
      return phone;
    },
    async "mails.send"({ input }) {
      requirePlan(principal, "mailing", clock);
      const [first] = parseInput(SendMailInput, input).to;
      return Promise.resolve(first?.email ?? "");
    },
  };

  /**
   * The number or address that a step's call would reach; null if it sends no message. Throws what the call would throw, as far as that is known
   * beforehand: no number, no balance, a recipient who has opted out.
   */
  return async (call: Extract<Call, { readonly procedure: string }>, target: Target): Promise<string | null> =>
    (await checks[call.procedure]?.(call, target)) ?? null;
}
