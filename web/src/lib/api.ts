import type { AppRouter } from "@kartis/functions/api/router.ts";
import { skipToken } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { call } from "./calls/calls.ts";

type Act = (path: readonly string[], args: readonly unknown[]) => unknown;

/** A call such as `proxy.cards.search.query(input)` is passed to `act` with the names along its path. */
function proxyOf(act: Act, path: readonly string[] = []): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => (typeof name === "string" ? proxyOf(act, [...path, name]) : undefined),
    apply: (_target, _self, args) => act(path, args),
  });
}

/** Typed like tRPC's own client. */
const callByName: Act = (path, [input]) =>
  call(path.at(-1) === "mutate" ? "mutation" : "query", path.slice(0, -1).join("."), input);

type Options = Readonly<Record<string, unknown>> | undefined;

/** Keys as tRPC's integration makes them: `[path, { input, type }]`, so that all questions of a router have its path as their beginning. */
const keyOf = (path: readonly string[], input: unknown, type: "query" | "infinite") => [
  path,
  { ...(input !== undefined && input !== skipToken && { input }), type },
];

const queryFnOf = (path: readonly string[], input: unknown, withPage: (pageParam: unknown) => unknown) =>
  input === skipToken
    ? skipToken
    : ({ pageParam }: { pageParam?: unknown }) => call("query", path.join("."), withPage(pageParam));

const optionsBy: Readonly<Record<string, (path: readonly string[], first: unknown, second: Options) => unknown>> = {
  queryOptions: (path, input, options) => ({
    ...options,
    queryKey: keyOf(path, input, "query"),
    queryFn: queryFnOf(path, input, () => input),
  }),
  infiniteQueryOptions: (path, input, options) => ({
    initialPageParam: undefined,
    ...options,
    queryKey: keyOf(path, input, "infinite"),
    queryFn: queryFnOf(path, input, (cursor) => Object.assign({}, input, cursor === undefined ? {} : { cursor })),
  }),
  mutationOptions: (path, options) => ({
    ...Object(options),
    mutationKey: [path],
    mutationFn: (input: unknown) => call("mutation", path.join("."), input),
  }),
  queryKey: (path, input) => keyOf(path, input, "query"),
  queryFilter: (path, input, filter) => ({ ...filter, queryKey: keyOf(path, input, "query") }),
  pathFilter: (path, filter) => ({ ...Object(filter), queryKey: path.length > 0 ? [path] : [] }),
};

const optionsByName: Act = (path, [first, second]) => {
  const name = path.at(-1) ?? "";
  const made = optionsBy[name];
  if (!made) throw new TypeError(`trpc has no ${name}`);
  return made(path.slice(0, -1), first, Object(second));
};

// Only the types of tRPC's client are used: what is done at runtime is `calls.ts`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
/** For calls outside React Query: exports, one-off checks. */
export const client = proxyOf(callByName) as TRPCClient<AppRouter>;

/** `useQuery(trpc.cards.get.queryOptions({ id: cardId }))`, `useMutation(trpc.cards.update.mutationOptions())`, `trpc.cards.pathFilter()`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const trpc = proxyOf(optionsByName) as TRPCOptionsProxy<AppRouter>;
