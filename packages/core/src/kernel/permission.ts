/** The permissions (SPEC section 3). */
export const permissionTypes = [
  "CARDS",
  "AUTOMATION",
  "COMMENTS",
  "TASKS",
  "STORAGE",
  "AUDIT",
  "MEETINGS",
  "CARD_TYPES",
  "CARD_FIELDS",
  "CARD_LAYOUTS",
  "CARDS_TABLE_VIEWS",
  "ROLES",
  "ADMIN_CONSOLE",
  "ORGANIZATION",
  "FINANCE_DOCUMENTS",
  "SMS",
  "AI",
  "TEMPLATES",
] as const;
export const permissionActions = ["read", "update", "delete", "create"] as const;
/** The level of a permission: the whole organization, what members of the same role own or are assigned, or one's own. */
export const permissionLevels = ["ORGANIZATION", "ROLE_GROUP", "USER"] as const;

export type PermissionType = (typeof permissionTypes)[number];
export type PermissionAction = (typeof permissionActions)[number];
export type PermissionLevel = (typeof permissionLevels)[number];
export type Permission = `${PermissionType}.${PermissionAction}`;

/** A role's permissions; absent ones are denied. */
export type Grants = Readonly<Partial<Record<Permission, PermissionLevel>>>;

/** Every permission that an organization can grant, at organization level: what an owner has. The admin console is the platform's alone (SPEC section 6). */
export const allGrants: Grants = Object.fromEntries(
  permissionTypes
    .filter((type) => type !== "ADMIN_CONSOLE")
    .flatMap((type) => permissionActions.map((action) => [`${type}.${action}`, "ORGANIZATION"])),
);

const permissions: ReadonlySet<string> = new Set(Object.keys(allGrants));
/** True for `TYPE.action` that an organization can grant. */
export const isPermission = (text: string): text is Permission => permissions.has(text);
