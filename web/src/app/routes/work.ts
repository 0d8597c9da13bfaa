import { createRoute, lazyRouteComponent, notFound, redirect } from "@tanstack/react-router";
import { withWords } from "../../lib/i18n.tsx";
import { nextOf } from "../../lib/pages/next.ts";
import { anySearch, shellRoute } from "./root.ts";

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/dashboard",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["dashboard", "audit"], import("../../features/dashboard/DashboardPage.tsx")),
    "DashboardPage",
  ),
});

const chatsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/chats/{-$chatId}",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () =>
      withWords(
        ["chats", "whatsapp", "timeline", "files", "card", "rights", "tasks", "validation"],
        import("../../features/chats/ChatsPage.tsx"),
      ),
    "ChatsPage",
  ),
});

const automationWords = [
  "automations",
  "views",
  "messageTemplates",
  "timeline",
  "tasks",
  "reminders",
  "sms",
  "whatsapp",
  "rights",
  "errors",
  "validation",
] as const;

const automationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/automations",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(automationWords, import("../../features/automations/AutomationsPage.tsx")),
    "AutomationsPage",
  ),
});

/** The builder, or below it `/simulation`, `/runs` and `/versions`. */
const automationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/automations/$automationId/{-$tab}",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(automationWords, import("../../features/automations/AutomationPage.tsx")),
    "AutomationPage",
  ),
});

const cardsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import("../../features/cards/CardsPage.tsx"), "CardsPage"),
});

const cardTypeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/$slug",
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import("../../features/cards/CardsPage.tsx"), "CardsPage"),
});

const trashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/trash",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["changes", "rights"], import("../../features/trash/TrashPage.tsx")),
    "TrashPage",
  ),
});

const cardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/cards/$slug/$cardId",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["card", "audit", "rights"], import("../../features/cards/CardPage.tsx")),
    "CardPage",
  ),
});

const favoritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/favorites",
  component: lazyRouteComponent(
    () => withWords(["palette"], import("../../features/cards/favorites/KeptCardsPage.tsx")),
    "FavoritesPage",
  ),
});

const recentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/recent",
  component: lazyRouteComponent(
    () => withWords(["palette"], import("../../features/cards/favorites/KeptCardsPage.tsx")),
    "RecentPage",
  ),
});

const tasksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["tasks", "recurrence", "reminders", "card"], import("../../features/tasks/TasksPage.tsx")),
    "TasksPage",
  ),
});

const taskTrashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/tasks/trash",
  component: lazyRouteComponent(
    () => withWords(["tasks", "changes", "rights"], import("../../features/tasks/trash/TaskTrashPage.tsx")),
    "TaskTrashPage",
  ),
});

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calendar",
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => withWords(["calendar", "tasks"], import("../../features/calendar/CalendarPage.tsx")),
    "CalendarPage",
  ),
});

const meetingTrashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/calendar/trash",
  component: lazyRouteComponent(
    () => withWords(["calendar", "tasks", "changes", "rights"], import("../../features/calendar/trash/MeetingTrashPage.tsx")),
    "MeetingTrashPage",
  ),
});

const switchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/switch-org/$orgId",
  validateSearch: anySearch,
  beforeLoad: async ({ params, search, preload }) => {
    // Hovering a link does not choose it.
    if (preload) return;
    const { switchOrganization } = await import("../../lib/switch-organization.ts");
    if (!(await switchOrganization(params.orgId))) throw notFound();
    throw redirect({ href: nextOf(search) ?? "/cards" });
  },
});

const importOf = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(
      () => withWords(["imports", "rights", "validation"], import("../../features/imports/ImportPage.tsx")),
      "ImportPage",
    ),
  });

/** Where a member works: cards, tasks, the calendar and the dashboard. */
export const workRoutes = [
  dashboardRoute,
  chatsRoute,
  automationsRoute,
  automationRoute,
  cardsRoute,
  cardTypeRoute,
  trashRoute,
  cardRoute,
  favoritesRoute,
  recentRoute,
  tasksRoute,
  taskTrashRoute,
  calendarRoute,
  meetingTrashRoute,
  switchRoute,
  importOf("/cards/$slug/import"),
  importOf("/$place/import"),
] as const;
