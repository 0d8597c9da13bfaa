import { createRoute, redirect } from "@tanstack/react-router";
import { withWords } from "../../lib/i18n.tsx";
import { nextOf } from "../../lib/pages/next.ts";
import { refreshSession, seemsSignedIn } from "../../lib/session.ts";
import { lazyPage } from "./lazy-page.ts";
import { entryRoute } from "./page.ts";
import { anySearch, findMe, requireMember, rootRoute } from "./root.ts";

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
  component: lazyPage(() => withWords(signInWords, import("../../features/identity/LoginPage.tsx")), "LoginPage"),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/welcome",
  beforeLoad: requireNewcomer,
  component: lazyPage(() => withWords(signInWords, import("../../features/identity/welcome/WelcomePage.tsx")), "WelcomePage"),
});

const twoStepRoute = entryRoute(
  "/two-step",
  [...signInWords, "security"],
  () => import("../../features/profile/TwoStepPage.tsx"),
  "TwoStepPage",
);

const invitationRoute = entryRoute(
  "/invitations/$token",
  [...signInWords, "members"],
  () => import("../../features/members/InvitationPage.tsx"),
  "InvitationPage",
);

const rsvpRoute = entryRoute(
  "/rsvp/$token",
  ["rsvp", "recurrence", "errors"],
  () => import("../../features/rsvp/RsvpPage.tsx"),
  "RsvpPage",
);

const unsubscribeRoute = entryRoute(
  "/unsubscribe/$token",
  ["unsubscribe", "errors"],
  () => import("../../features/unsubscribe/UnsubscribePage.tsx"),
  "UnsubscribePage",
);

/** The way in, and what is opened by a link from a mail: outside the frame of the app. */
export const entryRoutes = [
  homeRoute,
  loginRoute,
  welcomeRoute,
  twoStepRoute,
  invitationRoute,
  rsvpRoute,
  unsubscribeRoute,
] as const;
