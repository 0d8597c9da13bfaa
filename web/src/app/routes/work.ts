import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { nextOf } from "../../lib/pages/next.ts";
import { pageRoute } from "./page.ts";
import { anySearch, shellRoute } from "./root.ts";

const dashboardRoute = pageRoute(
  "/dashboard",
  ["dashboard", "audit"],
  () => import("../../features/dashboard/DashboardPage.tsx"),
  "DashboardPage",
);

const chatsRoute = pageRoute(
  "/chats/{-$chatId}",
  ["chats", "whatsapp", "timeline", "files", "card", "rights", "tasks", "validation"],
  () => import("../../features/chats/ChatsPage.tsx"),
  "ChatsPage",
);

const voipRoute = pageRoute(
  "/voip",
  ["voip", "timeline", "card", "rights"],
  () => import("../../features/voip/VoipPage.tsx"),
  "VoipPage",
);

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

const automationsRoute = pageRoute(
  "/automations",
  automationWords,
  () => import("../../features/automations/AutomationsPage.tsx"),
  "AutomationsPage",
);

/** The builder, or below it `/simulation`, `/runs` and `/versions`. */
const automationRoute = pageRoute(
  "/automations/$automationId/{-$tab}",
  automationWords,
  () => import("../../features/automations/AutomationPage.tsx"),
  "AutomationPage",
);

const cardsRoute = pageRoute("/cards", [], () => import("../../features/cards/CardsPage.tsx"), "CardsPage");

const cardTypeRoute = pageRoute("/cards/$slug", [], () => import("../../features/cards/CardsPage.tsx"), "CardsPage");

const trashRoute = pageRoute(
  "/cards/trash",
  ["changes", "rights"],
  () => import("../../features/trash/TrashPage.tsx"),
  "TrashPage",
);

const cardRoute = pageRoute(
  "/cards/$slug/$cardId",
  ["card", "audit", "rights"],
  () => import("../../features/card-page/CardPage.tsx"),
  "CardPage",
);

const favoritesRoute = pageRoute(
  "/favorites",
  ["palette"],
  () => import("../../features/cards/favorites/KeptCardsPage.tsx"),
  "FavoritesPage",
);

const recentRoute = pageRoute(
  "/recent",
  ["palette"],
  () => import("../../features/cards/favorites/KeptCardsPage.tsx"),
  "RecentPage",
);

const tasksRoute = pageRoute(
  "/tasks",
  ["tasks", "recurrence", "reminders", "card"],
  () => import("../../features/tasks/TasksPage.tsx"),
  "TasksPage",
);

const taskTrashRoute = pageRoute(
  "/tasks/trash",
  ["tasks", "changes", "rights"],
  () => import("../../features/tasks/trash/TaskTrashPage.tsx"),
  "TaskTrashPage",
);

const calendarRoute = pageRoute(
  "/calendar",
  ["calendar", "tasks"],
  () => import("../../features/calendar/CalendarPage.tsx"),
  "CalendarPage",
);

const meetingTrashRoute = pageRoute(
  "/calendar/trash",
  ["calendar", "tasks", "changes", "rights"],
  () => import("../../features/calendar/trash/MeetingTrashPage.tsx"),
  "MeetingTrashPage",
);

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
  pageRoute(path, ["imports", "rights", "validation"], () => import("../../features/imports/ImportPage.tsx"), "ImportPage");

/** Where a member works: cards, tasks, the calendar and the dashboard. */
export const workRoutes = [
  dashboardRoute,
  chatsRoute,
  voipRoute,
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
