import { longestGapMs } from "@kartis/core/realtime/rules.ts";
import type { BrowserMessage, LiveMessage, OwnMessage, PresenceMessage, RunsMessage } from "@kartis/core/realtime/schema.ts";
import { queryClient } from "../query-client.ts";
import { backoff } from "./backoff.ts";
import { announceBy, deliver, deliverHidden, deliverOwn, setPresent, announceOwnBy } from "./live.ts";

const pingMilliseconds = 5 * 60_000;

let socket: WebSocket | undefined;
let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let ping: ReturnType<typeof setInterval> | undefined;
let isWanted = false;

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return (message.kind === "change" && "subject" in message) || (message.kind === "batch" && "typeIds" in message);
}

const isPresenceMessage = (message: object): message is PresenceMessage =>
  "kind" in message && message.kind === "presence" && "userIds" in message && Array.isArray(message.userIds);

/** Window event: someone starts or stops writing on the card whose page is open. */
export const typingEvent = "kartis:typing";

/** Window event: runs of automations have got further. */
export const runsEvent = "kartis:runs";
const isRunsMessage = (message: object): message is RunsMessage =>
  "kind" in message && message.kind === "runs" && "automationIds" in message && Array.isArray(message.automationIds);

/** Tells the server something that concerns only this moment; without a connection nobody hears it. */
export function say(message: BrowserMessage): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
const isOwnMessage = (message: object): message is OwnMessage => "kind" in message && message.kind === "own" && "what" in message;

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
  if (message.kind === "typing") return void dispatchEvent(new CustomEvent(typingEvent, { detail: message }));
  if (isOwnMessage(message)) return deliverOwn(message.what);
  if (message.kind !== "gap" && !isLiveMessage(message) && !isRunsMessage(message)) return;
  if (document.hidden) {
    isBehind = true;
    if (isLiveMessage(message)) deliverHidden(message);
    return;
  }
  if (isRunsMessage(message)) return void dispatchEvent(new CustomEvent(runsEvent, { detail: message }));
  if (!isLiveMessage(message)) return askAgain();
  deliver(message);
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
    if (socket !== opened) return opened.close();
    // Changes of the gap are not sent again, so everything on screen is asked for again; at the beginning only if there were any since the page asked first.
    if (attempts > 0) askAgain();
    else opened.send(JSON.stringify({ kind: "catchUp", ms: Math.min(longestGapMs, Math.ceil(performance.now())) }));
    attempts = 0;
    announceOwnBy((what) => {
      if (opened.readyState === WebSocket.OPEN) opened.send(JSON.stringify({ kind: "own", what }));
    });
    announceBy((pathname) => {
      if (opened.readyState === WebSocket.OPEN) opened.send(JSON.stringify({ kind: "here", pathname }));
    });
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
export function connectLive(): () => void {
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
    // One that is still connecting closes when it opens: closed before, it would be reported as broken in the console.
    if (closing?.readyState === WebSocket.OPEN) closing.close();
  };
}
