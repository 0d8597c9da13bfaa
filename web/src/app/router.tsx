// Before the router listens itself.
import "../lib/pops.ts";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { withWords } from "../lib/i18n.tsx";
import { toAppError } from "../lib/errors.ts";
import { nextOf, searchFor } from "../lib/next.ts";
import { endSession, loadSession, type Me, refreshSession, seemsSignedIn } from "../lib/session.ts";
import { ErrorPage, NotFoundPage } from "./ErrorPage.tsx";

/** Screens keep view, filters, card and tab in the URL and read them themselves. */
function anySearch(search: Record<string, unknown>): Record<string, unknown> {
  return search;
}

/** The signed-in person; null if nobody is. Throws if the server does not answer. */
async function findMe(): Promise<Me | null> {
  try {
    return await loadSession();
  } catch (failure) {
    if (toAppError(failure).code !== "UNAUTHORIZED") throw failure;
    await endSession();
    return null;
  }
}

/** The signed-in person, or a redirect to the sign-in page, which leads back here. */
async function requireMember({ location }: { location: { href: string } }) {
  const me = await findMe();
  if (me?.organization) return { me };
  if (me) throw redirect({ to: "/welcome" });
  throw redirect({ to: "/login", search: searchFor(location.href) });
}

/** Signed-in people are sent on from the sign-in page. Without a trace of a session it is shown without asking the API. */
async function skipIfSignedIn({ search }: { search: Record<string, unknown> }) {
  if (!seemsSignedIn()) return;
  // The cached session is not enough here: it may have just ended. The page also shows when the API does not answer.
  const me = await refreshSession().catch(() => null);
  if (me) throw redirect({ href: me.organization ? (nextOf(search) ?? "/cards") : "/welcome" });
}

/** Only for signed-in people who have no organization yet. */
async function requireNewcomer() {
  const me = await findMe();
  if (me?.organization) throw redirect({ to: "/cards" });
  if (me?.twoStepFor) throw redirect({ to: "/two-step" });
  if (!me) throw redirect({ to: "/login" });
}

const signInWords = ["identity", "errors", "validation"] as const;

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async (context) => {
    await requireMember(context);
    throw redirect({ to: "/cards" });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: anySearch,
  beforeLoad: skipIfSignedIn,
  component: lazyRouteComponent(() => withWords(signInWords, import("../features/identity/LoginPage.tsx")), "LoginPage"),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/welcome",
  beforeLoad: requireNewcomer,
  component: lazyRouteComponent(() => withWords(signInWords, import("../features/identity/WelcomePage.tsx")), "WelcomePage"),
});

const twoStepRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/two-step",
  component: lazyRouteComponent(
    () => withWords([...signInWords, "security"], import("../features/identity/TwoStepPage.tsx")),
    "TwoStepPage",
  ),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: requireMember,
  component: lazyRouteComponent(() => import("./shell/Shell.tsx"), "Shell"),
});

const cardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import("../features/cards/CardsPage.tsx"), "CardsPage"),
});

const cardTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/$slug",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import("../features/cards/CardsPage.tsx"), "CardsPage"),
});

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["tasks", "recurrence", "reminders", "card"], import("../features/tasks/TasksPage.tsx")),
    "TasksPage",
  ),
});

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calendar",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["calendar", "tasks"], import("../features/calendar/CalendarPage.tsx")),
    "CalendarPage",
  ),
});

const importOf = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(
      () => withWords(["imports", "rights", "validation"], import("../features/imports/ImportPage.tsx")),
      "ImportPage",
    ),
  });

const taskTrashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks/trash",
  component: lazyRouteComponent(
    () => withWords(["tasks", "changes", "rights"], import("../features/tasks/trash/TaskTrashPage.tsx")),
    "TaskTrashPage",
  ),
});

const meetingTrashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calendar/trash",
  component: lazyRouteComponent(
    () => withWords(["calendar", "tasks", "changes", "rights"], import("../features/calendar/trash/MeetingTrashPage.tsx")),
    "MeetingTrashPage",
  ),
});

const trashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/trash",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => withWords(["changes", "rights"], import("../features/trash/TrashPage.tsx")), "TrashPage"),
});

const cardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/$slug/$cardId",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["card", "audit", "rights"], import("../features/cards/CardPage.tsx")),
    "CardPage",
  ),
});

const favoritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/favorites",
  component: lazyRouteComponent(
    () => withWords(["palette"], import("../features/cards/favorites/KeptCardsPage.tsx")),
    "FavoritesPage",
  ),
});

const recentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recent",
  component: lazyRouteComponent(
    () => withWords(["palette"], import("../features/cards/favorites/KeptCardsPage.tsx")),
    "RecentPage",
  ),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings",
  component: lazyRouteComponent(() => withWords(["settings"], import("../features/settings/SettingsHome.tsx")), "SettingsHome"),
});

const cardTypesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/card-types",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(["settings", "cardTypes", "fieldTypes", "rights", "views"], import("../features/card-types/CardTypesPage.tsx")),
    "CardTypesPage",
  ),
});

const planRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/plan-and-billing",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => withWords(["settings", "plans"], import("../features/billing/PlanPage.tsx")), "PlanPage"),
});

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/templates",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "messageTemplates", "errors", "validation"],
        import("../features/message-templates/TemplatesPage.tsx"),
      ),
    "TemplatesPage",
  ),
});

const apiRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/api",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "roles", "developers", "validation"], import("../features/developers/ApiPage.tsx")),
    "ApiPage",
  ),
});

const archiveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/archive",
  component: lazyRouteComponent(
    () => withWords(["settings", "files", "rights"], import("../features/files/ArchivePage.tsx")),
    "ArchivePage",
  ),
});

const outgoingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/outgoing",
  component: lazyRouteComponent(
    () => withWords(["settings", "outgoing", "errors"], import("../features/outgoing/OutgoingPage.tsx")),
    "OutgoingPage",
  ),
});

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/roles-and-permissions",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "roles", "errors", "validation"], import("../features/roles/RolesPage.tsx")),
    "RolesPage",
  ),
});

const organizationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/organization",
  component: lazyRouteComponent(
    () =>
      withWords(
        ["settings", "members", "organization", "identity", "errors", "validation"],
        import("../features/organization/OrganizationPage.tsx"),
      ),
    "OrganizationPage",
  ),
});

const switchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/switch-org/$orgId",
  validateSearch: anySearch,
  beforeLoad: async ({ params, search, preload }) => {
    // Hovering a link does not choose it.
    if (preload) return;
    const { switchOrganization } = await import("../lib/switch-organization.ts");
    if (!(await switchOrganization(params.orgId))) throw notFound();
    throw redirect({ href: nextOf(search) ?? "/cards" });
  },
});

const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/members",
  component: lazyRouteComponent(
    () => withWords(["settings", "members", "roles", "errors", "validation"], import("../features/members/MembersPage.tsx")),
    "MembersPage",
  ),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitations/$token",
  component: lazyRouteComponent(
    () => withWords([...signInWords, "members"], import("../features/members/InvitationPage.tsx")),
    "InvitationPage",
  ),
});

const rsvpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/rsvp/$token",
  component: lazyRouteComponent(
    () => withWords(["rsvp", "recurrence", "errors"], import("../features/rsvp/RsvpPage.tsx")),
    "RsvpPage",
  ),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/unsubscribe/$token",
  component: lazyRouteComponent(
    () => withWords(["unsubscribe", "errors"], import("../features/unsubscribe/UnsubscribePage.tsx")),
    "UnsubscribePage",
  ),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/user",
  component: lazyRouteComponent(
    () => withWords(["settings", "identity", "security", "personalData"], import("../features/profile/ProfilePage.tsx")),
    "ProfilePage",
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/settings/audit",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["settings", "audit", "tasks", "recurrence"], import("../features/audit/AuditPage.tsx")),
    "AuditPage",
  ),
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["dashboard", "audit"], import("../features/dashboard/DashboardPage.tsx")),
    "DashboardPage",
  ),
});

const adminConsoleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/admin-console/organizations",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["admin", "plans", "organization"], import("../features/admin-console/OrganizationsPage.tsx")),
    "OrganizationsPage",
  ),
});

/** Around addresses that lead nowhere: the app's frame for its members. Nobody needs an account to learn that a page does not exist. */
const unknownShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "unknown",
  beforeLoad: async () => {
    const me = seemsSignedIn() ? await findMe() : null;
    if (!me?.organization) throw notFound();
  },
  component: lazyRouteComponent(() => import("./shell/Shell.tsx"), "Shell"),
});

const unknownRoute = createRoute({ getParentRoute: () => unknownShellRoute, path: "$", component: NotFoundPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    loginRoute,
    welcomeRoute,
    twoStepRoute,
    invitationRoute,
    rsvpRoute,
    unsubscribeRoute,
    shellRoute.addChildren([
      dashboardRoute,
      cardsRoute,
      cardTypeRoute,
      tasksRoute,
      taskTrashRoute,
      meetingTrashRoute,
      calendarRoute,
      trashRoute,
      importOf("/cards/$slug/import"),
      importOf("/$place/import"),
      cardRoute,
      favoritesRoute,
      recentRoute,
      settingsRoute,
      organizationRoute,
      switchRoute,
      membersRoute,
      rolesRoute,
      planRoute,
      templatesRoute,
      apiRoute,
      archiveRoute,
      outgoingRoute,
      auditRoute,
      adminConsoleRoute,
      profileRoute,
      cardTypesRoute,
    ]),
    unknownShellRoute.addChildren([unknownRoute]),
  ]),
  defaultPreload: "intent",
  // React Query decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
