/** What became of a message: being sent, handed over, delivered, read, failed, or unknown, since the answer was lost. */
export const whatsappDeliveries = ["sending", "sent", "delivered", "read", "failed", "unknown"] as const;
export type WhatsAppDelivery = (typeof whatsappDeliveries)[number];

/** How far a file that came in has come: it is being fetched, or could not be. */
export const mediaStates = ["waiting", "failed"] as const;

/** One piece of news about a message. */
export interface DeliveryNews {
  readonly state: WhatsAppDelivery;
  /** Whose own id of the message it names; null where it was never given one. */
  readonly messageId: string | null;
  /** Reported by the provider, rather than learned from our own call. */
  readonly isReport: boolean;
}

export interface DeliveryNow {
  readonly delivery: WhatsAppDelivery;
  readonly messageId: string | null;
  /** The provider has said that this id has failed. */
  readonly isFinal: boolean;
}

const rank: Readonly<Record<WhatsAppDelivery, number>> = { failed: 0, sending: 0, unknown: 1, sent: 2, delivered: 3, read: 4 };

/**
 * The state after one more piece of news. News comes in any order and more than once: what has been read was delivered, whatever is said afterwards, and an id that has failed stays
 * failed. A person may have a failed message sent again, which gives it a new id.
 */
export function deliveryAfter(now: DeliveryNow, { state, messageId, isReport }: DeliveryNews): DeliveryNow {
  const isOtherTry = messageId !== null && messageId !== now.messageId;
  switch (state) {
    case "sending":
      return now.delivery === "failed" || now.delivery === "unknown" ? { ...now, delivery: "sending", isFinal: false } : now;
    case "unknown":
      return now.delivery === "sending" ? { ...now, delivery: "unknown" } : now;
    case "failed":
      if (rank[now.delivery] >= rank.delivered || (now.messageId !== null && isReport && isOtherTry)) return now;
      return { delivery: "failed", messageId: messageId ?? now.messageId, isFinal: isReport };
    default: {
      if (now.isFinal && !isOtherTry) return now;
      const isNews = rank[state] > rank[now.delivery];
      return isNews
        ? { delivery: state, messageId: messageId ?? now.messageId, isFinal: false }
        : { ...now, messageId: now.messageId ?? messageId };
    }
  }
}
