export const planTypes = ["FREE", "TRIAL", "STARTER", "PRO", "ENTERPRISE"] as const;

/** The fields that the list shows, sorts by and filters by. */
export const listFields = ["name", "plan", "users", "createdAt", "lastActiveAt", "planEndsAt"] as const;
export type ListField = (typeof listFields)[number];

/** Minutes that a platform admin can act as a member before confirming again. */
export const impersonationMinutes = [15, 30, 60] as const;
