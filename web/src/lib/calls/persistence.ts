import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  type PersistedClient,
  type Persister,
} from "@tanstack/react-query-persist-client";
import { createStore, del, get, set } from "idb-keyval";
import { currentViewer, queryClient, setViewer } from "../query-client.ts";

/** Named by the spec. */
const storageKey = "next-crm";
const maxAge = 24 * 60 * 60 * 1000;
/** Answers of another build may have other shapes. */
const buster = import.meta.env.VITE_BUILD_ID ?? import.meta.url;

interface StoredClient {
  viewer: string;
  client: PersistedClient;
}

const store = createStore("kartis", "queries");

/** IndexedDB keeps structures as they are; the library's own persister would make text of them on the main thread. */
const persister: Persister = {
  persistClient: (persisted) => save({ viewer: currentViewer(), client: persisted }),
  restoreClient: async () => {
    const stored = await get<StoredClient>(storageKey, store);
    // What an earlier build kept has none.
    if (!stored?.viewer) return undefined;
    setViewer(stored.viewer);
    return asOfBefore(stored.client);
  },
  removeClient: () => del(storageKey, store),
};

/**
 * This browser was not notified of later changes: its answers are shown at once, however young, and asked for again behind the screen by whatever shows
 * them.
 */
function asOfBefore(client: PersistedClient): PersistedClient {
  const queries = client.clientState.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
  return { ...client, clientState: { ...client.clientState, queries } };
}

let saving: ReturnType<typeof setTimeout> | undefined;

function save(stored: StoredClient): void {
  clearTimeout(saving);
  saving = setTimeout(() => {
    // A full or forbidden disk costs the cache, not the app.
    if (stored.viewer === currentViewer()) set(storageKey, stored, store).catch(() => undefined);
  }, 1000);
}

let restored: Promise<void> | undefined;
let stop: () => void = () => undefined;

/** Brings back the last answers, so that the first screen needs no call; without IndexedDB (private windows) there are none. */
export function restoreQueries(): Promise<void> {
  restored ??= persistQueryClientRestore({ queryClient, persister, maxAge, buster }).catch(() => undefined);
  return restored;
}

/** Starts to keep answers. */
export function keepQueries(): void {
  stop();
  stop = persistQueryClientSubscribe({
    queryClient,
    persister,
    buster,
    dehydrateOptions: { shouldDehydrateQuery: (query) => query.state.status === "success" && query.meta?.private !== true },
  });
}

/** Forgets all answers here and on disk: at sign-out, and when the organization or the user changes. */
export async function forgetQueries(): Promise<void> {
  stop();
  queryClient.clear();
  setViewer("");
  await del(storageKey, store).catch(() => undefined);
}
