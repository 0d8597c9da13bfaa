import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { withWords } from "../../lib/i18n.tsx";
import { anySearch, shellRoute } from "./root.ts";

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  component: lazyRouteComponent(
    () => withWords(["settings"], import("../../features/settings/SettingsHome.tsx")),
    "SettingsHome",
  ),
});

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/organization",
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "members", "organization", "identity", "errors", "validation"],
        import("../../features/organization/OrganizationPage.tsx"),
      ),
    "OrganizationPage",
  ),
});

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/members",
  component: lazyRouteComponent(
    () => withWords(["settings", "members", "roles", "errors", "validation"], import("../../features/members/MembersPage.tsx")),
    "MembersPage",
  ),
});

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/roles-and-permissions",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "roles", "errors", "validation"], import("../../features/roles/RolesPage.tsx")),
    "RolesPage",
  ),
});

const planRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/plan-and-billing",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "plans"], import("../../features/billing/PlanPage.tsx")),
    "PlanPage",
  ),
});

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/integrations",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "integrations", "sms", "whatsapp", "webhooks", "incomingWebhooks", "errors", "validation"],
        import("../../features/integrations/IntegrationsPage.tsx"),
      ),
    "IntegrationsPage",
  ),
});

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/templates",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "messageTemplates", "audit", "errors", "validation"],
        import("../../features/message-templates/TemplatesPage.tsx"),
      ),
    "TemplatesPage",
  ),
});

const apiRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/api",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "roles", "developers", "validation"], import("../../features/developers/ApiPage.tsx")),
    "ApiPage",
  ),
});

const archiveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/archive",
  component: lazyRouteComponent(
    () => withWords(["settings", "files", "rights"], import("../../features/files/ArchivePage.tsx")),
    "ArchivePage",
  ),
});

const outgoingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/outgoing",
  component: lazyRouteComponent(
    () => withWords(["settings", "outgoing", "whatsapp", "errors"], import("../../features/outgoing/OutgoingPage.tsx")),
    "OutgoingPage",
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/audit",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "audit", "automations", "tasks", "recurrence"], import("../../features/audit/AuditPage.tsx")),
    "AuditPage",
  ),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/user",
  component: lazyRouteComponent(
    () => withWords(["settings", "identity", "security", "personalData"], import("../../features/profile/ProfilePage.tsx")),
    "ProfilePage",
  ),
});

const cardTypesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/card-types",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "cardTypes", "fieldTypes", "rights", "views"],
        import("../../features/card-types/CardTypesPage.tsx"),
      ),
    "CardTypesPage",
  ),
});

const adminConsoleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/admin-console/organizations",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["admin", "plans", "organization"], import("../../features/admin-console/OrganizationsPage.tsx")),
    "OrganizationsPage",
  ),
});

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
