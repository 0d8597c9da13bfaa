import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

export interface AlarmOptions {
  readonly topic: ITopic;
  /** Physical and unique: what the mail's subject says. */
  readonly name: string;
  /** Text for the person on call: what is wrong and where to look. */
  readonly description: string;
  readonly metric: Metric;
  /** Rings from this value on. */
  readonly threshold: number;
  readonly periods?: number;
}

/** An alarm that notifies the topic, and again when all is well. Missing data counts as healthy: an idle queue has none. */
export function addAlarm(scope: Construct, id: string, options: AlarmOptions): Alarm {
  const alarm = new Alarm(scope, id, {
    alarmName: options.name,
    alarmDescription: options.description,
    metric: options.metric,
    threshold: options.threshold,
    evaluationPeriods: options.periods ?? 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(options.topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** Rings as soon as there is anything in a dead-letter queue. */
export function addDeadLetterAlarm(scope: Construct, queue: IQueue, name: string, topic: ITopic): Alarm {
  return addAlarm(scope, "DeadLetterAlarm", {
    topic,
    name: `${name}-dead-letters`,
    description: `Work of ${name} failed for good and lies in its dead-letter queue. Its log says why; redrive the queue after the cause is gone.`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: "Maximum" }),
    threshold: 1,
  });
}
