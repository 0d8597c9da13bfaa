import { type TimelineChannel, timelineChannels } from "@kartis/core/timeline/schema.ts";
import { useRouter, useSearch } from "@tanstack/react-router";

/** State of the timeline in the address of the card's page: `?show=comments,calls` and `?order=oldest`. */
export interface TimelineView {
  /** None is all of them. */
  readonly channels: readonly TimelineChannel[];
  readonly order: "newest" | "oldest";
}

export function useTimelineView(): [TimelineView, (change: Partial<TimelineView>) => void] {
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const asked = typeof search["show"] === "string" ? search["show"].split(",") : [];
  const view: TimelineView = {
    channels: timelineChannels.filter((channel) => asked.includes(channel)),
    order: search["order"] === "oldest" ? "oldest" : "newest",
  };
  function set(change: Partial<TimelineView>) {
    const { channels, order } = { ...view, ...change };
    const { pathname, search: now } = router.latestLocation;
    const { show: _, order: __, ...others } = now as Record<string, unknown>; // any page's
    void router.navigate({
      to: pathname,
      search: {
        ...others,
        ...(channels.length > 0 && channels.length < timelineChannels.length ? { show: channels.join(",") } : {}),
        ...(order === "oldest" ? { order } : {}),
      },
      replace: true,
      resetScroll: false,
    });
  }
  return [view, set];
}
