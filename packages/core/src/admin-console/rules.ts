export const planTypes = ["FREE", "TRIAL", "STARTER", "PRO", "ENTERPRISE"] as const;

/** What the list shows, is sorted by and filtered by. */
export const listFields = ["name", "plan", "users", "createdAt", "lastActiveAt", "planEndsAt"] as const;
export type ListField = (typeof listFields)[number];

/** How long a platform admin may act as a member before asking again. */
export const impersonationMinutes = [15, 30, 60] as const;
