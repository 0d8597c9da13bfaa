import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { onLeave } from "./lib/failures.ts";
import { initialLanguage, LanguageProvider, loadFailureWords, onLanguageChange, setLanguage } from "./lib/i18n.tsx";
import { searchFor } from "./lib/pages/next.ts";
import { queryClient } from "./lib/query-client.ts";
import { endSession } from "./lib/session.ts";
import { afterFirstScreen, firstScreenStands } from "./lib/warm-up.ts";
import { preloadToasts } from "./lib/toasts/toasts.ts";
import { preloadToastRegion, Toasts } from "./ui/feedback/Toasts.tsx";

/** Pages that say themselves when they stand. */
const waitsForData = /^\/(cards|favorites|recent)\b(?!.*\/(import|trash)$)/;

/** The first screen stands once everything it asked for has been answered. */
function standsOnceAnswered(): void {
  if (queryClient.isFetching() === 0) return firstScreenStands();
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return;
    stop();
    firstScreenStands();
  });
}

let isFocusKept = false;
/** Lists wait for their data first; elsewhere, somebody may press a button as soon as it is there. */
async function startKeepingFocus(): Promise<void> {
  const { keepFocus } = await import("./lib/keys/keep-focus.ts");
  if (!isFocusKept) keepFocus();
  isFocusKept = true;
}

/** Draws the app. */
export async function start(): Promise<void> {
  onLeave((path) => {
    void (async () => {
      if (path !== "/login") return router.navigate({ to: path });
      const { href, pathname } = router.state.location;
      // Several calls fail at once when a session ends; only the first still knows the current address.
      if (pathname === path) return;
      await endSession();
      await router.navigate({ to: path, search: searchFor(href) });
    })();
  });

  // The outline is of the first screen; where nothing is drawn later, nothing is to be expected.
  const stopOutline = router.subscribe("onRendered", () => {
    stopOutline();
    delete document.documentElement.dataset["outline"];
  });
  // The cards may lead on to another page, such as that of two-step sign-in, before they have any data.
  const stopWaiting = router.subscribe("onRendered", ({ toLocation }) => {
    if (waitsForData.test(toLocation.pathname)) return;
    stopWaiting();
    void startKeepingFocus();
    setTimeout(standsOnceAnswered, 300);
  });

  await setLanguage(initialLanguage());
  // Names that templates gave come in the language that was asked in.
  onLanguageChange(() => void queryClient.invalidateQueries());
  afterFirstScreen(loadFailureWords);
  afterFirstScreen(preloadToasts);
  afterFirstScreen(preloadToastRegion);
  afterFirstScreen(startKeepingFocus);
  // A page that fails does not say when it stands.
  setTimeout(firstScreenStands, 5_000);

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <RouterProvider router={router} />
          <Toasts />
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
