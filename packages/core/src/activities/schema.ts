/** Filters of the timeline, besides the card's own history. */
export const channels = ["comments", "mail", "sms", "whatsapp", "calls", "social", "tasks", "meetings"] as const;
export type Channel = (typeof channels)[number];
