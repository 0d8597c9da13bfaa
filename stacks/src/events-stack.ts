import { Stack, type StackProps } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import type { Targets } from "./grants.ts";
import { Subscription, WorkQueue } from "./subscription.ts";

export interface EventsStackProps extends StackProps {
  readonly subscriptions: readonly SubscriptionSpec[];
  /** Everything that is there before the bus and the operations' queue. */
  readonly targets: Omit<Targets, "bus" | "operations">;
  readonly codeOf: (name: string) => string;
  readonly alarms: ITopic;
}

/** The bus, and each subscription to it with its queue, Lambda and dead-letter queue. */
export class EventsStack extends Stack {
  readonly targets: Targets;

  constructor(scope: Construct, id: string, { subscriptions, targets, codeOf, alarms, ...props }: EventsStackProps) {
    super(scope, id, props);
    const { stage } = targets;
    const bus = new EventBus(this, "Bus", {
      eventBusName: `kartis-${stage}`,
      description: "Journal records, from the table's stream",
    });

    const readers = subscriptions.filter(({ from }) => from.kind === "operations");
    const [reader] = readers;
    // Two readers of one queue would each get half of its messages.
    if (!reader || readers.length > 1) throw new Error(`Exactly one subscription reads operations, not ${readers.length}`);
    const operations = new WorkQueue(this, "Operations", { spec: { ...reader, name: "operations" }, stage, alarms });

    this.targets = {
      ...targets,
      bus: { name: bus.eventBusName, arn: bus.eventBusArn },
      operations: { queueUrl: operations.queue.queueUrl, queueArn: operations.queue.queueArn },
    };
    for (const spec of subscriptions) {
      new Subscription(this, { spec, targets: this.targets, code: codeOf(spec.name), alarms, bus, operations });
    }
  }
}
