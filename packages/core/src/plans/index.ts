/*
 * Plans. Owns: what each plan includes and allows, and the meters of usage.
 * Invariant: usage never exceeds the plan's limit, however many take of it at once; a downgrade below current usage takes nothing away. Not journalled: meters
 * are bookkeeping of what the journal records.
 */
export { Allowance, recount, setLimit, displayAmount, usedAt, usedOf } from "./meter.ts";
export { commitMetered, isOverLimit, meterItems } from "./metered.ts";
export { isMonthly, limitNames, type LimitName, limitOf, limits } from "./limits.ts";
export { planState, plans } from "./plans.ts";
