import { useSyncExternalStore } from "react";
import type * as Queue from "./toast-queue.ts";

export interface ToastLink {
  label: string;
  href: string;
}

export interface ToastContent {
  tone: "error" | "success" | "info";
  title: string;
  message?: string;
  link?: ToastLink;
  /** E.g. Undo; pressing it closes the toast. */
  action?: { label: string; run: () => void };
  /** Toasts with the same code never stand beside each other; for errors, the error's code. */
  code?: string;
  /** How long it stays, where that is not usual. */
  milliseconds?: number;
  /** However it is closed: by its time, by a person, or because it is no longer so. */
  onClose?: () => void;
  /** Leaves at once when another notification comes, rather than have it wait. */
  givesWay?: boolean;
}

let queue: typeof Queue | undefined;
/** Notifications from before the queue was loaded, in order. */
const early: ToastContent[] = [];
let isNeeded = false;
const subscribers = new Set<() => void>();

async function load(): Promise<void> {
  queue ??= await import("./toast-queue.ts");
  for (const content of early.splice(0)) queue.showToast(content);
}

/** Ahead of the first notification, which may be about a lost connection. */
export const preloadToasts = (): Promise<void> => load().catch(() => undefined);

/** Shows one notification; one with the same code that is still open or waiting is left as it is. */
export function showToast(content: ToastContent): void {
  if (queue) queue.showToast(content);
  else {
    early.push(content);
    // If loading fails, it is shown with the next notification.
    void preloadToasts();
  }
  isNeeded = true;
  for (const subscriber of subscribers) subscriber();
}

/** Dismisses a notification that gives way: it is no longer the latest event. */
export function dismissPassing(): void {
  queue?.dismissPassing();
}

/** Dismisses the notification with that code: what it says is no longer so. */
export const endToast = (code: string): void => queue?.endToast(code);

/** E.g. when the user signs out. */
export function clearToasts(): void {
  early.length = 0;
  queue?.clearToasts();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

/** Whether a toast has been shown yet: the code that draws toasts is fetched with the first. */
export const useToastsNeeded = (): boolean => useSyncExternalStore(subscribe, () => isNeeded);
