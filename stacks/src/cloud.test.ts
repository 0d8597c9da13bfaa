import { type App, Stack } from "aws-cdk-lib";
import { Topic } from "aws-cdk-lib/aws-sns";
import { afterAll, describe, expect, it } from "vitest";
import { checkData } from "./checks/data.ts";
import { checkDelivery } from "./checks/delivery.ts";
import { checkGrants } from "./checks/grants.ts";
import { checkOrigin } from "./checks/origin.ts";
import { at, list, synthesise } from "./synthesis.fixture.ts";

// One synthesis for all checks: it takes longer than all of them together.
const cloud = synthesise({ stage: "test", mailFrom: "no-reply@kartis.example", replyDomain: "reply.kartis.example" });
afterAll(cloud.dispose);

describe("least privilege", () => checkGrants(cloud));
describe("delivery", () => checkDelivery(cloud));
describe("data", () => checkData(cloud));
describe("origin", () => checkOrigin(cloud));

describe("cdk-nag", () => {
  // The syntheses above would have thrown: what remains to show is that they were looked at.
  it("lets no unexplained finding through", () => {
    const careless = (app: App) => {
      new Topic(new Stack(app, "Careless"), "Topic");
    };
    expect(() => synthesise({ stage: "test", mailFrom: "no-reply@kartis.example" }, careless)).toThrow(/AwsSolutions-SNS3/);
  });
});

describe("mail that comes in", () => {
  it("goes to the bucket's temporary folder and, with what becomes of mails, by a topic to the queue of mails", () => {
    const [rule] = cloud.all("AWS::SES::ReceiptRule");
    expect(at(rule?.properties, "Rule")).toMatchObject({
      Enabled: true,
      ScanEnabled: true,
      Recipients: ["reply.kartis.example"],
    });
    const [stored] = list(at(rule?.properties, "Rule", "Actions"));
    expect(at(stored, "S3Action", "ObjectKeyPrefix")).toBe("tmp/inbound/");
    const queue = cloud.all("AWS::SQS::Queue").find(({ properties }) => at(properties, "QueueName") === "kartis-test-mails");
    const [subscribed, ...others] = cloud.all("AWS::SNS::Subscription");
    expect(others).toEqual([]);
    expect(at(subscribed?.properties, "RawMessageDelivery")).toBe(true);
    expect(cloud.text(at(subscribed?.properties, "Endpoint"))).toBe(`<${queue?.id}.Arn>`);
    const [events] = cloud.all("AWS::SES::ConfigurationSetEventDestination");
    const topic = cloud.text(at(events?.properties, "EventDestination", "SnsDestination", "TopicARN"));
    expect(cloud.text(at(stored, "S3Action", "TopicArn"))).toBe(topic);
  });
});

describe("with a domain of its own", () => {
  const name = "app.kartis.example";
  const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
  const webAclArn = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/kartis/1";
  const domained = synthesise({
    stage: "test",
    mailFrom: "no-reply@kartis.example",
    domain: { name, certificateArn },
    google: { clientId: "1.apps.googleusercontent.com", secretName: "google-client" },
    gmail: { topic: "projects/p/topics/t", subscription: "projects/p/subscriptions/s", pushAccount: "push@p.example" },
    webAclArn,
    alarmEmail: "ops@kartis.example",
  });
  afterAll(domained.dispose);

  it("answers to the domain, with its certificate, TLS 1.2 and the web ACL", () => {
    expect(at(domained.only("AWS::CloudFront::Distribution").properties, "DistributionConfig")).toMatchObject({
      Aliases: [name],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: "TLSv1.2_2021" },
      WebACLId: webAclArn,
    });
  });

  it("gives the API its client at Google, and the client's secret by reference only", () => {
    const variables = at(domained.lambda("api").properties, "Environment", "Variables");
    expect(at(variables, "GOOGLE_CLIENT_ID")).toBe("1.apps.googleusercontent.com");
    expect(at(variables, "GOOGLE_ISSUER")).toBe("https://accounts.google.com");
    expect(domained.text(at(variables, "GOOGLE_CLIENT_SECRET"))).toMatch(/^\{\{resolve:secretsmanager:.*google-client/);
  });

  it("tells what reads mailboxes their topic, and only the webhook whose notifications it takes", () => {
    const variablesOf = (name: string) => at(domained.lambda(name).properties, "Environment", "Variables");
    for (const name of ["gmail-on-received", "mailboxes", "api"])
      expect(at(variablesOf(name), "GMAIL_TOPIC")).toBe("projects/p/topics/t");
    expect(at(variablesOf("webhooks-gmail"), "GMAIL_SUBSCRIPTION")).toBe("projects/p/subscriptions/s");
    expect(at(variablesOf("webhooks-gmail"), "GMAIL_PUSH_ACCOUNT")).toBe("push@p.example");
    expect(at(variablesOf("mailboxes"), "GMAIL_PUSH_ACCOUNT")).toBeUndefined();
  });

  it("gives every function the domain as the origin", () => {
    const origins = domained.specs.map((spec) =>
      at(domained.lambda(spec.name).properties, "Environment", "Variables", "PUBLIC_ORIGIN"),
    );
    expect(new Set(origins)).toEqual(new Set([`https://${name}`]));
  });

  it("mails the alarms", () => {
    expect(domained.only("AWS::SNS::Subscription").properties).toMatchObject({
      Protocol: "email",
      Endpoint: "ops@kartis.example",
    });
  });

  checkOrigin(domained);
});
