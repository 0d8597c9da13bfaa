import type { MessageKey } from "@kartis/i18n/messages.ts";
import {
  allGrants,
  type Grants,
  type PermissionAction,
  type PermissionLevel,
  type PermissionType,
} from "../../kernel/permission.ts";
import type { PresetRole } from "./schema.ts";

type Levels = Partial<Record<PermissionAction, PermissionLevel>>;

const grantsOf = (levels: Partial<Record<PermissionType, Levels>>): Grants =>
  Object.fromEntries(
    Object.entries(levels).flatMap(([type, actions]) =>
      Object.entries(actions).map(([action, level]) => [`${type}.${action}`, level]),
    ),
  );

const read = { read: "ORGANIZATION" } as const;
const own = { create: "USER", update: "USER", delete: "USER" } as const;
const group = { read: "ROLE_GROUP", create: "ROLE_GROUP", update: "ROLE_GROUP", delete: "USER" } as const;

/** Permissions of the roles that an organization starts with, after mock g. */
export const presets: Readonly<Record<PresetRole, { name: MessageKey; description: MessageKey; grants: Grants }>> = {
  SYSTEM_ADMINISTRATOR: {
    name: "templates.role.systemAdministrator",
    description: "templates.role.systemAdministrator.about",
    grants: allGrants,
  },
  SALES_REPRESENTATIVE: {
    name: "templates.role.salesRepresentative",
    description: "templates.role.salesRepresentative.about",
    grants: grantsOf({
      CARDS: { read: "ORGANIZATION", create: "ROLE_GROUP", update: "ROLE_GROUP", delete: "USER" },
      CARD_TYPES: read,
      CARD_FIELDS: read,
      CARD_LAYOUTS: { ...read, create: "USER" },
      CARDS_TABLE_VIEWS: { ...read, ...own },
      TEMPLATES: { ...read, create: "ROLE_GROUP", update: "USER" },
      TASKS: group,
      MEETINGS: group,
      COMMENTS: { read: "ORGANIZATION", create: "ORGANIZATION", update: "USER", delete: "USER" },
      STORAGE: { read: "ORGANIZATION", create: "ROLE_GROUP", update: "USER", delete: "USER" },
      AUTOMATION: read,
      AI: { read: "ORGANIZATION", create: "USER", update: "USER" },
      FINANCE_DOCUMENTS: { read: "ROLE_GROUP", create: "USER", update: "ROLE_GROUP" },
      SMS: { read: "USER", create: "USER" },
      ORGANIZATION: read,
      ROLES: read,
      AUDIT: { read: "ROLE_GROUP" },
    }),
  },
  READ_ONLY_USER: {
    name: "templates.role.readOnlyUser",
    description: "templates.role.readOnlyUser.about",
    grants: grantsOf({
      CARDS: read,
      CARD_TYPES: read,
      CARD_FIELDS: read,
      CARD_LAYOUTS: read,
      CARDS_TABLE_VIEWS: read,
      TEMPLATES: read,
      TASKS: read,
      MEETINGS: read,
      COMMENTS: read,
      STORAGE: read,
      AUTOMATION: read,
      FINANCE_DOCUMENTS: read,
    }),
  },
};
