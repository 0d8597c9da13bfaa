import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { accountId, region } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { DueTimer } from "../delivery/due-timer.ts";
import type { Outbox } from "../delivery/outbox.ts";
import { inTransaction } from "../store.ts";
import { ClientTokens } from "./client-tokens.ts";
import { Schedules } from "./schedules.ts";
import type { Schedule } from "./schedules.ts";

/**
 * The EventBridge Scheduler engine. A firing and the schedule's next time are one transaction, so a killed process
 * neither skips nor repeats one. What fell due while the machine was off fires on start, once per schedule.
 */
export class Scheduler {
  readonly schedules: Schedules;
  readonly tokens: ClientTokens;
  readonly #store: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #timer: DueTimer;

  constructor(store: DatabaseSync, clock: Clock, outbox: Outbox) {
    this.#store = store;
    this.#outbox = outbox;
    this.schedules = new Schedules(store, clock);
    this.tokens = new ClientTokens(store, clock);
    this.#timer = new DueTimer(
      clock,
      () => this.schedules.earliest(),
      () => this.#fireDue(),
    );
  }

  start(): void {
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  /** To be called after schedules changed; fires those that are due already. */
  schedulesChanged(): void {
    this.#timer.arm();
  }

  #fireDue(): void {
    inTransaction(this.#store, () => {
      for (const schedule of this.schedules.takeDue()) this.#fire(schedule);
    });
    this.#outbox.deliver();
  }

  #fire(schedule: Schedule): void {
    const { Target } = schedule.specification;
    const executionId = randomUUID();
    const scheduledTime = new Date(schedule.nextAt ?? 0).toISOString().replace(/\.\d+Z$/, "Z");
    this.#outbox.add({
      targetArn: Target.Arn,
      body:
        Target.Input === undefined
          ? defaultBody(schedule, executionId, scheduledTime)
          : fill(Target.Input, {
              "schedule-arn": schedule.arn,
              "scheduled-time": scheduledTime,
              "execution-id": executionId,
              "attempt-number": "1",
            }),
      groupId: Target.SqsParameters?.MessageGroupId,
      deadLetterArn: Target.DeadLetterConfig?.Arn,
      maxRetries: Target.RetryPolicy?.MaximumRetryAttempts ?? 185,
      maxAgeSeconds: Target.RetryPolicy?.MaximumEventAgeInSeconds ?? 86_400,
      labels: { SCHEDULE_ARN: schedule.arn, EXECUTION_ID: executionId },
    });
  }
}

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
function fill(input: string, attributes: Readonly<Record<string, string>>): string {
  return input.replaceAll(/<aws\.scheduler\.([a-z-]+)>/g, (whole, name: string) => attributes[name] ?? whole);
}

/** Payload for a target without an Input. */
function defaultBody(schedule: Schedule, id: string, time: string): string {
  return JSON.stringify({
    version: "0",
    id,
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: accountId,
    time,
    region,
    resources: [schedule.arn],
    detail: "{}",
  });
}
