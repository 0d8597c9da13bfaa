import { longestGapMs } from "@kartis/core/realtime/rules.ts";
import type { LiveMessage, PresenceMessage } from "@kartis/core/realtime/schema.ts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { queryClient } from "./query-client.ts";
import { backoff } from "./backoff.ts";
import { paced, paceFor } from "./paced.ts";

const pingMilliseconds = 5 * 60_000;

const subscribers = new Set<(message: LiveMessage) => void>();
let socket: WebSocket | undefined;
let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let ping: ReturnType<typeof setInterval> | undefined;
let isWanted = false;

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return (message.kind === "change" && "subject" in message) || (message.kind === "batch" && "typeIds" in message);
}

const presenceSubscribers = new Set<() => void>();
let present: readonly string[] | undefined;
let here: string | undefined;

function setPresent(userIds: readonly string[] | undefined): void {
  present = userIds;
  for (const subscriber of presenceSubscribers) subscriber();
}

const isPresenceMessage = (message: object): message is PresenceMessage =>
  "kind" in message && message.kind === "presence" && "userIds" in message && Array.isArray(message.userIds);

/** Tells the organization which page is on screen: at once, and again when the connection comes back. */
export function announce(pathname: string): void {
  if (pathname === here) return;
  here = pathname;
  sayHere();
}

function sayHere(): void {
  if (here !== undefined && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ kind: "here", pathname: here }));
}

function subscribeToPresence(subscriber: () => void): () => void {
  presenceSubscribers.add(subscriber);
  return () => void presenceSubscribers.delete(subscriber);
}

/** Who has the organization open, most recently active first; undefined until the socket has reported it. */
export const usePresent = (): readonly string[] | undefined => useSyncExternalStore(subscribeToPresence, () => present);

/** `run`, for what others change: as often as suits an organization with that many people in it. */
export const pacedByPeople = (run: () => void): (() => void) => paced(run, () => paceFor(present?.length ?? 1));

const askAgain = () => void queryClient.invalidateQueries({ refetchType: "active" });

/** Set while the page is hidden and something has changed: nobody sees it, so it is asked for when somebody looks again. */
let isBehind = false;
function catchUpWhenSeen(): void {
  if (document.hidden || !isBehind) return;
  isBehind = false;
  askAgain();
}

function receive(event: MessageEvent<unknown>): void {
  if (typeof event.data !== "string") return;
  let message: unknown;
  try {
    message = JSON.parse(event.data);
  } catch {
    return;
  }
  if (typeof message !== "object" || message === null || !("kind" in message)) return;
  if (isPresenceMessage(message)) return setPresent(message.userIds);
  if (message.kind !== "gap" && !isLiveMessage(message)) return;
  if (document.hidden) {
    isBehind = true;
    return;
  }
  if (!isLiveMessage(message)) return askAgain();
  for (const subscriber of subscribers) subscriber(message);
}

async function connect(): Promise<void> {
  const response = await fetch("/api/realtime", { method: "POST", headers: { "x-request-id": crypto.randomUUID() } });
  // Signed out, not in the plan, or the plan has ended: the next sign-in, organization or plan starts anew.
  if ([401, 402, 403, 404].includes(response.status)) return;
  if (!response.ok) throw new Error(`realtime answered ${response.status}`);
  const answer: unknown = await response.json();
  if (typeof answer !== "object" || answer === null || !("url" in answer) || !("ticket" in answer))
    throw new Error("realtime sent no ticket");
  if (!isWanted) return;
  const opened = new WebSocket(`${String(answer.url)}?ticket=${encodeURIComponent(String(answer.ticket))}`);
  socket = opened;
  opened.addEventListener("open", () => {
    // Changes of the gap are not sent again, so everything on screen is asked for again; at the beginning only if there were any since the page asked first.
    if (attempts > 0) askAgain();
    else opened.send(JSON.stringify({ kind: "catchUp", ms: Math.min(longestGapMs, Math.ceil(performance.now())) }));
    attempts = 0;
    sayHere();
    ping = setInterval(() => opened.send(JSON.stringify({ kind: "ping" })), pingMilliseconds);
  });
  opened.addEventListener("message", receive);
  opened.addEventListener("close", () => {
    if (socket === opened) retry();
  });
}

function retry(): void {
  clearInterval(ping);
  socket = undefined;
  if (!isWanted) return;
  attempts += 1;
  timer = setTimeout(open, backoff(attempts));
}

function open(): void {
  connect().catch(retry);
}

/** Listens for changes of the organization until the returned function is called. */
export function startLive(): () => void {
  isWanted = true;
  attempts = 0;
  open();
  const hurry = () => {
    if (socket || !isWanted) return;
    clearTimeout(timer);
    open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", catchUpWhenSeen);
  return () => {
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", catchUpWhenSeen);
    setPresent(undefined);
    isWanted = false;
    clearTimeout(timer);
    clearInterval(ping);
    const closing = socket;
    socket = undefined;
    closing?.close();
  };
}

/**
 * Calls `onMessage` for each change in the organization, the person's own included, while the component is mounted. Messages carry no values: whoever
 * may see them asks for them.
 */
export function useLive(onMessage: (message: LiveMessage) => void): void {
  const handle = useEffectEvent(onMessage);
  useEffect(() => {
    const subscriber = (message: LiveMessage) => handle(message);
    subscribers.add(subscriber);
    return () => void subscribers.delete(subscriber);
  }, []);
}
