import { Aws, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { CfnTable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { tableSchema, timeToLiveAttribute } from "@kartis/core/data/table.ts";
import { inboundPrefix, temporaryDays, temporaryPrefix } from "@kartis/core/files/rules.ts";
import { acknowledgeAll } from "./acknowledgements.ts";
import { addAlarm } from "./alarms.ts";
import type { Settings } from "./settings.ts";

/** Mistaken overwrites and deletions can be undone for a month, after which anything erased on request is gone. */
const noncurrentDays = 30;

const keys = (schema: readonly { readonly AttributeName: string; readonly KeyType: string }[]) =>
  schema.map(({ AttributeName, KeyType }) => ({ attributeName: AttributeName, keyType: KeyType }));

/** An organization without writes for this long starts its replica from the table again. */
const snapshotDays = 30;

/** Under which name Secrets Manager keeps the key that passwords on cards are encrypted under. */
export const secretsKeyName = (stage: string): string => `kartis-${stage}-secrets-key`;

export interface DataStackProps extends StackProps {
  readonly settings: Settings;
  readonly dataBucketName: string;
  readonly publicOrigin: string;
  readonly logsBucket: Bucket;
}

/** Resources that must outlive every deployment: the table and the data bucket. Also the topic that all alarms notify. */
export class DataStack extends Stack {
  readonly table: CfnTable;
  readonly tableIndexArns: readonly string[];
  readonly bucket: Bucket;
  /** ARN as imported by other stacks. */
  readonly bucketArn: string;
  readonly alarms: ITopic;

  constructor(scope: Construct, id: string, { settings, dataBucketName, publicOrigin, logsBucket, ...props }: DataStackProps) {
    super(scope, id, props);
    this.alarms = this.#createAlarmTopic(settings);
    this.table = this.#createTable();
    this.tableIndexArns = tableSchema.GlobalSecondaryIndexes.map(({ IndexName }) => `${this.table.attrArn}/index/${IndexName}`);
    this.bucket = new Bucket(this, "Data", {
      bucketName: dataBucketName,
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Files have no other copy: a version is what a mistaken overwrite or deletion is undone from.
      versioned: true,
      serverAccessLogsBucket: logsBucket,
      serverAccessLogsPrefix: "data/",
      lifecycleRules: [
        {
          id: "forget-old-versions",
          noncurrentVersionExpiration: Duration.days(noncurrentDays),
          expiredObjectDeleteMarker: true,
        },
        { id: "give-up-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { id: "forget-temporary-files", prefix: temporaryPrefix, expiration: Duration.days(temporaryDays) },
        // Rebuilt from the table at any time. Each release may write under a key of its own and leave the former ones behind, and what a
        // redaction erased must not linger in one.
        {
          id: "forget-snapshots",
          prefix: "snapshots/",
          expiration: Duration.days(snapshotDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      // Uploads are posted, and previews fetched, by the site's pages.
      cors: [
        {
          allowedOrigins: [publicOrigin],
          allowedMethods: [HttpMethods.POST, HttpMethods.GET, HttpMethods.HEAD],
          allowedHeaders: ["*"],
          exposedHeaders: ["etag"],
          maxAge: 3_600,
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.bucketArn = this.exportValue(this.bucket.bucketArn);
    this.#createSecretsKey(settings);
    if (settings.replyDomain) this.#takeMailIn();
  }

  /** SES puts the mails of this account's receipt rules there. https://docs.aws.amazon.com/ses/latest/dg/receiving-email-permissions.html */
  #takeMailIn(): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("ses.amazonaws.com")],
        actions: ["s3:PutObject"],
        resources: [this.bucket.arnForObjects(`${inboundPrefix}*`)],
        conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
      }),
    );
  }

  /** Made once and kept with the table: without it, what was encrypted under it is lost. */
  #createSecretsKey({ stage }: Settings): void {
    const key = new Secret(this, "SecretsKey", {
      secretName: secretsKeyName(stage),
      description: "Passwords on cards are encrypted under this. Lost, they are lost.",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeAll(key, {
      "AwsSolutions-SMG4": "What was encrypted under it must stay readable; another key comes with a generation of its own.",
    });
  }

  /** Uses the schema of the local cloud's table; L1, because that schema is CloudFormation's own. */
  #createTable(): CfnTable {
    const table = new CfnTable(this, "Table", {
      attributeDefinitions: tableSchema.AttributeDefinitions.map(({ AttributeName, AttributeType }) => ({
        attributeName: AttributeName,
        attributeType: AttributeType,
      })),
      keySchema: keys(tableSchema.KeySchema),
      globalSecondaryIndexes: tableSchema.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        indexName: IndexName,
        keySchema: keys(KeySchema),
        projection: { projectionType: Projection.ProjectionType },
      })),
      billingMode: tableSchema.BillingMode,
      streamSpecification: { streamViewType: tableSchema.StreamSpecification.StreamViewType },
      timeToLiveSpecification: { attributeName: timeToLiveAttribute, enabled: true },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      sseSpecification: { sseEnabled: true }, // the key aws/dynamodb, whose use CloudTrail shows
      deletionProtectionEnabled: true,
    });
    table.applyRemovalPolicy(RemovalPolicy.RETAIN);
    addAlarm(this, "ThrottledAlarm", {
      topic: this.alarms,
      name: `${this.stackName}-table-throttled`,
      description:
        "DynamoDB refuses requests: one key takes more than 1,000 write units a second, or the table grew faster than it can.",
      metric: new Metric({
        namespace: "AWS/DynamoDB",
        metricName: "ThrottledRequests",
        dimensionsMap: { TableName: table.ref },
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      threshold: 50,
    });
    return table;
  }

  #createAlarmTopic({ alarmEmail }: Settings): ITopic {
    // Not encrypted: it carries names of alarms, and CloudWatch could publish to an encrypted one only through a key of our own.
    const topic = new Topic(this, "Alarms", { displayName: "Kartis alarms", enforceSSL: true });
    if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }
}
