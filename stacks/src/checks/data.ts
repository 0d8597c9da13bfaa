import { expect, it } from "vitest";
import { tableSchema, timeToLiveAttribute } from "@kartis/core/data/table.ts";
import { type Cloud, type CloudResource, at, list } from "../synthesis.fixture.ts";

/** Checks that stored data is retained, encrypted and private. */
export function checkData(cloud: Cloud): void {
  const table = cloud.only("AWS::DynamoDB::Table");
  const buckets = cloud.all("AWS::S3::Bucket");
  const data = buckets.find(({ stack }) => stack === "Data");

  it("makes the table from the schema that the local cloud uses", () => {
    const { StreamSpecification, ...rest } = tableSchema;
    expect(table.properties).toMatchObject({
      ...rest,
      StreamSpecification: { StreamViewType: StreamSpecification.StreamViewType },
    });
    expect(at(table.properties, "TimeToLiveSpecification")).toEqual({ AttributeName: timeToLiveAttribute, Enabled: true });
  });

  it("can bring the table back to any second of 35 days, and never deletes it", () => {
    expect(at(table.properties, "PointInTimeRecoverySpecification")).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
    expect(at(table.properties, "DeletionProtectionEnabled")).toBe(true);
    expect([table.deletionPolicy, data?.deletionPolicy]).toEqual(["Retain", "Retain"]);
    expect(at(data?.properties, "VersioningConfiguration", "Status")).toBe("Enabled");
  });

  it("encrypts table, buckets and queues", () => {
    expect(at(table.properties, "SSESpecification", "SSEEnabled")).toBe(true);
    for (const { id, properties } of buckets) {
      const [rule] = list(at(properties, "BucketEncryption", "ServerSideEncryptionConfiguration"));
      expect(at(rule, "ServerSideEncryptionByDefault", "SSEAlgorithm"), id).toBe("AES256");
    }
    for (const { id, properties } of cloud.all("AWS::SQS::Queue")) expect(at(properties, "SqsManagedSseEnabled"), id).toBe(true);
  });

  it("opens no bucket to the public", () => {
    for (const { id, properties } of buckets) {
      expect(at(properties, "PublicAccessBlockConfiguration"), id).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it("takes no plain HTTP: buckets, queues, topics", () => {
    const refusesPlainHttp = (policies: readonly CloudResource[], property: string, id: string) =>
      policies
        .filter(({ properties }) => cloud.text(at(properties, property)) === `<${id}>`)
        .flatMap(({ properties }) => list(at(properties, "PolicyDocument", "Statement")))
        .some(
          (statement) =>
            at(statement, "Effect") === "Deny" && at(statement, "Condition", "Bool", "aws:SecureTransport") === "false",
        );
    for (const { id } of buckets) expect(refusesPlainHttp(cloud.all("AWS::S3::BucketPolicy"), "Bucket", id), id).toBe(true);
    for (const { id } of cloud.all("AWS::SQS::Queue"))
      expect(refusesPlainHttp(cloud.all("AWS::SQS::QueuePolicy"), "Queues", id), id).toBe(true);
    for (const { id } of cloud.all("AWS::SNS::Topic"))
      expect(refusesPlainHttp(cloud.all("AWS::SNS::TopicPolicy"), "Topics", id), id).toBe(true);
  });

  it("takes uploads from the site's pages only", () => {
    const cors = list(at(data?.properties, "CorsConfiguration", "CorsRules"));
    expect(cors).toHaveLength(1);
    const origins = list(at(cors[0], "AllowedOrigins")).map(cloud.text);
    const functionOrigins = cloud.specs.map(({ name }) =>
      cloud.text(at(cloud.lambda(name).properties, "Environment", "Variables", "PUBLIC_ORIGIN")),
    );
    expect([...new Set([...origins, ...functionOrigins])]).toHaveLength(1);
    expect(list(at(cors[0], "AllowedMethods"))).toContain("POST");
  });

  it("forgets imports, exports, old versions and old snapshots", () => {
    const rules = list(at(data?.properties, "LifecycleConfiguration", "Rules"));
    const byPrefix = (prefix: string | undefined) =>
      rules.filter((rule) => at(rule, "Prefix") === prefix && at(rule, "Status") === "Enabled");
    expect(byPrefix("tmp/").map((rule) => at(rule, "ExpirationInDays"))).toEqual([30]);
    expect(byPrefix("snapshots/").map((rule) => at(rule, "NoncurrentVersionExpiration", "NoncurrentDays"))).toEqual([1]);
    expect(byPrefix("snapshots/").map((rule) => at(rule, "ExpirationInDays"))).toEqual([30]);
    expect(byPrefix(undefined).map((rule) => at(rule, "NoncurrentVersionExpiration", "NoncurrentDays"))).toContain(30);
  });
}
