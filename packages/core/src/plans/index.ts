/*
 * Plans. Owns: what each plan switches on and allows, and the meters of what is used.
 * Invariant: what is used never passes the plan's limit, however many take of it at once; a downgrade below what is used takes nothing away.
 * Not journalled: meters are bookkeeping of what the journal records.
 */
export { Allowance, recount, setLimit, told, usedOf } from "./meter.ts";
export { commitMetered, isOverLimit, meteredActions, meterItems } from "./metered.ts";
export { limitNames, type LimitName, limitOf, limits } from "./limits.ts";
export { planState, plans } from "./plans.ts";
