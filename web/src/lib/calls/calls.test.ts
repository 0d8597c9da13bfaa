import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerMs, call } from "./calls.ts";
import { waitsUntil } from "./waits.ts";
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

/** A server that refuses the first calls, each until it has waited so long. */
function busyServer(...waits: readonly number[]) {
  const asked: number[] = [];
  const busy: Fetch = async () => {
    const retryAfterSeconds = waits[asked.length];
    asked.push(Date.now());
    return Response.json([
      retryAfterSeconds === undefined
        ? { result: { data: asked.length } }
        : { error: { data: { code: "TOO_MANY_REQUESTS", retryAfterSeconds } } },
    ]);
  };
  vi.stubGlobal("fetch", busy);
  return asked;
}

const outcome = (answer: Promise<unknown>) => answer.catch((error: unknown) => toAppError(error));

it("a question that comes too soon is asked again when the server has said, and that is known meanwhile", async () => {
  const asked = busyServer(12, 5);
  const startMs = Date.now();
  const answer = call("query", "cards.search", {});
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toHaveLength(1);
  expect(waitsUntil()).toBeGreaterThanOrEqual(startMs + 12_000);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await answer).toBe(3);
  expect(waitsUntil()).toBe(0);
});

it("is asked again three times at most, and not after more than a minute in all", async () => {
  let asked = busyServer(1, 1, 1, 1, 1);
  const often = outcome(call("query", "cards.search", {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await often).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: 1 });
  expect(asked).toHaveLength(4);
  asked = busyServer(40, 25);
  const long = outcome(call("query", "cards.search", {}));
  await vi.advanceTimersByTimeAsync(41_000);
  expect(await long).toMatchObject({ retryAfterSeconds: 25 });
  expect(asked).toHaveLength(2);
});

it("a change is not made again", async () => {
  const asked = busyServer(1);
  const refused = outcome(call("mutation", "cards.update", {}));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: 1 });
  expect(asked).toHaveLength(1);
});
