import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect } from "react";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { refreshTimeline } from "./queries.ts";
import type { TimelineView } from "./view.ts";

/** The timeline on the screen, and what of it others have changed: undefined where that is not one thing. */
let shown: { readonly cardId: CardId; readonly view: TimelineView } | undefined;
const changed = new Set<string | undefined>();

const refreshSoon = pacedByPeople(() => {
  const [only, ...others] = changed;
  changed.clear();
  if (shown) void refreshTimeline(shown.cardId, shown.view, others.length === 0 ? only : undefined);
});

/** Keeps the timeline true while others write. */
export function useLiveTimeline(cardId: CardId, view: TimelineView): void {
  useEffect(() => {
    shown = { cardId, view };
    return () => {
      shown = undefined;
    };
  });
  useLive((message) => {
    if (message.kind === "change" && message.subject.kind !== "activity" && message.subject.id !== cardId) return;
    changed.add(message.kind === "change" ? message.subject.id : undefined);
    refreshSoon();
  });
}
