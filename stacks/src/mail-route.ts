import { Aws } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnConfigurationSet, CfnConfigurationSetEventDestination, CfnReceiptRule, CfnReceiptRuleSet } from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { inboundPrefix } from "@kartis/core/files/rules.ts";

/** The configuration set with which mails are sent. */
export const mailEventsName = (stage: string): string => `kartis-${stage}`;

export interface MailRouteProps {
  readonly stage: string;
  readonly replyDomain: string;
  readonly dataBucketName: string;
  readonly queue: Queue;
}

/**
 * SES → bucket and topic → queue: mails to the reply domain, and what becomes of those that are sent. The message itself is in the bucket, since a notification
 * has no room for it; the queue keeps what the Lambda could not do. An account has one active set of receipt rules, which CloudFormation cannot choose: the
 * README names the command.
 */
export class MailRoute extends Construct {
  constructor(scope: Construct, { stage, replyDomain, dataBucketName, queue }: MailRouteProps) {
    super(scope, "MailRoute");
    const topic = new Topic(this, "Topic", { topicName: `kartis-${stage}-mails`, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("ses.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
    topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
    const rules = new CfnReceiptRuleSet(this, "Rules", { ruleSetName: `kartis-${stage}` });
    const rule = new CfnReceiptRule(this, "Rule", {
      ruleSetName: rules.ref,
      rule: {
        enabled: true,
        scanEnabled: true,
        tlsPolicy: "Optional", // mail servers that know no TLS still bring answers
        recipients: [replyDomain],
        actions: [
          { s3Action: { bucketName: dataBucketName, objectKeyPrefix: inboundPrefix, topicArn: topic.topicArn } },
          { stopAction: { scope: "RuleSet" } },
        ],
      },
    });
    rule.node.addDependency(topic);
    const events = new CfnConfigurationSet(this, "Events", { name: mailEventsName(stage) });
    const destination = new CfnConfigurationSetEventDestination(this, "EventsDestination", {
      configurationSetName: events.ref,
      eventDestination: {
        enabled: true,
        matchingEventTypes: ["DELIVERY", "BOUNCE", "COMPLAINT"],
        snsDestination: { topicArn: topic.topicArn },
      },
    });
    destination.node.addDependency(topic);
  }
}
