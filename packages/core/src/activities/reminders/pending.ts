import { findByReminder, findWithReminders } from "../search/find.ts";
import type { FoundActivity } from "../search/schema.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { type Answer, answersOf } from "./answers.ts";
import { longestOpenMs, lookAheadMs, lookBackMs } from "./rules.ts";
import type { PendingReminder, PendingReminders } from "./schema.ts";

interface Asking {
  readonly orgId: OrgId;
  readonly userId: UserId;
  /** Scopes of each type that the person can read. */
  readonly scopes: ReadonlyMap<FoundActivity["type"], Scope>;
  readonly cardScope: Scope;
  readonly nowMs: number;
}

/** Types whose activities people are reminded of. */
export const remindingTypes = ["TASK", "MEETING"] as const;

const instantAt = (ms: number): string => new Date(ms).toISOString();
const keyOf = (activityId: string, day: string | null): string => `${activityId}.${day ?? ""}`;

/**
 * The person's reminders from a minute ago, or from `from` (the first that they have not answered), to four hours ahead, at most a hundred of each type; and those
 * that they have snoozed until then.
 */
export async function pendingFor(asking: Asking, from?: string): Promise<PendingReminders> {
  const { orgId, userId, scopes, cardScope, nowMs } = asking;
  const oldest = Math.max(nowMs - longestOpenMs, Math.min(nowMs - lookBackMs, from === undefined ? Infinity : Date.parse(from)));
  const range = { from: instantAt(oldest), until: instantAt(nowMs + lookAheadMs) };
  const answers = await answersOf(orgId, userId);
  const answerTo = new Map(answers.map((answer) => [keyOf(answer.activityId, answer.day), answer]));
  const found = await Promise.all(
    remindingTypes.flatMap((type) => {
      const scope = scopes.get(type);
      if (!scope) return [];
      const theirs = type === "TASK" ? { assignedTo: userId } : { guests: [userId] };
      const snoozed = new Map(answers.filter(isIn(range)).map(({ activityId, remindAt }) => [activityId, remindAt]));
      return [
        findByReminder({ orgId, scope, cardScope }, { type, reminder: range, done: false, limit: 100, ...theirs }),
        findWithReminders({ orgId, scope, cardScope }, type, snoozed),
      ];
    }),
  );
  const rows = new Map(
    found
      .flatMap(({ rows: some }) => some)
      // Whoever takes part in other occurrences of a series alone is not reminded of this one.
      .filter(({ type, guests }) => type !== "MEETING" || guests.includes(userId))
      .flatMap((row) => {
        const key = keyOf(row.id, row.day);
        const shown = shownOf(row, answerTo.get(key), range);
        return shown ? [[key, shown] as const] : [];
      }),
  );
  return {
    rows: [...rows.values()].toSorted((a, b) => Date.parse(a.showAt) - Date.parse(b.showAt)),
    cards: Object.fromEntries(found.flatMap(({ cards }) => Object.entries(cards))),
    now: instantAt(nowMs),
  };
}

interface Range {
  readonly from: string;
  readonly until: string;
}

const isIn =
  ({ from, until }: Range) =>
  ({ snoozedUntil }: Answer): boolean =>
    snoozedUntil !== null && snoozedUntil >= from && snoozedUntil < until;

/** The reminder as it is still to be shown; undefined where the person has answered it. */
function shownOf(row: FoundActivity, answer: Answer | undefined, range: Range): PendingReminder | undefined {
  const { id, type, title, location, date, day, cardId, guests, startsAt, reminder: remindAt } = row;
  if (remindAt === null || startsAt === null) return undefined;
  const isAnswered = answer?.remindAt === remindAt;
  if (isAnswered && answer.snoozedUntil === null) return undefined;
  const showAt = isAnswered && answer.snoozedUntil !== null ? answer.snoozedUntil : remindAt;
  // One that was found because it was snoozed, and has been moved since.
  if (showAt < range.from || showAt >= range.until) return undefined;
  return { id, type, title, location, date, day, cardId, guests, startsAt, remindAt, showAt };
}
