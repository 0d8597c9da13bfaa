import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { backoff } from "../../../lib/live/backoff.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { withWords } from "../../../lib/i18n.tsx";
import { currentViewer } from "../../../lib/query-client.ts";
import type { createTask, NewTask } from "./create.ts";

/** A task that was made here and that the server has not taken yet. */
export interface Unsent {
  readonly id: ActivityId;
  readonly task: NewTask;
  /** Why not; undefined until there has been a first try. */
  readonly reason?: string;
  /** The server has said no: it is tried again only when asked for. */
  readonly isRefused: boolean;
}

/*
 * Each under a key of its own, so that tabs do not overwrite each other's. It is there again after the tab was closed, and is sent under the id it was given
 * here: sent twice, by two tabs or after a lost answer, it is made once.
 */
const prefix = () => `kartis.unsent-task:${currentViewer()}:`;
/** Tasks that full or forbidden storage cannot hold. */
const unstored = new Map<string, Unsent>();
const sending = new Set<ActivityId>();
const subscribers = new Set<() => void>();
let known: { readonly prefix: string; readonly all: readonly Unsent[] } | undefined;

function read(start: string): readonly Unsent[] {
  const kept = new Map([...unstored].filter(([key]) => key.startsWith(start)));
  for (let at = 0; at < localStorage.length; at++) {
    const key = localStorage.key(at) ?? "";
    if (!key.startsWith(start)) continue;
    try {
      kept.set(key, JSON.parse(localStorage.getItem(key) ?? "") as Unsent); // as `keep` left it
    } catch {
      // Unreadable data was not written by this code.
    }
  }
  return [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, task]) => task);
}

function changed(): void {
  known = undefined;
  for (const subscriber of subscribers) subscriber();
}

export function subscribeToUnsent(subscriber: () => void): () => void {
  watchUnsent();
  // Another tab may have sent them since they were read, while nobody listened here.
  known = undefined;
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

/** In the order of creation. */
export function unsentTasks(): readonly Unsent[] {
  const start = prefix();
  if (known?.prefix !== start) known = { prefix: start, all: read(start) };
  return known.all;
}

export const isSending = (id: ActivityId): boolean => sending.has(id);

function keep(unsent: Unsent): void {
  watchUnsent();
  const key = prefix() + unsent.id;
  try {
    localStorage.setItem(key, JSON.stringify(unsent));
    unstored.delete(key);
  } catch {
    unstored.set(key, unsent);
  }
  changed();
}

export function dropUnsent(id: ActivityId): void {
  const key = prefix() + id;
  unstored.delete(key);
  localStorage.removeItem(key);
  changed();
}

/** Creates a task; it is kept here until the server has it. */
export async function sendTask(create: typeof createTask, task: NewTask, id: ActivityId): Promise<void> {
  if (sending.has(id)) return;
  const viewer = currentViewer();
  sending.add(id);
  keep({ id, task, ...unsentTasks().find((one) => one.id === id), isRefused: false });
  try {
    const failure = await create(task, id);
    if (viewer !== currentViewer()) return;
    // Taken back to be edited meanwhile.
    if (failure && !unsentTasks().some((one) => one.id === id)) return;
    if (failure) keep({ id, task, ...failure });
    else dropUnsent(id);
  } finally {
    sending.delete(id);
    changed();
  }
}

/** Tasks that wait for a connection. */
export const waitingTasks = (): readonly Unsent[] => unsentTasks().filter(({ isRefused }) => !isRefused);

async function sendAll(): Promise<void> {
  const waiting = waitingTasks();
  if (waiting.length === 0) return;
  // The code that sends them may be unreachable like the server: then they wait for the next attempt.
  const sender = await withWords(["tasks"], import("./create.ts")).catch(() => undefined);
  if (sender) await Promise.all(waiting.map(({ task, id }) => sendTask(sender.createTask, task, id)));
}

export const sendWaiting = (): void => void sendAll().catch(reportFailure);

const onStorage = ({ key }: StorageEvent) => {
  if (key === null || key.startsWith(prefix())) changed();
};
const askFirst = (event: BeforeUnloadEvent) => {
  if (unstored.size > 0) event.preventDefault();
};

let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  timer = undefined;
  if (waitingTasks().length === 0) {
    attempts = 0;
    return;
  }
  if (navigator.onLine) sendWaiting();
  timer = setTimeout(look, 1000 + backoff(++attempts));
}

let isWatching = false;

/** Sends them from now on as soon as the server can be reached: a browser reports that it is online, but not that the server is. */
export function watchUnsent(): void {
  timer ??= setTimeout(look, attempts === 0 ? 0 : 1000 + backoff(attempts));
  if (isWatching) return;
  isWatching = true;
  addEventListener("online", sendWaiting);
  addEventListener("storage", onStorage);
  addEventListener("beforeunload", askFirst);
}
