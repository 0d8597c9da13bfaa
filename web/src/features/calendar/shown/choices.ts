import { useSyncExternalStore } from "react";
import { currentViewer } from "../../../lib/query-client.ts";

/** The person's choice of what the calendar shows in this browser. */
export interface Choices {
  /** People whose calendars are off. */
  readonly hiddenPeople: readonly string[];
  readonly meetings: boolean;
  readonly tasks: boolean;
  readonly declined: boolean;
  /** Date fields of cards that are shown, by type and field. */
  readonly layers: readonly string[];
}

const usual: Choices = { hiddenPeople: [], meetings: true, tasks: true, declined: true, layers: [] };

const storageKey = () => `kartis.calendar:${currentViewer()}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function read(): Choices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? "null");
    if (!isRecord(kept)) return usual;
    const { hiddenPeople, layers } = kept;
    return {
      hiddenPeople: Array.isArray(hiddenPeople) ? hiddenPeople.map(String) : [],
      meetings: kept["meetings"] !== false,
      tasks: kept["tasks"] !== false,
      declined: kept["declined"] !== false,
      layers: Array.isArray(layers) ? layers.map(String) : [],
    };
  } catch {
    return usual;
  }
}

let state: { readonly key: string; readonly choices: Choices } | undefined;
const subscribers = new Set<() => void>();

function current(): Choices {
  const key = storageKey();
  if (state?.key !== key) state = { key, choices: read() };
  return state.choices;
}

function subscribe(subscriber: () => void): () => void {
  // The same choice in each tab.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey()) return;
    state = undefined;
    subscriber();
  };
  subscribers.add(subscriber);
  addEventListener("storage", onStorage);
  return () => {
    subscribers.delete(subscriber);
    removeEventListener("storage", onStorage);
  };
}

export const useChoices = (): Choices => useSyncExternalStore(subscribe, current);

export function choose(patch: Partial<Choices>): void {
  const choices = { ...current(), ...patch };
  state = { key: storageKey(), choices };
  try {
    localStorage.setItem(storageKey(), JSON.stringify(choices));
  } catch {
    // Private windows may refuse storage; it then lasts as long as the page.
  }
  for (const subscriber of subscribers) subscriber();
}

export function togglePerson(userId: string): void {
  const { hiddenPeople } = current();
  choose({
    hiddenPeople: hiddenPeople.includes(userId) ? hiddenPeople.filter((id) => id !== userId) : [...hiddenPeople, userId],
  });
}
