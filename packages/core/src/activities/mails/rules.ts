/** Of all kinds together, as many as SES takes. */
export const mostRecipients = 50;
/** What the attachments of one mail weigh together: encoded, they pass the 25 MB that many mail servers take. */
export const mostAttachedMegabytes = 15;

/** What has become of a mail: on its way, handed over, arrived, failed, of unknown outcome, sent back, or reported as unwanted. */
export const deliveries = ["sending", "sent", "delivered", "failed", "unknown", "bounced", "complained"] as const;
export type Delivery = (typeof deliveries)[number];

/** What the recipient's side said is final: nothing that our own side learns later overrides it. */
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
