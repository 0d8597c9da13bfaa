import { Duration } from "aws-cdk-lib";
import { CfnRule, type IEventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { messageGroupPath } from "@kartis/core/kernel/deployment.ts";
import type { EventPattern, FunctionSpec, SubscriptionSpec, WorkQueueName } from "@kartis/core/kernel/deployment.ts";
import { addAlarm } from "./alarms.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import { LambdaFromSpec, type LambdaProps } from "./lambda-from-spec.ts";

/** AWS asks for six times the function's time-out: retries within one visibility would otherwise run a message twice at once. */
const visibilityPerTimeout = 6;
/** Number of batches of one subscription that run at once: a flood in one must not take the account's concurrency from the API. Two is AWS's minimum. */
const maxConcurrency = 10;

export interface WorkQueueProps {
  readonly spec: Pick<SubscriptionSpec, "name" | "timeoutSeconds" | "maxReceiveCount">;
  readonly stage: string;
  readonly alarms: ITopic;
}

/** A queue of one consumer, its dead-letter queue, and the alarms on both. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  get target(): { queueUrl: string; queueArn: string } {
    return { queueUrl: this.queue.queueUrl, queueArn: this.queue.queueArn };
  }

  constructor(scope: Construct, id: string, { spec, stage, alarms }: WorkQueueProps) {
    super(scope, id);
    const name = `kartis-${stage}-${spec.name}`;
    const visibility = Duration.seconds(visibilityPerTimeout * spec.timeoutSeconds);
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters", { name, alarms }).queue;
    this.queue = new Queue(this, "Queue", {
      queueName: name,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: visibility,
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: spec.maxReceiveCount },
    });
    addAlarm(this, "AgeAlarm", {
      topic: alarms,
      name: `${name}-age`,
      description: `Messages of ${name} wait too long: it fails and tries again, or does not keep up.`,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: "Maximum" }),
      // One failed attempt waits out the visibility once, which should not page anyone.
      threshold: Math.max(300, 2 * visibility.toSeconds()),
      periods: 3,
    });
  }
}

export interface SubscriptionProps extends Omit<LambdaProps, "spec"> {
  readonly spec: SubscriptionSpec;
  readonly bus: IEventBus;
  /** The queues of work, for the subscriptions that read them. */
  readonly work: Readonly<Record<WorkQueueName, WorkQueue>>;
}

/** Rule → queue → Lambda, and a dead-letter queue for what the rule could not deliver or the Lambda could not do. */
export class Subscription extends Construct {
  constructor(scope: Construct, { spec, bus, work: queues, ...lambda }: SubscriptionProps) {
    super(scope, `${spec.name}-subscription`);
    const consumer = new LambdaFromSpec(this, { ...lambda, spec });
    const work =
      spec.from.kind === "bus"
        ? new WorkQueue(this, "Work", { spec, stage: lambda.targets.stage, alarms: lambda.alarms })
        : queues[spec.from.kind];
    if ("pattern" in spec.from) this.#feed(spec, spec.from.pattern, bus, work);
    this.#consume(spec, consumer, work);
  }

  #feed(spec: FunctionSpec, pattern: EventPattern, bus: IEventBus, work: WorkQueue): void {
    // The L1 construct: the pattern is EventBridge's own JSON already, which `Rule` would want spelled a second way (`detailType`).
    const rule = new CfnRule(this, "Rule", {
      description: spec.entry,
      eventBusName: bus.eventBusName,
      eventPattern: pattern,
      targets: [
        {
          id: "queue",
          arn: work.queue.queueArn,
          sqsParameters: { messageGroupId: messageGroupPath },
          deadLetterConfig: { arn: work.deadLetters.queueArn },
        },
      ],
    });
    for (const queue of [work.queue, work.deadLetters]) {
      queue.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal("events.amazonaws.com")],
          actions: ["sqs:SendMessage"],
          resources: [queue.queueArn],
          conditions: { ArnEquals: { "aws:SourceArn": rule.attrArn } },
        }),
      );
    }
  }

  #consume(spec: SubscriptionSpec, consumer: LambdaFromSpec, work: WorkQueue): void {
    consumer.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
        resources: [work.queue.queueArn],
      }),
    );
    new EventSourceMapping(this, "Source", {
      target: consumer.function,
      eventSourceArn: work.queue.queueArn,
      batchSize: spec.batchSize,
      ...(spec.batchingWindowSeconds ? { maxBatchingWindow: Duration.seconds(spec.batchingWindowSeconds) } : {}),
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}
