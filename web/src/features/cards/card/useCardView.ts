import { useRouter, useSearch } from "@tanstack/react-router";

/** State of the card page in its address: `?tab=`, and `?asOf=`, the record after which the card is shown. */
export interface CardView {
  tab?: string | undefined;
  asOf?: string | undefined;
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function useCardView(): [CardView, (change: CardView) => void] {
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view: CardView = { tab: textIn(search["tab"]), asOf: textIn(search["asOf"]) };

  // Back leads to the list, not through every tab that was opened.
  function set(change: CardView) {
    const { pathname, search: now } = router.latestLocation;
    const next = { ...now, ...change };
    void router.navigate({
      to: pathname,
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)),
      replace: true,
      resetScroll: false,
    });
  }
  return [view, set];
}
