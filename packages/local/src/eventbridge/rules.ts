import type { DatabaseSync } from "node:sqlite";
import { arn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { parseExpression } from "../schedule-expression/expression.ts";
import { ExpressionError } from "../schedule-expression/errors.ts";
import { inTransaction, numberOf, optionalTextOf, prepared, textOf } from "../store.ts";
import type { Row } from "../store.ts";
import { eventBridgeErrors } from "./errors.ts";
import type { TargetInput } from "./input-transform.ts";
import { PatternError } from "./pattern-matchers.ts";
import { parsePattern } from "./pattern.ts";
import type { EventTest } from "./pattern.ts";

export interface Target extends TargetInput {
  readonly Id: string;
  readonly Arn: string;
  readonly DeadLetterConfig?: { readonly Arn?: string | undefined } | undefined;
  readonly RetryPolicy?:
    | { readonly MaximumRetryAttempts?: number | undefined; readonly MaximumEventAgeInSeconds?: number | undefined }
    | undefined;
  readonly SqsParameters?: { readonly MessageGroupId: string } | undefined;
}

export interface Rule {
  readonly bus: string;
  readonly name: string;
  readonly arn: string;
  readonly pattern: string | undefined;
  readonly schedule: string | undefined;
  readonly description: string | undefined;
  readonly isEnabled: boolean;
}

/** A rule with what an event needs: its compiled pattern and its targets. */
export interface ActiveRule extends Rule {
  readonly matches: EventTest;
  readonly targets: readonly Target[];
}

const defaultBus = "default";
const never: EventTest = () => false;

/** Buses, rules and targets. Patterns are compiled once per change, not per event. */
export class Rules {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #active = new Map<string, ActiveRule[]>();

  constructor(store: DatabaseSync, clock: Clock) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS event_bus (name TEXT PRIMARY KEY) STRICT;
      INSERT OR IGNORE INTO event_bus (name) VALUES ('default');
      CREATE TABLE IF NOT EXISTS event_rule (
        bus TEXT NOT NULL REFERENCES event_bus(name),
        name TEXT NOT NULL,
        pattern TEXT,
        schedule TEXT,
        description TEXT,
        enabled INTEGER NOT NULL,
        anchor INTEGER NOT NULL,
        next_at INTEGER,
        PRIMARY KEY (bus, name)
      ) STRICT;
      CREATE TABLE IF NOT EXISTS event_target (
        bus TEXT NOT NULL,
        rule TEXT NOT NULL,
        id TEXT NOT NULL,
        target TEXT NOT NULL,
        PRIMARY KEY (bus, rule, id),
        FOREIGN KEY (bus, rule) REFERENCES event_rule(bus, name)
      ) STRICT;
    `);
    this.#store = store;
    this.#clock = clock;
  }

  hasBus(bus: string): boolean {
    return prepared(this.#store, "SELECT 1 FROM event_bus WHERE name = ?").get(bus) !== undefined;
  }

  buses(): string[] {
    return prepared(this.#store, "SELECT name FROM event_bus ORDER BY name")
      .all()
      .map((row) => textOf(row, "name"));
  }

  createBus(bus: string): void {
    if (this.hasBus(bus)) throw eventBridgeErrors.alreadyExists(`Event bus ${bus}`);
    prepared(this.#store, "INSERT INTO event_bus (name) VALUES (?)").run(bus);
  }

  removeBus(bus: string): void {
    if (bus === defaultBus) throw eventBridgeErrors.invalid("Cannot delete event bus default.");
    if (this.list(bus).length > 0) throw eventBridgeErrors.invalid("Event bus can't be deleted since it has rules.");
    prepared(this.#store, "DELETE FROM event_bus WHERE name = ?").run(bus);
  }

  /** Creates or replaces; targets stay. */
  put(rule: Omit<Rule, "arn">): Rule {
    this.#requireBus(rule.bus);
    if (rule.pattern === undefined && rule.schedule === undefined) {
      throw eventBridgeErrors.invalid("Parameter(s) EventPattern or ScheduleExpression must be specified.");
    }
    if (rule.schedule !== undefined && rule.bus !== defaultBus) {
      throw eventBridgeErrors.invalid("ScheduleExpression is supported only on the default event bus.");
    }
    if (rule.pattern !== undefined) compile(rule.pattern);
    const now = this.#clock.now();
    const nextAt = rule.schedule !== undefined && rule.isEnabled ? nextRun(rule.schedule, now, now) : undefined;
    prepared(
      this.#store,
      `INSERT INTO event_rule (bus, name, pattern, schedule, description, enabled, anchor, next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (bus, name) DO UPDATE SET pattern = excluded.pattern, schedule = excluded.schedule,
           description = excluded.description, enabled = excluded.enabled, anchor = excluded.anchor, next_at = excluded.next_at`,
    ).run(
      rule.bus,
      rule.name,
      rule.pattern ?? null,
      rule.schedule ?? null,
      rule.description ?? null,
      rule.isEnabled ? 1 : 0,
      now,
      nextAt ?? null,
    );
    this.#active.delete(rule.bus);
    return this.get(rule.bus, rule.name);
  }

  get(bus: string, name: string): Rule {
    const row = prepared(this.#store, "SELECT * FROM event_rule WHERE bus = ? AND name = ?").get(bus, name);
    if (!row) throw eventBridgeErrors.notFound(`Rule ${name} on EventBus ${bus}`);
    return ruleOf(row);
  }

  /** By name. */
  list(bus: string): Rule[] {
    this.#requireBus(bus);
    return prepared(this.#store, "SELECT * FROM event_rule WHERE bus = ? ORDER BY name").all(bus).map(ruleOf);
  }

  setEnabled(bus: string, name: string, isEnabled: boolean): void {
    this.put({ ...this.get(bus, name), isEnabled });
  }

  /** Deleting a rule that does not exist succeeds, as on AWS. */
  remove(bus: string, name: string): void {
    if (this.targets(bus, name).length > 0) throw eventBridgeErrors.invalid("Rule can't be deleted since it has targets.");
    prepared(this.#store, "DELETE FROM event_rule WHERE bus = ? AND name = ?").run(bus, name);
    this.#active.delete(bus);
  }

  putTargets(bus: string, rule: string, targets: readonly Target[]): void {
    this.get(bus, rule);
    inTransaction(this.#store, () => {
      const write = prepared(this.#store, "INSERT OR REPLACE INTO event_target (bus, rule, id, target) VALUES (?, ?, ?, ?)");
      for (const target of targets) write.run(bus, rule, target.Id, JSON.stringify(target));
      if (this.targets(bus, rule).length > 5)
        throw eventBridgeErrors.limit("The requested resource exceeds the maximum number allowed.");
    });
    this.#active.delete(bus);
  }

  removeTargets(bus: string, rule: string, ids: readonly string[]): void {
    this.get(bus, rule);
    const remove = prepared(this.#store, "DELETE FROM event_target WHERE bus = ? AND rule = ? AND id = ?");
    inTransaction(this.#store, () => {
      for (const id of ids) remove.run(bus, rule, id);
    });
    this.#active.delete(bus);
  }

  targets(bus: string, rule: string): Target[] {
    const rows = prepared(this.#store, "SELECT target FROM event_target WHERE bus = ? AND rule = ? ORDER BY id").all(bus, rule);
    return rows.map((row) => {
      const target: Target = JSON.parse(textOf(row, "target"));
      return target;
    });
  }

  /** The enabled rules of a bus, ready to be asked about events. */
  active(bus: string): readonly ActiveRule[] {
    const known = this.#active.get(bus);
    if (known) return known;
    const active = this.list(bus)
      .filter((rule) => rule.isEnabled)
      .map((rule) => this.#activate(rule));
    this.#active.set(bus, active);
    return active;
  }

  earliestSchedule(): number | undefined {
    const row = prepared(this.#store, "SELECT next_at FROM event_rule WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1").get();
    return row && numberOf(row, "next_at");
  }

  /** The scheduled rules that are due, each moved on past now: however often it was missed, it is returned once. */
  takeDue(): { rule: ActiveRule; dueAt: number }[] {
    const now = this.#clock.now();
    const rows = prepared(this.#store, "SELECT * FROM event_rule WHERE next_at <= ? ORDER BY next_at").all(now);
    return rows.map((row) => {
      const rule = ruleOf(row);
      const next = nextRun(rule.schedule ?? "", now, numberOf(row, "anchor"));
      prepared(this.#store, "UPDATE event_rule SET next_at = ? WHERE bus = ? AND name = ?").run(
        next ?? null,
        rule.bus,
        rule.name,
      );
      return { rule: this.#activate(rule), dueAt: numberOf(row, "next_at") };
    });
  }

  #activate(rule: Rule): ActiveRule {
    const matches = rule.pattern === undefined ? never : compile(rule.pattern);
    return { ...rule, matches, targets: this.targets(rule.bus, rule.name) };
  }

  #requireBus(bus: string): void {
    if (!this.hasBus(bus)) throw eventBridgeErrors.notFound(`Event bus ${bus}`);
  }
}

/** Throws InvalidEventPatternException. */
export function compile(pattern: string): EventTest {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) throw eventBridgeErrors.invalidPattern(error.message);
    throw error;
  }
}

function nextRun(schedule: string, after: number, anchor: number): number | undefined {
  try {
    return parseExpression(schedule).next(after, anchor);
  } catch (error) {
    if (error instanceof ExpressionError)
      throw eventBridgeErrors.invalid(`Parameter ScheduleExpression is not valid. ${error.message}`);
    throw error;
  }
}

function ruleOf(row: Row): Rule {
  const bus = textOf(row, "bus");
  const name = textOf(row, "name");
  return {
    bus,
    name,
    arn: arn("events", bus === defaultBus ? `rule/${name}` : `rule/${bus}/${name}`),
    pattern: optionalTextOf(row, "pattern"),
    schedule: optionalTextOf(row, "schedule"),
    description: optionalTextOf(row, "description"),
    isEnabled: numberOf(row, "enabled") === 1,
  };
}
