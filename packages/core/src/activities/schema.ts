/** How the timeline is filtered: by these, and by the card's own history. */
export const channels = ["comments", "mail", "calls", "social", "tasks", "meetings"] as const;
export type Channel = (typeof channels)[number];
