import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { sizeText } from "../../lib/size-text.ts";

export type LimitWarning = RouterOutputs["plans"]["warnings"][number];

/** The limits that are nearly or wholly used up; undefined while it is not known. */
export function useLimitWarnings(): readonly LimitWarning[] | undefined {
  return useQuery(trpc.plans.warnings.queryOptions({}, { meta: { quiet: true } })).data;
}

export const refreshLimitWarnings = (): Promise<void> => queryClient.invalidateQueries(trpc.plans.warnings.pathFilter());

/** The changes that use or free some of a limit; a batch may be any. */
const moving =
  /^(card\.(create|delete|restore|merge|unmerge|erase)|cardType\.(create|delete)|file\.|member\.|invitation\.|inviteUser|plan\.|automation\.)/;
const milliseconds = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the warnings true while others work, asked for again every two seconds at most. */
export function useLiveLimitWarnings(): void {
  useLive((message) => {
    if (message.kind === "change" && !moving.test(message.action)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void refreshLimitWarnings();
    }, milliseconds);
  });
}

/** Text of a warning. */
export function useWarningText(): (warning: LimitWarning) => string {
  const t = useT();
  const format = useFormat();
  return ({ limit, level, used, allowed }) => {
    const amount = (value: number) => (limit === "storage" ? sizeText(format, value) : format.number(value));
    const params = { what: t(`plans.limit.${limit}`), used: amount(used), allowed: amount(allowed) };
    const end = limit === "automationRunsPerMonth" ? (`.${limit}` as const) : "";
    return level === 100 ? t(`plans.warning.full${end}`, params) : t(`plans.warning.near${end}`, params);
  };
}
