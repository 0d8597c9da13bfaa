import { env } from "../kernel/env.ts";

/**
 * The one table. Keys are ElectroDB's; both indexes exist from the first deploy, because adding one later rewrites the table. The stack and the local cloud
 * create the table from this.
 */
export const tableSchema = {
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
    { AttributeName: "gsi1pk", AttributeType: "S" },
    { AttributeName: "gsi1sk", AttributeType: "S" },
    { AttributeName: "gsi2pk", AttributeType: "S" },
    { AttributeName: "gsi2sk", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "gsi1",
      KeySchema: [
        { AttributeName: "gsi1pk", KeyType: "HASH" },
        { AttributeName: "gsi1sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
    {
      IndexName: "gsi2",
      KeySchema: [
        { AttributeName: "gsi2pk", KeyType: "HASH" },
        { AttributeName: "gsi2sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
  ],
  BillingMode: "PAY_PER_REQUEST",
  // The stream's readers look for journal records, which are append-only: nobody needs an item's former state.
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
} as const;

/** The attribute whose epoch seconds let DynamoDB delete an item. Readers filter by it, since deletion may take days. */
export const timeToLiveAttribute = "expiresAt";

export const tableName = (): string => env("TABLE_NAME");
