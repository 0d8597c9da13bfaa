import { Cron } from "croner";
import { ExpressionError } from "./errors.ts";
import { instantOf, wallTimeOf } from "./time-zone.ts";

/** Fields of an AWS cron expression, with the greatest value that `a/b` counts up to. */
const fields = [
  { name: "minutes", last: 59 },
  { name: "hours", last: 23 },
  { name: "day-of-month", last: 31 },
  { name: "month", last: 12 },
  { name: "day-of-week", last: 7 },
  { name: "year", last: 2199 },
] as const;

/**
 * AWS cron: six fields, one of the two day fields `?`, `L` `W` `#` as in Quartz, Sunday is 1.
 *
 * The expression is evaluated on a plain calendar without clock changes, and each wall time is then placed on the
 * zone's time line. That gives EventBridge Scheduler's rule: a time that a clock change skips does not run, one
 * that it repeats runs once (the first). Croner's own handling moves skipped times instead.
 */
export class AwsCron {
  readonly #cron: Cron;
  readonly #timeZone: string;

  /** Takes what stands between the parentheses. Throws `ExpressionError`. */
  constructor(expression: string, timeZone: string) {
    const parts = expression.trim().split(/\s+/);
    if (parts.length !== fields.length) throw new ExpressionError("a cron expression has six fields");
    const [, , dayOfMonth, , dayOfWeek] = parts;
    if ((dayOfMonth === "?") === (dayOfWeek === "?")) {
      throw new ExpressionError("exactly one of day-of-month and day-of-week must be ?");
    }
    const normalised = parts.map((part, index) => normalise(part, fields[index]?.last ?? 0));
    try {
      this.#cron = new Cron(`0 ${normalised.join(" ")}`, {
        mode: "7-part",
        alternativeWeekdays: true,
        domAndDow: true,
        utcOffset: 0,
        paused: true,
      });
    } catch (error) {
      throw new ExpressionError(error instanceof Error ? error.message : String(error));
    }
    this.#timeZone = timeZone;
  }

  /** The first run after the instant (epoch milliseconds), or undefined if there is none. */
  next(after: number): number | undefined {
    let wall = new Date(wallTimeOf(after, this.#timeZone));
    for (;;) {
      const following = this.#cron.nextRun(wall);
      if (!following) return undefined;
      const instant = instantOf(following.getTime(), this.#timeZone);
      if (instant !== undefined && instant > after) return instant;
      wall = following;
    }
  }
}

/** `?` means "not this field", which croner writes `*`; `0/15` means "from 0 in steps of 15", which croner wants as a range. */
function normalise(part: string, last: number): string {
  if (part === "?") return "*";
  return part
    .split(",")
    .map((item) => item.replace(/^(\d+)\/(\d+)$/, `$1-${last}/$2`))
    .join(",");
}
