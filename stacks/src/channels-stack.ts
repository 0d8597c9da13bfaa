import { Stack, type StackProps } from "aws-cdk-lib";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import type { EventsStack } from "./events-stack.ts";
import { Subscription } from "./subscription.ts";

/** What reaches people or other systems outside, or comes from them. */
const channel = /^(gmail|incoming-webhooks|outbound|push|sms|voip|webhooks|whatsapp)-on-/;

/** Whether the subscription is deployed with the channels. Those that read a queue of work stay beside it. */
export const isOfChannel = ({ name, from }: SubscriptionSpec): boolean => from.kind === "bus" && channel.test(name);

export interface ChannelsStackProps extends StackProps {
  readonly subscriptions: readonly SubscriptionSpec[];
  readonly events: EventsStack;
  readonly codeOf: (name: string) => string;
  readonly alarms: ITopic;
}

/** The subscriptions of the channels to the bus: a stack of their own, because CloudFormation allows 500 resources in one, and a subscription takes fourteen. */
export class ChannelsStack extends Stack {
  constructor(scope: Construct, id: string, { subscriptions, events, codeOf, alarms, ...props }: ChannelsStackProps) {
    super(scope, id, props);
    const { targets, bus, work } = events;
    for (const spec of subscriptions) new Subscription(this, { spec, targets, code: codeOf(spec.name), alarms, bus, work });
  }
}
