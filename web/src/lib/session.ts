import { useSyncExternalStore } from "react";
import type { RouterOutputs } from "./types.ts";
import { trpc } from "./api.ts";
import { setCookie } from "./device/cookies.ts";
import { toAppError } from "./errors.ts";
import { leaveFor } from "./failures.ts";
import { setLanguage } from "./i18n.tsx";
import { forgetQueries, keepQueries, restoreQueries } from "./calls/persistence.ts";
import { clearToasts } from "./toasts/toasts.ts";
import { currentViewer, fetchAnew, queryClient, setViewer } from "./query-client.ts";

export type Me = RouterOutputs["identity"]["me"];

/** The screens behind sign-in ask for this first; quiet, because the router answers its failures with redirects. */
export const meOptions = () => trpc.identity.me.queryOptions({}, { staleTime: 5 * 60_000, meta: { quiet: true } });

function viewerOf(me: Me): string {
  // Viewing as a role shows less: none of it is cached for the person's own view.
  return `${me.organization?.id ?? "none"}:${me.user.id}:${me.impersonatedUntil ? "support:" : ""}${me.viewAs ? `${me.viewAs.roleId}:` : ""}`;
}

/** Whether this browser's home page is the app (boot.js): so that a member does not see the public page first. */
function rememberMember(isMember: boolean): void {
  setCookie("member", isMember ? "1" : "", isMember ? 31_536_000 : 0);
}

/** Whether this browser has a session, as far as that shows without asking the server. */
export const seemsSignedIn = (): boolean => /(?:^|; )member=1(?:;|$)/.test(document.cookie);

/** Makes `me` the one whose answers are cached; another user's or organization's are dropped. */
async function adopt(me: Me): Promise<void> {
  const viewer = viewerOf(me);
  if (currentViewer() !== viewer) {
    await forgetQueries();
    setViewer(viewer);
    queryClient.setQueryData(meOptions().queryKey, me);
  }
  keepQueries();
  rememberMember(true);
  await setLanguage(me.user.language);
}

let check: Promise<void> | undefined;

let corrections = 0;
const subscribers = new Set<() => void>();

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

/** Changes when what was painted from the last visit turns out to be another person's or organization's: it is drawn anew then. */
export const useCorrections = (): number => useSyncExternalStore(subscribe, () => corrections);

/**
 * The signed-in person, from the last visit's answer if there is one (then checked in the background), otherwise from the server.
 * Throws the server's UNAUTHORIZED when nobody is.
 */
export async function loadSession(): Promise<Me> {
  // Without its cookie nobody is signed in here, whatever the disk still has.
  if (seemsSignedIn()) await restoreQueries();
  const known = queryClient.getQueryData(meOptions().queryKey);
  if (!known) return refreshSession();
  keepQueries();
  check ??= checkPainted();
  return known;
}

/** Asks whether what was painted from the last visit is still so. Permissions and language follow by themselves; without an answer all stays as it is. */
async function checkPainted(): Promise<void> {
  const painted = currentViewer();
  try {
    const me = await refreshSession();
    if (!me.organization) leaveFor("/welcome");
    else if (currentViewer() !== painted) {
      corrections += 1;
      for (const subscriber of subscribers) subscriber();
    }
  } catch (failure) {
    if (toAppError(failure).code === "UNAUTHORIZED") leaveFor("/login");
  }
}

/** Asks the server again, e.g. after signing in or setting up an organization. */
export async function refreshSession(): Promise<Me> {
  const me = await fetchAnew(meOptions());
  await adopt(me);
  return me;
}

export async function endSession(): Promise<void> {
  check = undefined;
  // What one person has done is neither read nor undone by who signs in next.
  if (currentViewer() !== "") clearToasts();
  rememberMember(false);
  await forgetQueries();
}
