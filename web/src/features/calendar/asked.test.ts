import { QueriesObserver, QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { type Asked, combining } from "./asked.ts";

interface Answer {
  readonly rows: readonly { readonly id: string; readonly title: string }[];
}

it("leaves answers the objects that came, whatever was asked before, and is the same until one changes", () => {
  const client = new QueryClient();
  const days = ["2026-11", "2026-12"];
  for (const day of days)
    client.setQueryData<Answer>([day], {
      rows: [
        { id: "both", title: "Fair" },
        { id: day, title: "Visit" },
      ],
    });
  const combine = combining<unknown>();
  const observer = new QueriesObserver<Asked<unknown>>(client, []);
  const show = (shown: readonly string[]): Asked<unknown> => {
    const queries = shown.map((day) => ({ queryKey: [day], staleTime: Infinity }));
    observer.setQueries(queries, { combine });
    const [, combined, track] = observer.getOptimisticResult(queries, combine);
    return combined(track());
  };
  const stop = observer.subscribe(() => undefined);
  for (const shown of [days.slice(0, 1), days.slice(1), days.slice(0, 1), days, days.toReversed()])
    for (const [at, answer] of show(shown).answers) expect(answer).toBe(client.getQueryData([shown[at]]));

  const { answers } = show(days);
  expect([...answers.keys()]).toEqual([0, 1]);
  expect(show(days).answers).toBe(answers);
  client.setQueryData<Answer>([days[1]], { rows: [] });
  expect(show(days).answers).not.toBe(answers);
  stop();
});

it("has the same answers while they are asked for again", () => {
  const combine = combining<Answer>();
  const result = { data: { rows: [] }, error: null, isLoading: false, refetch: vi.fn() };
  const { answers } = combine([result, result]);
  expect(combine([{ ...result }, { ...result, error: new Error("no connection") }]).answers).toBe(answers);
  expect(combine([{ ...result }, { ...result, data: { rows: [] } }]).answers).not.toBe(answers);
  expect(combine([result]).answers).not.toBe(answers);
});
