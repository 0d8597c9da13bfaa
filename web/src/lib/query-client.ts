import {
  CancelledError,
  type FetchQueryOptions,
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { canRetry } from "./errors.ts";
import { reportFailedQuery, reportFailure } from "./failures.ts";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

interface CallMeta extends Record<string, unknown> {
  /** The screen shows the failure itself (a form, an error page): no notification and no redirect. */
  quiet?: boolean;
}

/** The person and their organization, and the role that they view it as. */
let viewer = "";

/** Keys of the same question differ per organization and user, so an answer can never be shown to somebody else. */
function viewersHash(key: QueryKey): string {
  return `${viewer}${hashKey(key)}`;
}

const day = 24 * 60 * 60 * 1000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.quiet || reportFailedQuery(error) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _onMutate, mutation) => mutation.meta?.quiet || reportFailure(error),
  }),
  defaultOptions: {
    queries: {
      queryKeyHashFn: viewersHash,
      // Live changes invalidate what they touch; this is the bound for what no change reached.
      staleTime: 60_000,
      gcTime: day,
      refetchOnWindowFocus: false,
      retry: (failureCount, error) => failureCount < 1 && canRetry(error),
    },
  },
});

/**
 * Like `queryClient.fetchQuery`, but survives a refetch by live changes: callers who share a request that is restarted get a CancelledError from the library,
 * although its answer is on the way.
 */
export async function fetchShared<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<Data> {
  for (;;) {
    try {
      return await queryClient.fetchQuery(options);
    } catch (failure) {
      if (!(failure instanceof CancelledError && failure.silent)) throw failure;
    }
  }
}

/** Fetches anew, without sharing a request that began before the call: what the caller has just written is in the answer. */
export async function fetchAnew<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<Data> {
  const { queryKey } = options;
  // The answer to a shared request may be older than this call; that of the next is not.
  if (queryClient.isFetching({ queryKey, exact: true }) > 0)
    await fetchShared({ ...options, staleTime: 0 }).catch(() => undefined);
  return fetchShared({ ...options, staleTime: 0 });
}

export function currentViewer(): string {
  return viewer;
}

/** Sets whose answers are read and kept from now on. */
export function setViewer(next: string): void {
  viewer = next;
}
