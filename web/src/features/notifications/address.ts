import { type NotificationFilter, notificationFilters } from "@kartis/core/notifications/rules.ts";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { aboveKeys } from "../../lib/above-page.ts";

/** State of the notification center, kept in the address so that reload and Back restore the list. */
export interface Shown {
  readonly filter: NotificationFilter;
  readonly isByCard: boolean;
}

const [filterKey, groupKey] = aboveKeys;

/** State in the address; null while the center is closed. */
export function useShown(): readonly [Shown | null, (next: Shown | null) => void] {
  const router = useRouter();
  const text = useRouterState({
    select: ({ location }) => {
      const search = location.search as Record<string, unknown>; // as the address has it
      const filter = notificationFilters.find((name) => name === search[filterKey]);
      return filter === undefined ? "" : `${filter} ${search[groupKey] === "card" ? "card" : ""}`;
    },
  });
  const [name = "", group] = text.split(" ");
  const filter = notificationFilters.find((known) => known === name);
  const show = (next: Shown | null): void => {
    const { [filterKey]: _, [groupKey]: __, ...rest } = router.latestLocation.search as Record<string, unknown>; // as above
    const own = next ? { [filterKey]: next.filter, ...(next.isByCard ? { [groupKey]: "card" } : {}) } : {};
    const { pathname, hash } = router.latestLocation;
    void router.navigate({ to: pathname, search: { ...rest, ...own }, hash, replace: true, resetScroll: false });
  };
  return [filter ? { filter, isByCard: group === "card" } : null, show];
}
