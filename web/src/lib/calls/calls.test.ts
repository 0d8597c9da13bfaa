import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerMs, call } from "./calls.ts";
import { toAppError } from "../errors.ts";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A server that takes every request and answers none. */
const frozen: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("gives up a call that has no answer, and says so as of a network that failed", async () => {
  vi.stubGlobal("fetch", frozen);
  const failed = call("query", "cards.search", {}).then(
    () => expect.fail("was answered"),
    (error: unknown) => toAppError(error).code,
  );
  let isOver = false;
  void failed.finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(answerMs - 1_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await failed).toBe("HTTP_ERROR");
});

it("gives up an answer of which the rest does not come", async () => {
  const halves: Fetch = async (_url, { signal }) => {
    const begun = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"result":'));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(begun);
  };
  vi.stubGlobal("fetch", halves);
  const failed = call("mutation", "cards.update", {}).catch((error: unknown) => toAppError(error).code);
  await vi.advanceTimersByTimeAsync(answerMs + 1_000);
  expect(await failed).toBe("HTTP_ERROR");
});

it("waits for nothing once there is an answer", async () => {
  vi.stubGlobal("fetch", (async () => Response.json([{ result: { data: 7 } }])) satisfies Fetch);
  const answer = call("query", "cards.count", {});
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});
