import type { DatabaseSync } from "node:sqlite";
import { arn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { inTransaction, numberOf, optionalNumberOf, prepared, textOf } from "../store.ts";
import type { Row } from "../store.ts";
import { schedulerErrors } from "./errors.ts";
import { expressionOf } from "./specification.ts";
import type { ScheduleSpecification } from "./specification.ts";

export interface ScheduleKey {
  readonly group: string;
  readonly name: string;
}

export interface Schedule extends ScheduleKey {
  readonly arn: string;
  readonly specification: ScheduleSpecification;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Epoch milliseconds of the next firing; undefined when none is left or the schedule is disabled. */
  readonly nextAt: number | undefined;
  /** A rate counts from here. */
  readonly anchor: number;
}

export interface ScheduleGroup {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
}

/** Schedules and their groups, each with the time of its next firing. */
export class Schedules {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;

  constructor(store: DatabaseSync, clock: Clock) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS schedule_group (name TEXT PRIMARY KEY, created_at INTEGER NOT NULL) STRICT;
      INSERT OR IGNORE INTO schedule_group (name, created_at) VALUES ('default', 0);
      CREATE TABLE IF NOT EXISTS schedule (
        group_name TEXT NOT NULL REFERENCES schedule_group(name) ON DELETE CASCADE,
        name TEXT NOT NULL,
        specification TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        modified_at INTEGER NOT NULL,
        anchor INTEGER NOT NULL,
        next_at INTEGER,
        PRIMARY KEY (group_name, name)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS schedule_due ON schedule(next_at) WHERE next_at IS NOT NULL;
    `);
    this.#store = store;
    this.#clock = clock;
  }

  groups(): ScheduleGroup[] {
    return prepared(this.#store, "SELECT * FROM schedule_group ORDER BY name").all().map(groupOf);
  }

  getGroup(name: string): ScheduleGroup {
    const row = prepared(this.#store, "SELECT * FROM schedule_group WHERE name = ?").get(name);
    if (!row) throw schedulerErrors.notFound(`Schedule group ${name}`);
    return groupOf(row);
  }

  createGroup(name: string): ScheduleGroup {
    if (this.groups().some((group) => group.name === name))
      throw schedulerErrors.conflict(`Schedule group ${name} already exists.`);
    prepared(this.#store, "INSERT INTO schedule_group (name, created_at) VALUES (?, ?)").run(name, this.#clock.now());
    return this.getGroup(name);
  }

  /** With its schedules. */
  removeGroup(name: string): void {
    this.getGroup(name);
    if (name === "default") throw schedulerErrors.invalid("The default schedule group can't be deleted.");
    prepared(this.#store, "DELETE FROM schedule_group WHERE name = ?").run(name);
  }

  find({ group, name }: ScheduleKey): Schedule | undefined {
    const row = prepared(this.#store, "SELECT * FROM schedule WHERE group_name = ? AND name = ?").get(group, name);
    return row && scheduleOf(row);
  }

  get(key: ScheduleKey): Schedule {
    const schedule = this.find(key);
    if (!schedule) throw schedulerErrors.notFound(`Schedule ${key.name}`);
    return schedule;
  }

  /** Of all groups if none is named; in the order of their ARNs. */
  list(group: string | undefined): Schedule[] {
    const rows =
      group === undefined
        ? prepared(this.#store, "SELECT * FROM schedule ORDER BY group_name || '/' || name").all()
        : prepared(this.#store, "SELECT * FROM schedule WHERE group_name = ? ORDER BY name").all(group);
    return rows.map(scheduleOf);
  }

  create(key: ScheduleKey, specification: ScheduleSpecification): Schedule {
    this.getGroup(key.group);
    if (this.find(key)) throw schedulerErrors.conflict(`Schedule ${key.name} already exists.`);
    const now = this.#clock.now();
    const { anchor, nextAt } = firstRun(specification, now);
    prepared(
      this.#store,
      "INSERT INTO schedule (group_name, name, specification, created_at, modified_at, anchor, next_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ).run(key.group, key.name, JSON.stringify(specification), now, now, anchor, nextAt ?? null);
    return this.get(key);
  }

  /** Replaces the whole specification. Times already run do not run again unless the expression or its zone changed. */
  update(key: ScheduleKey, specification: ScheduleSpecification): Schedule {
    const before = this.get(key);
    const now = this.#clock.now();
    const { anchor, nextAt } = sameTimes(before.specification, specification)
      ? { anchor: before.anchor, nextAt: resumedRun(before, specification, now) }
      : firstRun(specification, now);
    prepared(
      this.#store,
      "UPDATE schedule SET specification = ?, modified_at = ?, anchor = ?, next_at = ? WHERE group_name = ? AND name = ?",
    ).run(JSON.stringify(specification), now, anchor, nextAt ?? null, key.group, key.name);
    return this.get(key);
  }

  remove(key: ScheduleKey): void {
    this.get(key);
    this.#delete(key);
  }

  earliest(): number | undefined {
    const row = prepared(this.#store, "SELECT next_at FROM schedule WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1").get();
    return row && numberOf(row, "next_at");
  }

  /**
   * The schedules that are due, as they were, and moves each on past now: a recurring one that was missed several
   * times is returned once. A completed one is deleted if it asked for that. Call it in the transaction that fires them.
   */
  takeDue(): Schedule[] {
    const now = this.#clock.now();
    return inTransaction(this.#store, () => {
      const due = prepared(this.#store, "SELECT * FROM schedule WHERE next_at <= ? ORDER BY next_at LIMIT 500")
        .all(now)
        .map(scheduleOf);
      const move = prepared(this.#store, "UPDATE schedule SET next_at = ? WHERE group_name = ? AND name = ?");
      for (const schedule of due) {
        const next = nextRun(schedule.specification, now, schedule.anchor);
        if (next === undefined && schedule.specification.ActionAfterCompletion === "DELETE") this.#delete(schedule);
        else move.run(next ?? null, schedule.group, schedule.name);
      }
      return due;
    });
  }

  #delete({ group, name }: ScheduleKey): void {
    prepared(this.#store, "DELETE FROM schedule WHERE group_name = ? AND name = ?").run(group, name);
  }
}

/**
 * A rate runs first at its StartDate, or at once without one; an `at` in the past runs at once.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#rate-based
 */
function firstRun(specification: ScheduleSpecification, now: number): { anchor: number; nextAt: number | undefined } {
  const expression = expressionOf(specification);
  const start = Math.max(now, (specification.StartDate ?? 0) * 1000);
  if (specification.State === "DISABLED") return { anchor: start, nextAt: undefined };
  if (expression.kind === "at") return { anchor: now, nextAt: expression.next(-Infinity, now) };
  if (expression.kind === "rate") return { anchor: start, nextAt: withinEnd(specification, start) };
  return { anchor: start, nextAt: withinEnd(specification, expression.next(start - 1, start)) };
}

function resumedRun(before: Schedule, specification: ScheduleSpecification, now: number): number | undefined {
  if (specification.State === "DISABLED") return undefined;
  if (before.specification.State === "DISABLED" && expressionOf(specification).kind === "at")
    return firstRun(specification, now).nextAt;
  if (before.nextAt !== undefined) return withinEnd(specification, before.nextAt);
  return before.anchor > now ? firstRun(specification, now).nextAt : nextRun(specification, now, before.anchor);
}

function nextRun(specification: ScheduleSpecification, after: number, anchor: number): number | undefined {
  return withinEnd(specification, expressionOf(specification).next(after, anchor));
}

/** Scheduler ignores the EndDate of an `at`. */
function withinEnd(specification: ScheduleSpecification, instant: number | undefined): number | undefined {
  const end = expressionOf(specification).kind === "at" ? undefined : specification.EndDate;
  return instant !== undefined && end !== undefined && instant > end * 1000 ? undefined : instant;
}

function sameTimes(a: ScheduleSpecification, b: ScheduleSpecification): boolean {
  return (
    a.ScheduleExpression === b.ScheduleExpression &&
    a.ScheduleExpressionTimezone === b.ScheduleExpressionTimezone &&
    a.StartDate === b.StartDate
  );
}

function groupOf(row: Row): ScheduleGroup {
  const name = textOf(row, "name");
  return { name, arn: arn("scheduler", `schedule-group/${name}`), createdAt: numberOf(row, "created_at") };
}

function scheduleOf(row: Row): Schedule {
  const group = textOf(row, "group_name");
  const name = textOf(row, "name");
  const specification: ScheduleSpecification = JSON.parse(textOf(row, "specification"));
  return {
    group,
    name,
    arn: arn("scheduler", `schedule/${group}/${name}`),
    specification,
    createdAt: numberOf(row, "created_at"),
    modifiedAt: numberOf(row, "modified_at"),
    nextAt: optionalNumberOf(row, "next_at"),
    anchor: numberOf(row, "anchor"),
  };
}
