// Before the router listens itself.
import "../lib/pages/pops.ts";
import { createRoute, createRouter, notFound } from "@tanstack/react-router";
import { seemsSignedIn } from "../lib/session.ts";
import { ErrorPage, NotFoundPage } from "../ui/pages/ErrorPage.tsx";
import { entryRoutes } from "./routes/entry.ts";
import { lazyPage } from "./routes/lazy-page.ts";
import { findMe, rootRoute, shellRoute } from "./routes/root.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { workRoutes } from "./routes/work.ts";

/** Around addresses that lead nowhere: the app's frame for its members. Nobody needs an account to learn that a page does not exist. */
const unknownShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "unknown",
  beforeLoad: async () => {
    const me = seemsSignedIn() ? await findMe() : null;
    if (!me?.organization) throw notFound();
  },
  component: lazyPage(() => import("./shell/Shell.tsx"), "Shell"),
});

const unknownRoute = createRoute({ getParentRoute: () => unknownShellRoute, path: "$", component: NotFoundPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...entryRoutes,
    shellRoute.addChildren([...workRoutes, ...settingsRoutes]),
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
