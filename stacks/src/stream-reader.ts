import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { CallableSpec } from "@kartis/core/kernel/deployment.ts";
import { addAlarm } from "./alarms.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import type { LambdaFromSpec } from "./lambda-from-spec.ts";

/** Longer than any outage of the bus, shorter than the stream's day, after which records that wait behind a bad one would be lost. */
const longestRetry = Duration.hours(6);

export interface StreamReaderProps {
  readonly lambda: LambdaFromSpec;
  readonly streamArn: string;
  readonly trigger: Extract<CallableSpec["trigger"], { kind: "stream" }>;
  readonly alarms: ITopic;
}

/** The table's stream as a Lambda's source: in order, and again from the first failure on until it works. */
export class StreamReader extends Construct {
  constructor(scope: Construct, { lambda, streamArn, trigger, alarms }: StreamReaderProps) {
    super(scope, `${lambda.spec.name}-source`);
    const deadLetters = new DeadLetterQueue(this, "DeadLetters", { name: lambda.physicalName, alarms }).queue;
    lambda.role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"],
        resources: [streamArn],
      }),
    );
    lambda.role.addToPrincipalPolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [deadLetters.queueArn] }));
    new EventSourceMapping(this, "Source", {
      target: lambda.function,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: trigger.batchSize,
      // No batching window: the least is a second, which live updates would feel, and Lambda's four polls a second of each shard gather as it is.
      filters: [{ pattern: JSON.stringify(trigger.filter) }],
      reportBatchItemFailures: true,
      bisectBatchOnError: false, // the function says itself which record failed
      maxRecordAge: longestRetry,
      // The queue gets the place in the stream, not the records: those are in the journal, from which they are published again (`npm run redrive`).
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    });
    addAlarm(this, "AgeAlarm", {
      topic: alarms,
      name: `${lambda.physicalName}-age`,
      description: `${lambda.physicalName} is behind the table's stream: automations, reminders and live updates wait for it.`,
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "IteratorAge",
        dimensionsMap: { FunctionName: lambda.function.functionName },
        statistic: "Maximum",
        period: Duration.minutes(1),
      }),
      threshold: Duration.minutes(1).toMilliseconds(),
      periods: 3,
    });
  }
}
