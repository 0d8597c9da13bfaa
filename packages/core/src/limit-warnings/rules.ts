import type { LimitName } from "../plans/limits.ts";

/** The limits that something counts; another joins with what is counted. */
export const watchedLimits = ["users", "cards", "cardTypes", "storage"] as const satisfies readonly LimitName[];
export type WatchedLimit = (typeof watchedLimits)[number];
export const isWatched = (name: LimitName): name is WatchedLimit => watchedLimits.some((watched) => watched === name);

/** Percent of a limit at which people are told; 0 is under all of them. */
export const warningLevels = [80, 100] as const;
export type WarningLevel = (typeof warningLevels)[number];
export type Level = WarningLevel | 0;

/** The highest level that the use has reached. What is without limit, or not in the plan at all and not used, reaches none. */
export function levelOf(used: number, limit: number | null): Level {
  if (limit === null || (limit === 0 && used === 0)) return 0;
  return warningLevels.findLast((level) => used * 100 >= limit * level) ?? 0;
}
