import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "../../lib/query-client.ts";
import { forgetCards } from "./forget-cards.ts";

const [erased, other] = ["crd_01JD3Q5W7X9ZABCDEFGHJKMNPQ", "crd_01JD3Q5W7X9ZABCDEFGHJKMNPR"] as const;
const answerOf = (id: string) => ({ id, name: `Name of ${id}` });
const kept = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => JSON.stringify(state.data));

afterEach(() => queryClient.clear());

/** A part of a page that shows the erased card, and asks like this when it is asked to. */
function show(ask: (signal: AbortSignal) => Promise<unknown>): () => void {
  const queryKey = ["shown"];
  queryClient.setQueryData(queryKey, answerOf(erased));
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    retry: false,
    meta: { quiet: true },
    staleTime: Infinity,
  });
  return observer.subscribe(() => undefined);
}

it("answers about other cards stay, and those about a forgotten one that nothing shows go", async () => {
  queryClient.setQueryData(["one"], answerOf(erased));
  queryClient.setQueryData(["two"], answerOf(other));
  await forgetCards([erased]);
  expect(kept()).toEqual([JSON.stringify(answerOf(other))]);
});

it("so does what was asked about it, though the answer does not say about whom", async () => {
  queryClient.setQueryData(["history", { cardId: erased }], [{ after: { name: "Dalia" } }]);
  queryClient.setQueryData(["history", { cardId: other }], [{ after: { name: "Dan" } }]);
  await forgetCards([erased]);
  expect(kept()).toEqual([JSON.stringify([{ after: { name: "Dan" } }])]);
});

it("what is shown is asked for again, and what comes instead is kept", async () => {
  const hide = show(() => Promise.resolve(answerOf(other)));
  await forgetCards([erased]);
  expect(kept()).toEqual([JSON.stringify(answerOf(other))]);
  hide();
});

it("a page that is left before it has its answer keeps nothing either", async () => {
  const hide = show((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("left")))));
  const forgetting = forgetCards([erased]);
  hide();
  await forgetting;
  expect(kept()).toEqual([]);
});

it("nor does a page whose answer is that there is no such card", async () => {
  const hide = show(() => Promise.reject(new Error("NOT_FOUND")));
  await forgetCards([erased]);
  expect(kept().join()).not.toContain(erased);
  hide();
});
