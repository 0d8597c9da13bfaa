import { QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { fetchAnew, fetchShared, queryClient } from "./query-client.ts";

/** A server whose answers come when the test says so: each is the number of the request that it answers. */
function slowServer() {
  const asked: PromiseWithResolvers<number>[] = [];
  const options = {
    queryKey: ["a list"],
    queryFn: () => {
      const answer = Promise.withResolvers<number>();
      asked.push(answer);
      return answer.promise;
    },
    retry: false,
    meta: { quiet: true },
  };
  const answer = (number: number) => asked[number - 1]?.resolve(number);
  const requests = async (count: number) => expect.poll(() => asked.length).toBe(count);
  return { asked, options, answer, requests };
}

/** A screen that shows an older answer. */
function showing(options: ReturnType<typeof slowServer>["options"]): void {
  queryClient.setQueryData(options.queryKey, 0);
  leave = new QueryObserver(queryClient, { ...options, staleTime: Infinity }).subscribe(() => undefined);
}
const refresh = () => void queryClient.invalidateQueries({ queryKey: ["a list"] });

let leave = () => undefined as void;
afterEach(() => {
  leave();
  queryClient.clear();
});

describe("an answer that live changes ask for again meanwhile", () => {
  it("is that to the last request", async () => {
    const { options, answer, requests } = slowServer();
    showing(options);
    refresh();
    await requests(1);
    const shared = fetchShared({ ...options, staleTime: 0 });
    refresh();
    refresh();
    await requests(3);
    answer(3);
    expect(await shared).toBe(3);
  });

  it("is not that to a request from before, where what was written has to be in it", async () => {
    const { options, answer, requests } = slowServer();
    showing(options);
    refresh();
    await requests(1);
    const anew = fetchAnew(options);
    answer(1);
    await requests(2);
    refresh();
    await requests(3);
    answer(3);
    expect(await anew).toBe(3);
    expect(queryClient.getQueryData(options.queryKey)).toBe(3);
  });

  it("fails as its request fails", async () => {
    const { asked, options, requests } = slowServer();
    const anew = fetchAnew(options);
    await requests(1);
    asked[0]?.reject(new Error("unreachable"));
    await expect(anew).rejects.toThrow("unreachable");
  });
});
