/*
 * Switching off a kind of mail by the link in it, without signing in. Owns nothing: the switch is the person's own.
 * Invariant: a link switches off the one kind of mail that it came with, for the one person it was sent to; looking at it changes nothing.
 * Records nothing: a person's own settings.
 */
import * as z from "zod";
import { countStranger } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { findRecipient, type Notifications, updateUser, type User } from "../users/index.ts";
import { type MailKind, readToken, type Subscription } from "./rules.ts";

const TokenInput = z.object({ token: z.string().max(200) });

const byLink = { everyone: "a reader is known by the link of their mail alone" } as const;

/** Target of an unsubscribe link. */
export interface OpenSubscription extends Pick<User, "language"> {
  readonly kind: MailKind;
  readonly isOn: boolean;
}

/** Throws the same error for a token that is none and for a person who is gone. Those of nobody's are counted; a mail provider posts real ones for many people. */
async function subscriptionBy(
  token: string,
  context: CallContext,
): Promise<Subscription & { readonly notifications: Notifications; readonly language: User["language"] }> {
  const subscription = readToken(token);
  if (!subscription) await countStranger("unsubscribe", context);
  const person = subscription && (await findRecipient(subscription.userId));
  if (!person) throw new KartisError("NOT_FOUND", { messageKey: "errors.unsubscribeLink" });
  return { ...subscription, notifications: person.notifications, language: person.language };
}

const find = procedure({
  name: "unsubscribes.find",
  kind: "query",
  input: TokenInput,
  can: byLink,
  async run({ token }, context): Promise<OpenSubscription> {
    const { kind, notifications, language } = await subscriptionBy(token, context);
    return { kind, language, isOn: notifications[kind] };
  },
});

const confirm = procedure({
  name: "unsubscribes.confirm",
  kind: "mutation",
  input: TokenInput,
  can: byLink,
  /** Harmless to repeat. */
  async run({ token }, context): Promise<{ ok: true }> {
    const { userId, kind, notifications } = await subscriptionBy(token, context);
    if (notifications[kind]) await updateUser(userId, { notifications: { ...notifications, [kind]: false } });
    return { ok: true };
  },
});

export const unsubscribeProcedures = [find, confirm] as const;
