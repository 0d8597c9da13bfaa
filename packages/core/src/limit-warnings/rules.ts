import type { LimitName } from "../plans/limits.ts";

/** The limits that are counted; add another when something counts it. */
export const watchedLimits = [
  "users",
  "cards",
  "cardTypes",
  "storage",
  "activities",
  "workflows",
  "automationRunsPerMonth",
] as const satisfies readonly LimitName[];
export type WatchedLimit = (typeof watchedLimits)[number];
export const isWatched = (name: LimitName): name is WatchedLimit => watchedLimits.some((watched) => watched === name);

/** Percent of a limit at which people are warned; 0 is below all of them. */
export const warningLevels = [80, 100] as const;
export type WarningLevel = (typeof warningLevels)[number];
export type Level = WarningLevel | 0;

/** The highest level that usage has reached. An unlimited item, or one outside the plan and unused, reaches none. */
export function levelOf(used: number, limit: number | null): Level {
  if (limit === null || (limit === 0 && used === 0)) return 0;
  return warningLevels.findLast((level) => used * 100 >= limit * level) ?? 0;
}
