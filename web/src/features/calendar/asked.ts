import type { UseQueryResult } from "@tanstack/react-query";

/** Results of queries of one kind. */
export interface Asked<Answer> {
  /** Results by the index of their query, without those still loading. The same object until a result changes. */
  readonly answers: ReadonlyMap<number, Answer>;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

type Result<Answer> = Pick<UseQueryResult<Answer, unknown>, "data" | "error" | "isLoading" | "refetch">;

/**
 * Makes what `useQueries` combines its results by. Answers are as large as thousands of entries, and stay the very objects that came: put into an array, the
 * library would compare each with that of other days before, part by part, and make new ones of both.
 */
export function combining<Answer>(): (results: readonly Result<Answer>[]) => Asked<Answer> {
  let answers: ReadonlyMap<number, Answer> = new Map();
  return (results) => {
    const now = new Map(results.flatMap(({ data }, at) => (data === undefined ? [] : [[at, data] as const])));
    if (now.size !== answers.size || [...now].some(([at, answer]) => answers.get(at) !== answer)) answers = now;
    return {
      answers,
      isLoading: results.some((result) => result.isLoading),
      error: results.find(({ data, error }) => error && !data)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error) void result.refetch();
      },
    };
  };
}
