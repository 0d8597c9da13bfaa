/** Parts of one SMS at most; more are refused by some operators, and paid for by all. */
export const mostParts = 10;

/** What became of an SMS: being sent, handed over, delivered, failed, or unknown, since the answer was lost. */
export const smsDeliveries = ["sending", "sent", "delivered", "failed", "unknown"] as const;
export type SmsDelivery = (typeof smsDeliveries)[number];

/** On its way, so that what it was paid with may come back. */
export const isOnItsWay = (delivery: SmsDelivery): boolean => delivery === "sending" || delivery === "unknown";

/** Who says so: our own call, or the provider's report, whose last word is final. */
export type Teller = "call" | "report";

/**
 * The delivery after one more message about it; messages come in any order, and more than once. A report of the provider outranks what our call learned, and
 * what was delivered or has failed by a report stays so.
 */
export function smsDeliveryAfter(now: SmsDelivery, next: SmsDelivery, by: Teller, isFinal: boolean): SmsDelivery {
  if (isFinal) return now;
  if (by === "report") return next;
  // Our call's own news: late news does not take back what a report has said.
  return now === "sent" && isOnItsWay(next) ? now : next;
}
