import { useLive } from "../../lib/live.ts";
import { afterFirstScreen } from "../../lib/warm-up.ts";

const load = () => import("./live-cards.ts");
// Before the connection that changes come by.
afterFirstScreen(() => load().catch(() => undefined));

/** Keeps what is on the screen true while others work. */
export function useLiveCards(): void {
  useLive((message) => {
    // What a change that could not be taken has touched is asked for again when it is stale.
    void load().then(
      ({ takeChange }) => takeChange(message),
      () => undefined,
    );
  });
}
