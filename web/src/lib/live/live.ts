import type { LiveMessage, OwnMessage } from "@kartis/core/realtime/schema.ts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { fetchOr } from "../fetch-again.ts";
import { paced, paceFor } from "./paced.ts";
import { afterFirstScreen } from "../warm-up.ts";

const subscribers = new Set<(message: LiveMessage) => void>();

/** Passes a change to every mounted component that listens for changes. */
export function deliver(message: LiveMessage): void {
  for (const subscriber of subscribers) subscriber(message);
}

const hiddenSubscribers = new Set<(message: LiveMessage) => void>();

/** Passes on a change while the page is hidden, to the few listeners that need it even then. */
export function deliverHidden(message: LiveMessage): void {
  for (const subscriber of hiddenSubscribers) subscriber(message);
}

type Own = OwnMessage["what"];
const ownSubscribers = new Set<(what: Own) => void>();

/** Reports that something of this person alone was changed, here or on another device. */
export function deliverOwn(what: Own): void {
  for (const subscriber of ownSubscribers) subscriber(what);
}

let sayOwn: (what: Own) => void = () => undefined;

/** Makes the person's other browsers refetch something that was changed here. Without a connection they refetch it when the person looks at them again. */
export const announceOwn = (what: Own): void => sayOwn(what);

/** Sets `next` as what notifies them. */
export function announceOwnBy(next: (what: Own) => void): void {
  sayOwn = next;
}

/** Calls `onChange` for each such change while the component is mounted. */
export function useOwn(onChange: (what: Own) => void): void {
  const handle = useEffectEvent(onChange);
  useEffect(() => {
    const subscriber = (what: Own) => handle(what);
    ownSubscribers.add(subscriber);
    return () => void ownSubscribers.delete(subscriber);
  }, []);
}

const presenceSubscribers = new Set<() => void>();
let present: readonly string[] | undefined;

/** Sets who is online, as reported by the server; undefined without a connection. */
export function setPresent(userIds: readonly string[] | undefined): void {
  present = userIds;
  for (const subscriber of presenceSubscribers) subscriber();
}

let here: string | undefined;
let say: (pathname: string) => void = () => undefined;

/** Reports to the server which page is on screen: immediately, and again when the connection comes back. */
export function announce(pathname: string): void {
  if (pathname === here) return;
  here = pathname;
  say(here);
}

/** Sets `next` as what reports the page on screen, starting with the current one. */
export function announceBy(next: (pathname: string) => void): void {
  say = next;
  if (here !== undefined) say(here);
}

function subscribeToPresence(subscriber: () => void): () => void {
  presenceSubscribers.add(subscriber);
  return () => void presenceSubscribers.delete(subscriber);
}

/** The members who have the organization open, most recently active first; undefined until the socket has reported them. */
export const usePresent = (): readonly string[] | undefined => useSyncExternalStore(subscribeToPresence, () => present);

/** Limits how often `run` reacts to other people's changes: the more people are online, the less often. */
export const pacedByPeople = (run: () => void): (() => void) => paced(run, () => paceFor(present?.length ?? 1));

/**
 * Listens for changes of the organization until the returned function is called. The connection waits for the first screen; once it is open, the server
 * reports what has changed until then.
 */
export function startLive(): () => void {
  let disconnect: (() => void) | undefined;
  let isOver = false;
  async function load() {
    if (isOver) return;
    const connect = await fetchOr(
      async () => (await import("./live-connection.ts")).connectLive,
      () => undefined,
    );
    if (!isOver) disconnect = connect?.();
  }
  afterFirstScreen(load);
  return () => {
    isOver = true;
    disconnect?.();
  };
}

/**
 * Calls `onMessage` for each change in the organization, the person's own included, while the component is mounted. Messages carry no values: clients
 * fetch those they may see.
 */
export function useLive(onMessage: (message: LiveMessage) => void, when?: "alsoHidden"): void {
  const handle = useEffectEvent(onMessage);
  useEffect(() => {
    const subscriber = (message: LiveMessage) => handle(message);
    subscribers.add(subscriber);
    if (when) hiddenSubscribers.add(subscriber);
    return () => {
      subscribers.delete(subscriber);
      hiddenSubscribers.delete(subscriber);
    };
  }, [when]);
}
