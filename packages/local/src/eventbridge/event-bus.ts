import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { accountId, region, resourceOfArn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { DueTimer } from "../delivery/due-timer.ts";
import type { Outbox } from "../delivery/outbox.ts";
import { inTransaction } from "../store.ts";
import { isObject } from "../wire/http.ts";
import { eventBridgeErrors } from "./errors.ts";
import { groupIdOf, targetBody } from "./input-transform.ts";
import { Rules } from "./rules.ts";
import type { ActiveRule } from "./rules.ts";

/** One entry of PutEvents. */
export interface EventEntry {
  readonly source: string | undefined;
  readonly detailType: string | undefined;
  /** JSON of an object. */
  readonly detail: string | undefined;
  readonly resources: readonly string[];
  /** Epoch milliseconds; now if absent. */
  readonly time: number | undefined;
  /** Name or ARN; `default` if absent. */
  readonly bus: string | undefined;
}

export type EntryResult = { readonly EventId: string } | { readonly ErrorCode: string; readonly ErrorMessage: string };

/** Event as targets and patterns see it. */
export interface Envelope extends Record<string, unknown> {
  readonly version: "0";
  readonly id: string;
  readonly "detail-type": string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

const largestRequestBytes = 1_048_576;

export function busNameOf(nameOrArn: string | undefined): string {
  return resourceOfArn("events", nameOrArn ?? "")?.replace(/^event-bus\//, "") ?? nameOrArn ?? "default";
}

/** The EventBridge engine. An acknowledged event survives the death of the process, together with what it owes to targets. */
export class EventBus {
  readonly rules: Rules;
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #timer: DueTimer;

  constructor(store: DatabaseSync, clock: Clock, outbox: Outbox) {
    this.#store = store;
    this.#clock = clock;
    this.#outbox = outbox;
    this.rules = new Rules(store, clock);
    this.#timer = new DueTimer(
      clock,
      () => this.rules.earliestSchedule(),
      () => this.#runSchedules(),
    );
  }

  start(): void {
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  /** To be called after rules changed: one may have a schedule. */
  rulesChanged(): void {
    this.#timer.arm();
  }

  /** Results stand at the index of their entry; a refused entry does not stop the others. Throws for the request as a whole. */
  put(entries: readonly EventEntry[]): EntryResult[] {
    if (entries.length === 0 || entries.length > 10) {
      throw eventBridgeErrors.invalid(
        "1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length between 1 and 10",
      );
    }
    if (entries.reduce((sum, entry) => sum + entryBytes(entry), 0) > largestRequestBytes) {
      throw eventBridgeErrors.invalid("Total size of the entries in the request is over the limit.");
    }
    const results = inTransaction(this.#store, () => entries.map((entry) => this.#accept(entry)));
    this.#outbox.deliver();
    return results;
  }

  #accept(entry: EventEntry): EntryResult {
    const required = { Source: entry.source, DetailType: entry.detailType, Detail: entry.detail };
    const missing = Object.entries(required).find(([, value]) => !value)?.[0];
    if (missing) {
      return refused("InvalidArgument", `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`);
    }
    const detail = parseDetail(entry.detail ?? "");
    if (!detail) return refused("MalformedDetail", "Detail is malformed.");
    if (entry.source?.startsWith("aws.")) {
      return refused("NotAuthorizedForSourceException", `Not authorized for the source ${entry.source}.`);
    }
    const bus = busNameOf(entry.bus);
    if (!this.rules.hasBus(bus)) return refused("InvalidArgument", `Event bus ${bus} does not exist.`);
    const envelope = this.#envelope(entry.detailType ?? "", entry.source ?? "", entry.time, entry.resources, detail);
    for (const rule of this.rules.active(bus)) if (rule.matches(envelope)) this.#owe(rule, envelope);
    return { EventId: envelope.id };
  }

  #runSchedules(): void {
    inTransaction(this.#store, () => {
      for (const { rule, dueAt } of this.rules.takeDue()) {
        this.#owe(rule, this.#envelope("Scheduled Event", "aws.events", dueAt, [rule.arn], {}));
      }
    });
    this.#outbox.deliver();
  }

  #owe(rule: ActiveRule, envelope: Envelope): void {
    for (const target of rule.targets) {
      this.#outbox.add({
        targetArn: target.Arn,
        body: targetBody(envelope, target, rule),
        groupId: groupIdOf(envelope, target.SqsParameters?.MessageGroupId),
        deadLetterArn: target.DeadLetterConfig?.Arn,
        maxRetries: target.RetryPolicy?.MaximumRetryAttempts ?? 185,
        maxAgeSeconds: target.RetryPolicy?.MaximumEventAgeInSeconds ?? 86_400,
        labels: { RULE_ARN: rule.arn },
      });
    }
  }

  #envelope(
    detailType: string,
    source: string,
    time: number | undefined,
    resources: readonly string[],
    detail: unknown,
  ): Envelope {
    return {
      version: "0",
      id: randomUUID(),
      "detail-type": detailType,
      source,
      account: accountId,
      // Whole seconds, as on AWS.
      time: new Date(time ?? this.#clock.now()).toISOString().replace(/\.\d+Z$/, "Z"),
      region,
      resources,
      detail,
    };
  }
}

function refused(ErrorCode: string, ErrorMessage: string): EntryResult {
  return { ErrorCode, ErrorMessage };
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevents-size: a given time counts 14 bytes. */
function entryBytes({ time, source = "", detailType = "", detail = "", resources }: EventEntry): number {
  const texts = [source, detailType, detail, ...resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), time === undefined ? 0 : 14);
}

function parseDetail(text: string): Record<string, unknown> | undefined {
  try {
    const detail: unknown = JSON.parse(text);
    return isObject(detail) ? detail : undefined;
  } catch {
    return undefined;
  }
}
