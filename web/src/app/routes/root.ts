import { createRootRoute, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { toAppError } from "../../lib/errors.ts";
import { searchFor } from "../../lib/pages/next.ts";
import { endSession, loadSession, type Me } from "../../lib/session.ts";
import { NotFoundPage } from "../../ui/pages/ErrorPage.tsx";
import { lazyPage } from "./lazy-page.ts";

/** Screens keep view, filters, card and tab in the URL and read them themselves. */
export function anySearch(search: Record<string, unknown>): Record<string, unknown> {
  return search;
}

/** The signed-in person; null if nobody is. Throws if the server does not answer. */
export async function findMe(): Promise<Me | null> {
  try {
    return await loadSession();
  } catch (failure) {
    if (toAppError(failure).code !== "UNAUTHORIZED") throw failure;
    await endSession();
    return null;
  }
}

/** The signed-in person, or a redirect to the sign-in page, which leads back here. */
export async function requireMember({ location }: { location: { href: string } }) {
  const me = await findMe();
  if (me?.organization) return { me };
  if (me) throw redirect({ to: "/welcome" });
  throw redirect({ to: "/login", search: searchFor(location.href) });
}

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** The frame of the app, around every page for members. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: requireMember,
  component: lazyPage(() => import("../shell/Shell.tsx"), "Shell"),
});
