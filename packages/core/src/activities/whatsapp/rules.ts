/** Delivery states of a message: being sent, handed over, delivered, read, failed, or unknown because the answer was lost. */
export const whatsappDeliveries = ["sending", "sent", "delivered", "read", "failed", "unknown"] as const;
export type WhatsAppDelivery = (typeof whatsappDeliveries)[number];

/** States of a received file that is not stored yet: its download is pending or has failed. */
export const mediaStates = ["waiting", "failed"] as const;

/** One update about a message. */
export interface DeliveryNews {
  readonly state: WhatsAppDelivery;
  /** The provider's id of the message; null if it never assigned one. */
  readonly messageId: string | null;
  /** Reported by the provider, rather than returned by our own call. */
  readonly isReport: boolean;
}

export interface DeliveryNow {
  readonly delivery: WhatsAppDelivery;
  readonly messageId: string | null;
  /** The provider has reported that this id failed. */
  readonly isFinal: boolean;
  /** All ids that the provider has reported as failed, those of earlier tries included. */
  readonly failedIds: readonly string[];
}

const rank: Readonly<Record<WhatsAppDelivery, number>> = { failed: 0, sending: 0, unknown: 1, sent: 2, delivered: 3, read: 4 };

/**
 * The state after one more update. Updates come in any order and more than once: a message that was read was delivered, whatever is reported later, and an id that
 * failed stays failed, even once the message has another. A person may resend a failed message, which gives it a new id.
 */
export function deliveryAfter(now: DeliveryNow, { state, messageId, isReport }: DeliveryNews): DeliveryNow {
  const isOtherTry = messageId !== null && messageId !== now.messageId;
  switch (state) {
    case "sending":
      return now.delivery === "failed" || now.delivery === "unknown" ? { ...now, delivery: "sending", isFinal: false } : now;
    case "unknown":
      return now.delivery === "sending" ? { ...now, delivery: "unknown" } : now;
    case "failed": {
      // A failure that is reported once more says nothing about a later try.
      if (isReport && messageId !== null && now.failedIds.includes(messageId)) return now;
      const failedIds = isReport && messageId !== null ? [...now.failedIds, messageId] : now.failedIds;
      const isOtherAlive = isReport && isOtherTry && now.messageId !== null && !now.failedIds.includes(now.messageId);
      if (rank[now.delivery] >= rank.delivered || isOtherAlive) return { ...now, failedIds };
      return { failedIds, delivery: "failed", messageId: messageId ?? now.messageId, isFinal: isReport || now.isFinal };
    }
    default: {
      if ((now.isFinal && !isOtherTry) || (messageId !== null && now.failedIds.includes(messageId))) return now;
      const isNews = rank[state] > rank[now.delivery];
      return isNews
        ? { ...now, delivery: state, messageId: messageId ?? now.messageId, isFinal: false }
        : { ...now, messageId: now.messageId ?? messageId };
    }
  }
}
