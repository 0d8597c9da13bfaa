type Take = (event: PopStateEvent) => void;

let take: Take | undefined;

// The listeners of a window are called in the order in which they came: the router's module asks for this one before it makes the router.
addEventListener("popstate", (event) => take?.(event));

/** Shows each step through the history to `next` before the router, which never hears of one that is stopped there. */
export function popsGoTo(next: Take): void {
  take = next;
}
