import { messageGroupPath } from "@kartis/core/kernel/deployment.ts";
import type { EventPattern, SubscriptionSpec, WorkQueueName } from "@kartis/core/kernel/deployment.ts";
import { arn } from "./arns.ts";
import type { Engines } from "./engines.ts";
import type { QueueAttributes } from "./sqs/queue-attributes.ts";

export const busName = "kartis";
export const workQueueName = (name: WorkQueueName): string => `kartis-${name}`;

export const queueNameOf = (spec: SubscriptionSpec): string =>
  spec.from.kind === "bus" ? `kartis-${spec.name}` : workQueueName(spec.from.kind);

const deadLetterDays = 14;

/** Creates the bus, and per subscription its queue, dead-letter queue and rule. Runs at every start and brings changed specs about. */
export function deploySubscriptions({ sqs, bus }: Engines, subscriptions: readonly SubscriptionSpec[]): void {
  if (!bus.rules.hasBus(busName)) bus.rules.createBus(busName);
  for (const spec of subscriptions) {
    const queueName = queueNameOf(spec);
    const deadLetterQueue = `${queueName}-dead-letters`;
    putQueue(sqs, deadLetterQueue, { MessageRetentionPeriod: String(deadLetterDays * 24 * 3600) });
    putQueue(sqs, queueName, {
      VisibilityTimeout: String(6 * spec.timeoutSeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn("sqs", deadLetterQueue), maxReceiveCount: spec.maxReceiveCount }),
    });
    if ("pattern" in spec.from) putRule(bus, spec.name, spec.from.pattern, arn("sqs", queueName));
  }
  removeOtherRules(bus, new Set(subscriptions.flatMap(({ name, from }) => ("pattern" in from ? [name] : []))));
  bus.rulesChanged();
}

function putQueue({ queues }: Engines["sqs"], name: string, attributes: QueueAttributes): void {
  if (queues.find(name)) queues.setAttributes(name, attributes);
  else queues.create(name, attributes);
}

function putRule({ rules }: Engines["bus"], name: string, pattern: EventPattern, targetArn: string): void {
  rules.put({
    bus: busName,
    name,
    pattern: JSON.stringify(pattern),
    schedule: undefined,
    description: undefined,
    isEnabled: true,
  });
  rules.putTargets(busName, name, [{ Id: "queue", Arn: targetArn, SqsParameters: { MessageGroupId: messageGroupPath } }]);
}

/** Deletes a subscription that has left the list, which would otherwise fill a queue without a consumer. */
function removeOtherRules({ rules }: Engines["bus"], names: ReadonlySet<string>): void {
  for (const { name } of rules.list(busName)) {
    if (names.has(name)) continue;
    const targets = rules.targets(busName, name);
    rules.removeTargets(
      busName,
      name,
      targets.map(({ Id }) => Id),
    );
    rules.remove(busName, name);
  }
}

/** One schedule for each function that asks for one; those of functions that are gone are removed. */
export function deploySchedules({ scheduler }: Engines, wanted: ReadonlyMap<string, string>): void {
  const group = "default";
  for (const [name, expression] of wanted) {
    const key = { group, name: `${functionPrefix}${name}` };
    const specification = {
      ScheduleExpression: expression,
      ScheduleExpressionTimezone: "UTC",
      State: "ENABLED",
      ActionAfterCompletion: "NONE",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: arn("lambda", `function:${name}`), RoleArn: `arn:aws:iam::000000000000:role/${name}` },
    } as const;
    if (scheduler.schedules.find(key)) scheduler.schedules.update(key, specification);
    else scheduler.schedules.create(key, specification);
  }
  for (const { name } of scheduler.schedules.list(group)) {
    if (name.startsWith(functionPrefix) && !wanted.has(name.slice(functionPrefix.length)))
      scheduler.schedules.remove({ group, name });
  }
  scheduler.schedulesChanged();
}

const functionPrefix = "function-";
