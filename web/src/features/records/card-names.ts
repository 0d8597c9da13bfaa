import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId, CardTypeId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";
import { queryClient } from "../../lib/query-client.ts";

export interface CardName {
  readonly name: string;
  readonly typeId: string;
}

/*
 * What cards are called, wherever one names another: an index over the answers in the query cache, which bring the names of the cards they mention. So a
 * chip needs no call of its own, and no screen has to hand names down to its cells.
 */
const names = new Map<string, CardName>();
let state = 0;
const subscribers = new Set<() => void>();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function learn(id: unknown, name: unknown, typeId: unknown): void {
  if (typeof id !== "string" || typeof name !== "string" || typeof typeId !== "string") return;
  const known = names.get(id);
  if (known?.name === name && known.typeId === typeId) return;
  names.set(id, { name, typeId });
  state++;
}

/** Reads an answer: its cards, its search results, and the names that came with it. */
function read(answer: unknown, isFromServer: boolean): void {
  if (!isRecord(answer)) return;
  for (const page of listed(answer["pages"])) read(page, isFromServer);
  for (const group of listed(answer["groups"])) if (isRecord(group)) read({ rows: group["rows"] }, isFromServer);
  for (const result of listed(answer["results"])) if (isRecord(result)) learn(result["id"], result["name"], result["cardTypeId"]);
  const cards = [answer, ...listed(answer["rows"])].filter(isRecord).filter((card) => isRecord(card["fields"]));
  for (const card of cards) if (isRecord(card["fields"])) learn(card["id"], card["fields"]["name"], card["typeId"]);
  const { related } = answer;
  if (!isRecord(related)) return;
  for (const [id, entry] of Object.entries(related)) if (isRecord(entry)) learn(id, entry["name"], entry["typeId"]);
  // Cards that the server no longer names are trashed or out of scope.
  if (!isFromServer) return;
  const mentioned = [...cards.flatMap(namedIn), ...listed(answer["entries"]).flatMap(subjectOf)];
  for (const id of mentioned) if (!(id in related) && names.delete(id)) state++;
}

const namedIn = ({ fields }: Record<string, unknown>): readonly string[] =>
  isRecord(fields) ? Object.values(fields).flatMap((value) => listed(value).filter((id) => isId("crd", id))) : [];

/** Subject of an audit entry. */
const subjectOf = (entry: unknown): readonly string[] => {
  const subject = isRecord(entry) && entry["subject"];
  return isRecord(subject) && isId("crd", subject["id"]) ? [subject["id"]] : [];
};

const paths = new Set(["search", "get", "history", "related", "freeSearch", "group"]);
const isOfCards = (key: readonly unknown[]): boolean => {
  const [path] = key;
  return (
    Array.isArray(path) &&
    (path[0] === "audit" ||
      path[0] === "timeline" ||
      path[0] === "comments" ||
      (path[0] === "cards" && paths.has(String(path[1]))))
  );
};

// Stored answers may be in the cache before this code has loaded.
for (const { queryKey, state: kept } of queryClient.getQueryCache().getAll()) if (isOfCards(queryKey)) read(kept.data, false);
queryClient.getQueryCache().subscribe((event) => {
  const before = state;
  if (event.type === "removed") {
    // At sign-out, and with another organization, nothing stays.
    if (queryClient.getQueryCache().getAll().length > 0) return;
    names.clear();
    state++;
  } else if (event.type === "added" && isOfCards(event.query.queryKey)) read(event.query.state.data, false);
  else if (event.type === "updated" && event.action.type === "success" && isOfCards(event.query.queryKey))
    read(event.action.data, event.action.manual !== true);
  // Answers may arrive while a screen is being drawn.
  if (state !== before) queueMicrotask(notify);
});

function notify(): void {
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** The name of a card that has just been made here. */
export function learnName(cardId: CardId, name: CardName): void {
  learn(cardId, name.name, name.typeId);
  notify();
}

export const knownName = (cardId: string): string | undefined => names.get(cardId)?.name;
export const knownType = (cardId: string): CardTypeId | undefined => {
  const typeId = names.get(cardId)?.typeId;
  return isId("typ", typeId) ? typeId : undefined;
};

/** The known names; a card without one is not shown: it is in the trash, deleted, or out of the person's scope. */
export function useCardNames(): (cardId: string) => CardName | undefined {
  useSyncExternalStore(subscribe, () => state);
  return (cardId) => names.get(cardId);
}
