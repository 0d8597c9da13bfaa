import type { LiveMessage, OwnMessage } from "@kartis/core/realtime/schema.ts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { paced, paceFor } from "./paced.ts";
import { afterFirstScreen } from "./warm-up.ts";

const subscribers = new Set<(message: LiveMessage) => void>();

/** Hands a change to everything on screen that shows what it is of. */
export function deliver(message: LiveMessage): void {
  for (const subscriber of subscribers) subscriber(message);
}

const hiddenSubscribers = new Set<(message: LiveMessage) => void>();

/** The same while nobody looks at the page, to what matters all the same. */
export function deliverHidden(message: LiveMessage): void {
  for (const subscriber of hiddenSubscribers) subscriber(message);
}

type Own = OwnMessage["what"];
const ownSubscribers = new Set<(what: Own) => void>();

/** Says that something which only this person has was changed, here or on another device. */
export function deliverOwn(what: Own): void {
  for (const subscriber of ownSubscribers) subscriber(what);
}

let tell: (what: Own) => void = () => undefined;

/** Has the person's other browsers ask again for something that was changed here. Without a connection they ask when they are looked at again. */
export const tellOwn = (what: Own): void => tell(what);

/** Has `next` tell them. */
export function tellOwnBy(next: (what: Own) => void): void {
  tell = next;
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

/** Who is here, as the server says; undefined when there is nobody to say it. */
export function setPresent(userIds: readonly string[] | undefined): void {
  present = userIds;
  for (const subscriber of presenceSubscribers) subscriber();
}

let here: string | undefined;
let say: (pathname: string) => void = () => undefined;

/** Tells the organization which page is on screen: at once, and again when the connection comes back. */
export function announce(pathname: string): void {
  if (pathname === here) return;
  here = pathname;
  say(here);
}

/** Has `next` say which page is on screen, beginning with the one that is. */
export function announceBy(next: (pathname: string) => void): void {
  say = next;
  if (here !== undefined) say(here);
}

function subscribeToPresence(subscriber: () => void): () => void {
  presenceSubscribers.add(subscriber);
  return () => void presenceSubscribers.delete(subscriber);
}

/** Who has the organization open, most recently active first; undefined until the socket has reported it. */
export const usePresent = (): readonly string[] | undefined => useSyncExternalStore(subscribeToPresence, () => present);

/** `run`, for what others change: as often as suits an organization with that many people in it. */
export const pacedByPeople = (run: () => void): (() => void) => paced(run, () => paceFor(present?.length ?? 1));

/** A connection that could not be loaded is tried again after so long. */
const againMilliseconds = 10_000;

/**
 * Listens for changes of the organization until the returned function is called. The connection waits for the first screen; what changes until then, the server
 * tells when it stands.
 */
export function startLive(): () => void {
  let disconnect: (() => void) | undefined;
  let isOver = false;
  const load = () => {
    if (isOver) return;
    import("./live-connection.ts").then(
      ({ connectLive }) => {
        if (!isOver) disconnect = connectLive();
      },
      () => setTimeout(load, againMilliseconds),
    );
  };
  afterFirstScreen(load);
  return () => {
    isOver = true;
    disconnect?.();
  };
}

/**
 * Calls `onMessage` for each change in the organization, the person's own included, while the component is mounted. Messages carry no values: whoever
 * may see them asks for them.
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
