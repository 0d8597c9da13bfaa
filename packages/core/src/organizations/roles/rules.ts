import type { PermissionType } from "../../kernel/permission.ts";

/** The groups of the matrix on screen, in its order (mock g). */
export const permissionGroups = [
  { group: "cards", types: ["CARDS", "CARD_TYPES", "CARD_FIELDS", "CARD_LAYOUTS", "CARDS_TABLE_VIEWS", "TEMPLATES"] },
  { group: "activities", types: ["TASKS", "MEETINGS", "COMMENTS", "STORAGE", "AUTOMATION", "AI"] },
  { group: "finance", types: ["FINANCE_DOCUMENTS", "SMS"] },
  { group: "administration", types: ["ORGANIZATION", "ROLES", "AUDIT", "ADMIN_CONSOLE"] },
] as const satisfies readonly { group: string; types: readonly PermissionType[] }[];
