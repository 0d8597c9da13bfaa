import type { Automation } from "@kartis/core/automations/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import { useRouter, useSearch } from "@tanstack/react-router";

export const listStates = ["active", "paused", "draft"] as const;
type ListState = (typeof listStates)[number];

/** An automation that was never published is a draft, neither on nor paused. */
export const stateOf = ({ isOn, publishedVersion }: Pick<Automation, "isOn" | "publishedVersion">): ListState =>
  publishedVersion === null ? "draft" : isOn ? "active" : "paused";

/** The list's filters in the URL: `/automations?state=paused&type=typ_…&q=lead`. */
export interface AutomationsSearch {
  readonly state: ListState | undefined;
  readonly typeId: CardTypeId | undefined;
  readonly query: string;
}

export function useAutomationsSearch(): [AutomationsSearch, (change: Partial<AutomationsSearch>) => void] {
  const router = useRouter();
  const asked: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { state, type, q } = asked;
  const search: AutomationsSearch = {
    state: listStates.find((known) => known === state),
    typeId: isId("typ", type) ? type : undefined,
    query: typeof q === "string" ? q : "",
  };
  return [
    search,
    (change) => void router.navigate({ href: automationsHref({ ...search, ...change }), replace: true, resetScroll: false }),
  ];
}

/** The URL of the list with these filters. */
export function automationsHref({ state, typeId, query }: Partial<AutomationsSearch>): string {
  const search = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(typeId ? { type: typeId } : {}),
    ...(query ? { q: query } : {}),
  }).toString();
  return `/automations${search ? `?${search}` : ""}`;
}
