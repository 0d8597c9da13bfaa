import { expect, it } from "vitest";
import { type FunctionSpec, type Resource, type WorkQueueName, environmentOf } from "@kartis/core/kernel/deployment.ts";
import { type Cloud, type CloudResource, at, entries, list } from "../synthesis.fixture.ts";

interface Permission {
  readonly action: string;
  readonly resource: string;
}

/** The CDK's own uploader of the site: the one role that is not made from a spec. */
const isUploader = ({ id }: CloudResource) => id.startsWith("CustomCDKBucketDeployment");

/** Checks that each function can do only what its spec lists, and that no other role can do anything. */
export function checkGrants(cloud: Cloud): void {
  it.each(cloud.specs.map((spec) => [spec.name, spec] as const))("%s may do what its spec says, and nothing else", (_, spec) => {
    // Two uses may need the same of one thing.
    expect(new Set(permissionsOf(cloud, spec))).toEqual(new Set(expectedOf(cloud, spec)));
  });

  it.each(cloud.specs.map((spec) => [spec.name, spec] as const))(
    "%s has the environment its spec says, and nothing else",
    (_, spec) => {
      const names = entries(at(cloud.lambda(spec.name).properties, "Environment", "Variables")).map(([name]) => name);
      // Without a client at Google, a topic for Gmail, or a provider of SMS, there is nothing to check.
      const uses = spec.uses.filter(
        (resource) =>
          (resource !== "google:sign-in" || cloud.settings.google) &&
          (!resource.startsWith("gmail:") || cloud.settings.gmail) &&
          (!resource.startsWith("sms:") || cloud.settings.sms),
      );
      const expected = new Set<string>(uses.flatMap((resource): readonly string[] => environmentOf[resource]));
      // In the cloud, the known push services and the provider's own address are enough.
      expected.delete("PUSH_SERVICE");
      expected.delete("SMS_URL");
      // Webhooks reach no address of our own network.
      expected.delete("WEBHOOKS_LOCAL");
      expected.delete("WHATSAPP_URL");
      expected.delete("GMAIL_URL");
      expected.delete("VOIP_URL");
      expect(names.toSorted()).toEqual([...expected, "NODE_OPTIONS", "PUBLIC_ORIGIN", "STAGE"].toSorted());
    },
  );

  it("has no role beside the functions', the schedules' and the uploader's", () => {
    const schedules = cloud.functions.filter(({ trigger }) => trigger.kind === "schedule").length;
    const roles = cloud.all("AWS::IAM::Role").filter((role) => !isUploader(role));
    expect(roles).toHaveLength(cloud.specs.length + schedules);
    expect(roles.flatMap(({ properties }) => list(at(properties, "ManagedPolicyArns")))).toEqual([]);
    expect(cloud.all("AWS::IAM::ManagedPolicy")).toEqual([]);
  });

  it("lets no action be a pattern, and no resource but where AWS leaves no choice", () => {
    const policies = cloud.all("AWS::IAM::Policy").filter((policy) => !isUploader(policy));
    const permissions = policies.flatMap((policy) => permissionsIn(cloud, policy));
    expect(permissions.filter(({ action }) => action.includes("*"))).toEqual([]);
    const patterns = permissions.filter(({ resource }) => resource.includes("*"));
    const excused = [
      /^xray:Put\w+ on \*$/,
      /^s3:(Get|Put)Object on <Data\w+\.Arn>\/(tmp|files|snapshots)\/\*$/,
      /^s3:DeleteObject on <Data\w+\.Arn>\/(tmp|files|snapshots)\/\*$/,
      /:ManageConnections on .*\/ws\/(POST|DELETE)\/@connections\/\*$/,
    ];
    const unexcused = patterns.map(said).filter((permission) => !excused.some((pattern) => pattern.test(permission)));
    expect(unexcused).toEqual([]);
    expect(patterns.length).toBeGreaterThan(0);
  });

  it("lets others call a function only through one API's route", () => {
    const permissions = cloud.all("AWS::Lambda::Permission");
    expect(permissions.length).toBeGreaterThan(0);
    for (const { properties } of permissions) {
      expect(at(properties, "Principal")).toBe("apigateway.amazonaws.com");
      expect(cloud.text(at(properties, "SourceArn"))).toMatch(/:<(HttpApi|WebSocketApi)\w+>\/.+/);
    }
  });

  it("lets the bus send to a queue only by that queue's rule, and SES's topic to that of mails", () => {
    const mails = cloud.all("AWS::SNS::Topic").find(({ stack }) => stack === "Events");
    for (const { properties } of cloud.all("AWS::SQS::QueuePolicy")) {
      const allowed = list(at(properties, "PolicyDocument", "Statement")).filter(
        (statement) => at(statement, "Effect") === "Allow",
      );
      for (const statement of allowed) {
        expect(at(statement, "Action")).toBe("sqs:SendMessage");
        const from = cloud.text(at(statement, "Condition", "ArnEquals", "aws:SourceArn"));
        if (from !== `<${mails?.id}>`) expect(from).toMatch(/^<\w+Rule\w+\.Arn>$/);
      }
    }
  });
}

const said = ({ action, resource }: Permission) => `${action} on ${resource}`;

function permissionsIn(cloud: Cloud, policy: CloudResource): Permission[] {
  return list(at(policy.properties, "PolicyDocument", "Statement")).flatMap((statement) =>
    list(at(statement, "Action")).flatMap((action) =>
      list(at(statement, "Resource")).map((resource) => ({ action: String(action), resource: cloud.text(resource) })),
    ),
  );
}

function permissionsOf(cloud: Cloud, spec: FunctionSpec): string[] {
  const role = cloud.text(at(cloud.lambda(spec.name).properties, "Role")).replace(/^<|\.Arn>$/g, "");
  const policies = cloud.all("AWS::IAM::Policy").filter(({ properties }) => cloud.text(at(properties, "Roles")) === `<${role}>`);
  return policies.flatMap((policy) => permissionsIn(cloud, policy).map(said));
}

/** Written out by hand, not taken from the code that grants: `uses`, and what its trigger and its log need. */
function expectedOf(cloud: Cloud, spec: FunctionSpec): string[] {
  const arn = (type: string) => `<${cloud.only(type).id}.Arn>`;
  const table = arn("AWS::DynamoDB::Table");
  const data = cloud.all("AWS::S3::Bucket").find(({ stack }) => stack === "Data");
  const bucket = `<${data?.id}.Arn>`;
  const queueNamed = (name: string) =>
    `<${cloud.all("AWS::SQS::Queue").find(({ properties }) => at(properties, "QueueName") === name)?.id}.Arn>`;
  const prefix = `kartis-${cloud.settings.stage}`;
  const workQueueNamed = (name: WorkQueueName) => queueNamed(`${prefix}-${name}`);
  const sockets = cloud.all("AWS::ApiGatewayV2::Api").find(({ properties }) => at(properties, "ProtocolType") === "WEBSOCKET");
  const region = "arn:<AWS::Partition>";

  const byUse: Record<Resource, string[]> = {
    "table:read": ["GetItem", "BatchGetItem", "Query"].flatMap((action) =>
      [table, `${table}/index/gsi1`, `${table}/index/gsi2`].map((resource) => `dynamodb:${action} on ${resource}`),
    ),
    "table:write": ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"].map(
      (action) => `dynamodb:${action} on ${table}`,
    ),
    "table:erase": [`dynamodb:BatchWriteItem on ${table}`],
    "bus:put": [`events:PutEvents on ${arn("AWS::Events::EventBus")}`],
    "data:read": [
      ...["tmp", "files", "snapshots"].map((folder) => `s3:GetObject on ${bucket}/${folder}/*`),
      `s3:ListBucket on ${bucket}`,
    ],
    "data:write": ["tmp", "files", "snapshots"].map((folder) => `s3:PutObject on ${bucket}/${folder}/*`),
    "data:delete": ["tmp", "files"].map((folder) => `s3:DeleteObject on ${bucket}/${folder}/*`),
    "data:erase": [
      ...["tmp", "files", "snapshots"].map((folder) => `s3:DeleteObject on ${bucket}/${folder}/*`),
      `s3:ListBucket on ${bucket}`,
    ],
    "secrets:seal": [],
    "push:call": [],
    "webhooks:call": [],
    "sms:offer": [],
    "sms:call": [],
    "whatsapp:call": [],
    "gmail:call": [],
    "gmail:push": [],
    "voip:call": [],
    "checkout:call": [],
    "google:sign-in": [],
    "viewer:address": [],
    "mail:receive": [],
    "mail:send": ["identity/kartis.example", `configuration-set/${prefix}`].map(
      (resource) => `ses:SendEmail on ${region}:ses:<AWS::Region>:<AWS::AccountId>:${resource}`,
    ),
    "sockets:post": [
      `execute-api:ManageConnections on ${region}:execute-api:<AWS::Region>:<AWS::AccountId>:<${sockets?.id}>/ws/POST/@connections/*`,
    ],
    "sockets:close": [
      `execute-api:ManageConnections on ${region}:execute-api:<AWS::Region>:<AWS::AccountId>:<${sockets?.id}>/ws/DELETE/@connections/*`,
    ],
    "operations:send": [`sqs:SendMessage on ${workQueueNamed("operations")}`],
    "replicas:send": [`sqs:SendMessage on ${workQueueNamed("replicas")}`],
    "deliveries:send": [`sqs:SendMessage on ${workQueueNamed("deliveries")}`],
    "runs:send": [`sqs:SendMessage on ${workQueueNamed("runs")}`],
  };
  const logGroup = cloud
    .all("AWS::Logs::LogGroup")
    .find(({ properties }) => at(properties, "LogGroupName") === `/aws/lambda/${prefix}-${spec.name}`);
  const always = [
    ...["logs:CreateLogStream", "logs:PutLogEvents"].map((action) => `${action} on <${logGroup?.id}.Arn>`),
    "xray:PutTraceSegments on *",
    "xray:PutTelemetryRecords on *",
  ];
  return [...always, ...spec.uses.flatMap((use) => byUse[use]), ...byTrigger()];

  function byTrigger(): string[] {
    const callable = cloud.functions.find(({ name }) => name === spec.name);
    const deadLetters = `sqs:SendMessage on ${queueNamed(`${prefix}-${spec.name}-dead-letters`)}`;
    switch (callable?.trigger.kind) {
      case "http":
      case "websocket":
        return [];
      case "schedule":
        return [deadLetters];
      case "stream":
        return [
          ...["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map(
            (action) => `dynamodb:${action} on <${cloud.only("AWS::DynamoDB::Table").id}.StreamArn>`,
          ),
          deadLetters,
        ];
      case undefined: {
        const subscription = cloud.subscriptions.find(({ name }) => name === spec.name);
        const queue =
          !subscription || subscription.from.kind === "bus"
            ? queueNamed(`${prefix}-${spec.name}`)
            : workQueueNamed(subscription.from.kind);
        return ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((action) => `sqs:${action} on ${queue}`);
      }
    }
  }
}
