import { Duration } from "aws-cdk-lib";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledgeAll } from "./acknowledgements.ts";
import { addDeadLetterAlarm } from "./alarms.ts";

export interface DeadLetterQueueProps {
  /** The physical name of what it belongs to; the queue is `<name>-dead-letters`. */
  readonly name: string;
  readonly alarms: ITopic;
}

/** Queue where failed work waits for a person, for as long as SQS can keep it, with the alarm that calls them. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { name, alarms }: DeadLetterQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, "Queue", {
      queueName: `${name}-dead-letters`,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledgeAll(this.queue, {
      "AwsSolutions-SQS3": "It is a dead-letter queue; where its source is a stream or a schedule the rule does not see that.",
    });
    addDeadLetterAlarm(this, this.queue, name, alarms);
  }
}
