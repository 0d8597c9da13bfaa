import { Stack, type StackProps } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { SubscriptionSpec, WorkQueueName } from "@kartis/core/kernel/deployment.ts";
import type { Targets } from "./grants.ts";
import { MailRoute, type MailRouteProps } from "./mail-route.ts";
import { Subscription, WorkQueue } from "./subscription.ts";

export interface EventsStackProps extends StackProps {
  readonly subscriptions: readonly SubscriptionSpec[];
  /** Everything that exists before the bus and the queues of work. */
  readonly targets: Omit<Targets, "bus" | "work">;
  readonly codeOf: (name: string) => string;
  readonly alarms: ITopic;
  /** Route for incoming mail; absent for a deployment that receives none. */
  readonly mailRoute?: Pick<MailRouteProps, "replyDomain" | "dataBucketName">;
}

/** The bus, the queues of work, and subscriptions to both, each with its queue, Lambda and dead-letter queue. */
export class EventsStack extends Stack {
  readonly targets: Targets;
  readonly bus: EventBus;
  readonly work: Readonly<Record<WorkQueueName, WorkQueue>>;

  constructor(scope: Construct, id: string, { subscriptions, targets, codeOf, alarms, mailRoute, ...props }: EventsStackProps) {
    super(scope, id, props);
    const { stage } = targets;
    this.bus = new EventBus(this, "Bus", {
      eventBusName: `kartis-${stage}`,
      description: "Journal records, from the table's stream",
    });

    const workQueue = (name: WorkQueueName): WorkQueue => {
      const readers = subscriptions.filter(({ from }) => from.kind === name);
      const [reader] = readers;
      // Two readers of one queue would each get half of its messages.
      if (!reader || readers.length > 1) throw new Error(`Exactly one subscription reads ${name}, not ${readers.length}`);
      return new WorkQueue(this, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, { spec: { ...reader, name }, stage, alarms });
    };
    this.work = {
      operations: workQueue("operations"),
      replicas: workQueue("replicas"),
      deliveries: workQueue("deliveries"),
      runs: workQueue("runs"),
      mails: workQueue("mails"),
    };

    this.targets = {
      ...targets,
      bus: { name: this.bus.eventBusName, arn: this.bus.eventBusArn },
      work: {
        operations: this.work.operations.target,
        replicas: this.work.replicas.target,
        deliveries: this.work.deliveries.target,
        runs: this.work.runs.target,
        mails: this.work.mails.target,
      },
    };
    if (mailRoute) new MailRoute(this, { ...mailRoute, stage, queue: this.work.mails.queue });
    const { bus, work } = this;
    for (const spec of subscriptions)
      new Subscription(this, { spec, targets: this.targets, code: codeOf(spec.name), alarms, bus, work });
  }
}
