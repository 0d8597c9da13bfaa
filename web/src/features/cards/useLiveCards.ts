import { useLive } from "../../lib/live/live.ts";
import { afterFirstScreen } from "../../lib/warm-up.ts";

const load = () => import("./live-cards.ts");
// Before the connection that changes come by.
afterFirstScreen(() => load().catch(() => undefined));

/** Keeps what is on the screen true while others work. */
export function useLiveCards(): void {
  useLive((message) => {
    // Data of a change that could not be applied is refetched when it is stale.
    void load().then(
      ({ takeChange }) => takeChange(message),
      () => undefined,
    );
  });
}
