import { KartisError } from "../../kernel/error.ts";
import { smsSize } from "../../sms/rules.ts";

/** Maximum number of parts of one SMS: some operators refuse more, and each part is paid. */
export const mostParts = 10;

/** Number of parts of a text. Throws INVALID_INPUT if they are more than one SMS may have. */
export function requireParts(text: string): number {
  const parts = smsSize(text).segments;
  if (parts > mostParts) throw new KartisError("INVALID_INPUT", { fields: { text: "validation.smsTooLong" } });
  return parts;
}

/** Of one that reminds a member: its text is anybody's title, and the organization pays for each. */
export const mostReminderParts = 3;

/** What a provider reports about an SMS. */
export const reportStates = ["sent", "delivered", "failed"] as const;

/** Delivery states of an SMS: waiting for the end of quiet hours, being sent, handed over, delivered, failed, or unknown because the answer was lost; and received, of one from the customer. */
export const smsDeliveries = ["waiting", "sending", "sent", "delivered", "failed", "unknown", "received"] as const;
export type SmsDelivery = (typeof smsDeliveries)[number];

/** Whether it is in progress, so that its payment may still be returned. */
export const isOnItsWay = (delivery: SmsDelivery): boolean => delivery === "sending" || delivery === "unknown";

/** Source of an update: our own call, or the provider's report, whose final state stands. */
export type NewsSource = "call" | "report";

/**
 * The delivery state after one more update; updates come in any order, and more than once. A provider's report outranks what our call found out, and an SMS that
 * a report says was delivered or failed stays so.
 */
export function smsDeliveryAfter(now: SmsDelivery, next: SmsDelivery, by: NewsSource, isFinal: boolean): SmsDelivery {
  if (isFinal) return now;
  if (by === "report") return next;
  // From our own call: a late update does not override a report.
  return now === "sent" && isOnItsWay(next) ? now : next;
}
