import type { JournalAction } from "../data/journal.ts";
import { meteredActions } from "../plans/usage.ts";
import { isWatched, watchedLimits, type WatchedLimit } from "./rules.ts";

/** Under another plan every limit is different. */
const everyLimit = "plan.update";

/** The actions after which a limit is checked; the subscription's pattern names them. */
export const watchedActions: readonly JournalAction[] = [everyLimit, ...meteredActions.map(([action]) => action)];

/** The limits whose usage such actions may have changed. */
export function limitsAfter(actions: readonly string[]): readonly WatchedLimit[] {
  if (actions.includes(everyLimit)) return watchedLimits;
  const limits = meteredActions.filter(([action]) => actions.includes(action)).map(([, limit]) => limit);
  return [...new Set(limits)].filter(isWatched);
}
