import { pageRoute } from "./page.ts";

const settingsRoute = pageRoute(
  "/settings",
  ["settings"],
  () => import("../../features/settings/SettingsHome.tsx"),
  "SettingsHome",
);

const organizationRoute = pageRoute(
  "/settings/organization",
  ["settings", "members", "organization", "identity", "errors", "validation"],
  () => import("../../features/organization/OrganizationPage.tsx"),
  "OrganizationPage",
);

const membersRoute = pageRoute(
  "/settings/members",
  ["settings", "members", "roles", "errors", "validation"],
  () => import("../../features/members/MembersPage.tsx"),
  "MembersPage",
);

const rolesRoute = pageRoute(
  "/settings/roles-and-permissions",
  ["settings", "roles", "errors", "validation"],
  () => import("../../features/roles/RolesPage.tsx"),
  "RolesPage",
);

const planRoute = pageRoute(
  "/settings/plan-and-billing",
  ["settings", "plans"],
  () => import("../../features/billing/PlanPage.tsx"),
  "PlanPage",
);

const integrationsRoute = pageRoute(
  "/settings/integrations",
  ["settings", "integrations", "sms", "whatsapp", "voip", "gmail", "webhooks", "incomingWebhooks", "errors", "validation"],
  () => import("../../features/integrations/IntegrationsPage.tsx"),
  "IntegrationsPage",
);

const templatesRoute = pageRoute(
  "/settings/templates",
  ["settings", "messageTemplates", "audit", "errors", "validation"],
  () => import("../../features/message-templates/TemplatesPage.tsx"),
  "TemplatesPage",
);

const apiRoute = pageRoute(
  "/settings/api",
  ["settings", "roles", "developers", "validation"],
  () => import("../../features/developers/ApiPage.tsx"),
  "ApiPage",
);

const archiveRoute = pageRoute(
  "/settings/archive",
  ["settings", "files", "rights"],
  () => import("../../features/files/ArchivePage.tsx"),
  "ArchivePage",
);

const outgoingRoute = pageRoute(
  "/settings/outgoing",
  ["settings", "outgoing", "whatsapp", "gmail", "errors"],
  () => import("../../features/outgoing/OutgoingPage.tsx"),
  "OutgoingPage",
);

const auditRoute = pageRoute(
  "/settings/audit",
  ["settings", "audit", "automations", "tasks", "recurrence"],
  () => import("../../features/audit/AuditPage.tsx"),
  "AuditPage",
);

const profileRoute = pageRoute(
  "/settings/user",
  ["settings", "identity", "security", "personalData"],
  () => import("../../features/profile/ProfilePage.tsx"),
  "ProfilePage",
);

const cardTypesRoute = pageRoute(
  "/settings/card-types",
  ["settings", "cardTypes", "fieldTypes", "rights", "views"],
  () => import("../../features/card-types/CardTypesPage.tsx"),
  "CardTypesPage",
);

const adminConsoleRoute = pageRoute(
  "/admin-console/organizations",
  ["admin", "plans", "organization"],
  () => import("../../features/admin-console/OrganizationsPage.tsx"),
  "OrganizationsPage",
);

export const settingsRoutes = [
  settingsRoute,
  organizationRoute,
  membersRoute,
  rolesRoute,
  planRoute,
  integrationsRoute,
  templatesRoute,
  apiRoute,
  archiveRoute,
  outgoingRoute,
  auditRoute,
  profileRoute,
  cardTypesRoute,
  adminConsoleRoute,
] as const;
