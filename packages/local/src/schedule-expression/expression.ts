import { AwsCron } from "./cron.ts";
import { ExpressionError } from "./errors.ts";
import { isTimeZone } from "@kartis/core/kernel/zoned-time.ts";
import { instantOf } from "./time-zone.ts";

export interface Expression {
  readonly kind: "at" | "rate" | "cron";
  /**
   * The first time due after `after`. A rate counts from `anchor`, which is itself not a due time.
   * All in epoch milliseconds; undefined when there is none any more.
   */
  next(after: number, anchor: number): number | undefined;
}

const unitMs: Readonly<Record<string, number>> = {
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
};

/**
 * Parses `at(2026-12-24T18:00:00)`, `rate(5 minutes)` or `cron(0 9 ? * MON-FRI *)`. Throws `ExpressionError`.
 * An `at` time that a clock change skips means the same moment counted with the offset before the change.
 */
export function parseExpression(text: string, timeZone = "UTC"): Expression {
  if (!isTimeZone(timeZone)) throw new ExpressionError(`Invalid time zone ${timeZone}`);
  const [, kind, argument = ""] = /^(at|rate|cron)\((.*)\)$/.exec(text.trim()) ?? [];
  if (kind === "at") return at(argument, timeZone);
  if (kind === "rate") return rate(argument);
  if (kind === "cron") {
    const cron = new AwsCron(argument, timeZone);
    return { kind, next: (after) => cron.next(after) };
  }
  throw new ExpressionError(`Invalid Schedule Expression ${text}.`);
}

function at(argument: string, timeZone: string): Expression {
  const wallTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(argument) ? Date.parse(`${argument}Z`) : Number.NaN;
  if (Number.isNaN(wallTime)) throw new ExpressionError(`Invalid Schedule Expression at(${argument}).`);
  const instant = instantOf(wallTime, timeZone) ?? instantBefore(wallTime, timeZone);
  return { kind: "at", next: (after) => (instant > after ? instant : undefined) };
}

function instantBefore(wallTime: number, timeZone: string): number {
  const hour = 3_600_000;
  for (let back = 1; back <= 24; back++) {
    const earlier = instantOf(wallTime - back * hour, timeZone);
    if (earlier !== undefined) return earlier + back * hour;
  }
  return wallTime;
}

function rate(argument: string): Expression {
  const [, count, unit = ""] = /^([1-9]\d*) ([a-z]+)$/.exec(argument) ?? [];
  const one = unitMs[unit];
  // Singular for one, plural for more, is AWS's rule.
  if (!one || (Number(count) === 1) === unit.endsWith("s"))
    throw new ExpressionError(`Invalid Schedule Expression rate(${argument}).`);
  const interval = Number(count) * one;
  return {
    kind: "rate",
    next: (after, anchor) => anchor + Math.max(1, Math.floor((after - anchor) / interval) + 1) * interval,
  };
}
