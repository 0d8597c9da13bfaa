import { Duration } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventInvokeConfig } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import type { LambdaFromSpec } from "./lambda-from-spec.ts";

export interface ScheduleProps {
  readonly lambda: LambdaFromSpec;
  /** EventBridge Scheduler's, in UTC: `rate(1 hour)`, `cron(…)`. */
  readonly expression: string;
  readonly alarms: ITopic;
}

/** Calls a Lambda on a schedule. What Scheduler cannot deliver, and what the Lambda fails at after two retries, ends up in one dead-letter queue. */
export class Schedule extends Construct {
  constructor(scope: Construct, { lambda, expression, alarms }: ScheduleProps) {
    super(scope, `${lambda.spec.name}-schedule`);
    const deadLetters = new DeadLetterQueue(this, "DeadLetters", { name: lambda.physicalName, alarms }).queue;
    const send = new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [deadLetters.queueArn] });

    // Scheduler only hands the event over; the attempts of the function itself are Lambda's.
    new EventInvokeConfig(this, "Attempts", {
      function: lambda.function,
      retryAttempts: 2,
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    });
    lambda.role.addToPrincipalPolicy(send);

    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [lambda.function.functionArn] }));
    role.addToPolicy(send.copy());
    new CfnSchedule(this, "Schedule", {
      name: lambda.physicalName,
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: lambda.function.functionArn,
        roleArn: role.roleArn,
        deadLetterConfig: { arn: deadLetters.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: Duration.hours(1).toSeconds(), maximumRetryAttempts: 185 },
      },
    });
  }
}
