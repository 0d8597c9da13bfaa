import { trpc } from "../../../lib/api.ts";

/** The message templates that the caller may use, and the names of those that automations send. */
export const templateNamesOptions = () =>
  trpc.automations.templates.queryOptions({}, { staleTime: 60_000, meta: { quiet: true } });
