import { App, Aws, DefaultStackSynthesizer, SecretValue, Tags, Validations } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { AwsSolutionsChecks } from "cdk-nag";
import type { CallableSpec, SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { ApiStack } from "./api-stack.ts";
import { ChannelsStack, isOfChannel } from "./channels-stack.ts";
import { DataStack, secretsKeyName } from "./data-stack.ts";
import { EventsStack } from "./events-stack.ts";
import { mailEventsName } from "./mail-route.ts";
import { OriginStack } from "./origin-stack.ts";
import type { Settings } from "./settings.ts";

export interface AppOptions {
  readonly settings: Settings;
  readonly functions: readonly CallableSpec[];
  readonly subscriptions: readonly SubscriptionSpec[];
  /** The folder of a function's bundle, by its name. */
  readonly codeOf: (name: string) => string;
  /** The built site. */
  readonly webDist: string;
  /** Folder of the cloud assembly; by default the one on the CDK's command line. */
  readonly outdir?: string;
}

/**
 * All stacks of one stage. `app.synth()` then needs neither network nor credentials: account and Region are CloudFormation's to fill in.
 * Only cdk.json's reader, the command line, would load feature flags from there; here every synthesis has them.
 */
export function buildApp({ settings, functions, subscriptions, codeOf, webDist, outdir }: AppOptions): App {
  const { stage, assetsBucketName } = settings;
  const app = new App({
    ...(outdir !== undefined && { outdir }),
    analyticsReporting: false,
    context: { ...recommendedFlags, "@aws-cdk/core:defaultCrossStackReferences": "strong" },
    // With a bucket of its own there has been no `cdk bootstrap`, so there is no version of it to check.
    defaultStackSynthesizer: new DefaultStackSynthesizer(
      assetsBucketName === undefined ? {} : { fileAssetsBucketName: assetsBucketName, generateBootstrapVersionRule: false },
    ),
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  Tags.of(app).add("kartis:stage", stage);
  const named = (name: string) => ({ stackName: `kartis-${stage}-${name}` });

  const dataBucketName = `kartis-${stage}-data-${Aws.ACCOUNT_ID}-${Aws.REGION}`;
  const origin = new OriginStack(app, "Origin", { ...named("origin"), settings, webDist, dataBucketName });
  const { publicOrigin, httpApi, webSocketApi, logsBucket } = origin;
  const data = new DataStack(app, "Data", {
    ...named("data"),
    terminationProtection: true,
    settings,
    dataBucketName,
    publicOrigin,
    logsBucket,
  });

  const { alarms } = data;
  const events = new EventsStack(app, "Events", {
    ...named("events"),
    subscriptions: subscriptions.filter((spec) => !isOfChannel(spec)),
    codeOf,
    alarms,
    ...(settings.replyDomain && { mailRoute: { replyDomain: settings.replyDomain, dataBucketName } }),
    targets: {
      publicOrigin,
      stage,
      table: { name: data.table.ref, arn: data.table.attrArn, indexArns: data.tableIndexArns },
      data: { bucketName: data.bucket.bucketName, bucketArn: data.bucketArn },
      secrets: { key: SecretValue.secretsManager(secretsKeyName(stage)).unsafeUnwrap() },
      // Nobody answers at that address, so subscribing it reports the failure.
      checkoutUrl: settings.checkoutUrl ?? "https://checkout.invalid",
      ...(settings.sms && {
        sms: {
          provider: settings.sms.provider,
          account: settings.sms.account,
          secret: SecretValue.secretsManager(settings.sms.secretName).unsafeUnwrap(),
        },
      }),
      ...(settings.google && {
        google: {
          clientId: settings.google.clientId,
          clientSecret: SecretValue.secretsManager(settings.google.secretName).unsafeUnwrap(),
        },
      }),
      ...(settings.gmail && { gmail: settings.gmail }),
      mail: {
        from: settings.mailFrom,
        identityArn: mailIdentityArn(settings.mailFrom),
        support: settings.supportEmail ?? settings.mailFrom,
        ...(settings.replyDomain && {
          replyDomain: settings.replyDomain,
          eventsName: mailEventsName(stage),
          eventsArn: `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:configuration-set/${mailEventsName(stage)}`,
        }),
      },
      edgeProof: origin.edgeProof,
      sockets: { endpoint: origin.socketsEndpoint, connectionsArn: origin.connectionsArn, closingArn: origin.closingArn },
    },
  });
  const channels = new ChannelsStack(app, "Channels", {
    ...named("channels"),
    subscriptions: subscriptions.filter(isOfChannel),
    events,
    codeOf,
    alarms,
  });
  const api = new ApiStack(app, "Api", {
    ...named("api"),
    functions,
    codeOf,
    alarms,
    targets: events.targets,
    httpApi,
    webSocketApi,
    tableStreamArn: data.table.attrStreamArn,
  });
  // Exports are taken by name here and there (`bucketArn`, `connectionsArn`), which the CDK does not see as a reference.
  for (const stack of [events, channels, api]) {
    stack.addStackDependency(origin);
    stack.addStackDependency(data);
  }
  return app;
}

/** The sender's domain is the identity that SES has verified; verifying takes DNS records, which no stack of ours can set. */
function mailIdentityArn(mailFrom: string): string {
  const domain = mailFrom.slice(mailFrom.lastIndexOf("@") + 1);
  return `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${domain}`;
}
