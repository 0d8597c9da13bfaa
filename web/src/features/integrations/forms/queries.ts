import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import type { RouterOutputs } from "../../../lib/types.ts";

export type Form = RouterOutputs["leadForms"]["list"][number];
export type FormDesign = Form["design"];

export const formsOptions = () => trpc.leadForms.list.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about forms and their submissions. */
export const refreshForms = () => queryClient.invalidateQueries(trpc.leadForms.pathFilter());
