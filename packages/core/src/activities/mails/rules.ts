/** Maximum of To, Cc and Bcc together, as allowed by SES. */
export const mostRecipients = 50;
/** Total size of an email's attachments. Encoded, 15 MB stays within the 25 MB that many mail servers accept. */
export const mostAttachedMegabytes = 15;

/** Delivery status of an email: being sent, handed over, delivered, failed, unknown, bounced, or reported as spam. */
export const deliveries = ["sending", "sent", "delivered", "failed", "unknown", "bounced", "complained"] as const;
export type Delivery = (typeof deliveries)[number];

/** The recipient server's report is final: later news from our own side does not override it. */
const rank: Readonly<Record<Delivery, number>> = {
  sending: 0,
  failed: 1,
  unknown: 1,
  sent: 1,
  delivered: 2,
  bounced: 3,
  complained: 4,
};

/** The delivery after one more message about it; messages come in any order, and more than once. */
export function deliveryAfter(now: Delivery, next: Delivery): Delivery {
  if (rank[now] >= 2 && rank[next] < rank[now]) return now;
  return next;
}
