import { momentIn } from "../../cards/query/moment-in.ts";
import type { Condition, Filter } from "../../cards/query/schema.ts";
import type { UserId } from "../../kernel/id.ts";
import { currentUser } from "../../views/rules.ts";
import { subjectOf } from "./subject.ts";

/** Stands in conditions for whoever caused the event. Whoever published the automation is `currentUser`, as the viewer is in lists. */
export const causingUser = "usr_cause";

/** What relative values stand for. */
export interface SettledBy {
  readonly nowMs: number;
  /** The organization's. */
  readonly timeZone: string;
  readonly publisherId: UserId;
  readonly causedBy: UserId | null;
}

/** With days instead of distances from today, and people instead of their parts. */
export function settled(condition: Condition, { nowMs, timeZone, publisherId, causedBy }: SettledBy): Condition {
  const { value } = condition;
  const one = (raw: unknown): unknown =>
    raw === currentUser ? publisherId : raw === causingUser ? (causedBy ?? causingUser) : momentIn(raw, nowMs, timeZone);
  return value === undefined ? condition : { ...condition, value: Array.isArray(value) ? value.map(one) : one(value) };
}

/** The conditions on the card itself and its activities, settled, for a query: it selects at least the cards that meet all of them. Undefined for every card. */
export function ownConditions(filter: Filter, at: SettledBy): Filter | undefined {
  if ("all" in filter) {
    const parts = filter.all.flatMap((part) => ownConditions(part, at) ?? []);
    return { all: parts };
  }
  if ("any" in filter) {
    const parts = filter.any.map((part) => ownConditions(part, at));
    return parts.every((part) => part !== undefined) ? { any: parts } : undefined;
  }
  const { of } = subjectOf(filter.fieldId);
  return of === "card" || of === "figure" ? settled(filter, at) : undefined;
}
