import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import type { RouterInputs } from "../../../lib/types.ts";

type Asked = RouterInputs["automations"]["simulate"];

const pollMs = 400;

/** The simulation that the address names: how far it is, and its result, which is shown in `outcome`. */
export function useSimulation(automationId: AutomationId) {
  const router = useRouter();
  const { of }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const operationId = isId("opn", of) ? of : undefined;
  const [isStarting, setStarting] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  /** The one that was started here, until its result has been seen. */
  const begun = useRef<OperationId>(undefined);
  const [refused, setRefused] = useState<ReturnType<typeof toAppError>>();
  const operation = useQuery(
    trpc.operations.get.queryOptions(operationId ? { operationId } : skipToken, {
      refetchInterval: ({ state }) => (state.data?.state === "running" ? pollMs : false),
      staleTime: 0,
      retry: false,
      meta: { quiet: true, private: true },
    }),
  );
  const isDone = operation.data?.state === "done";
  const result = useInfiniteQuery(
    trpc.automations.simulation.infiniteQueryOptions(operationId && isDone ? { operationId } : skipToken, {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: Infinity,
      retry: false,
      meta: { quiet: true, private: true },
    }),
  );

  const isShown = result.data !== undefined;
  // Moves the focus to the result of a simulation that was started here.
  useEffect(() => {
    if (!isShown || begun.current !== operationId) return;
    begun.current = undefined;
    outcome.current?.focus();
  }, [isShown, operationId]);

  const show = (next: OperationId) =>
    void router.navigate({ href: `/automations/${automationId}/simulation?of=${next}`, replace: true, resetScroll: false });

  async function start(asked: Omit<Asked, "automationId">) {
    setStarting(true);
    setRefused(undefined);
    try {
      const started = await client.automations.simulate.mutate({ automationId, ...asked });
      begun.current = started.operationId;
      show(started.operationId);
    } catch (error) {
      setRefused(toAppError(error));
    }
    setStarting(false);
  }

  function cancel() {
    if (operationId) client.operations.cancel.mutate({ operationId }).then(() => operation.refetch(), reportFailure);
  }

  return { operationId, operation, result, isStarting, refused, outcome, start, cancel };
}
