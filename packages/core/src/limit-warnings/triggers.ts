import { meteredActions } from "../plans/index.ts";
import { isWatched, watchedLimits, type WatchedLimit } from "./rules.ts";

/** Under another plan every limit is another. */
const everyLimit = "plan.update";

/** The actions after which a limit is to be looked at; the subscription's pattern names them. */
export const watchedActions: readonly string[] = [everyLimit, ...meteredActions.map(([action]) => action)];

/** The limits that such actions may have brought nearer, or farther away. */
export function limitsAfter(actions: readonly string[]): readonly WatchedLimit[] {
  if (actions.includes(everyLimit)) return watchedLimits;
  const limits = meteredActions.filter(([action]) => actions.includes(action)).map(([, limit]) => limit);
  return [...new Set(limits)].filter(isWatched);
}
