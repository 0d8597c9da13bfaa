import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { setTimeout as delay } from "node:timers/promises";
import type { OrgId } from "../kernel/id.ts";
import { documentClient, tableName } from "./table.ts";

type Item = Readonly<Record<string, unknown>>;

/** A stretch of the table, as far as it belongs to an organization or names it as the one somebody acts in. */
export interface SweptPage {
  readonly items: readonly Item[];
  /** Where the next stretch begins; null at the table's end. */
  readonly next: Item | null;
}

/**
 * Looks through one stretch of the whole table (a megabyte, whoever's it is) for what is an organization's, but for the items of one entity. It asks for the attribute
 * `orgId`, which every item of a tenant has, whatever its keys are made of; so it finds what no list of partitions has heard of.
 */
export async function scanFor(orgId: OrgId, except: string, from: Item | null): Promise<SweptPage> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new ScanCommand({
      TableName: tableName(),
      FilterExpression: "(#org = :org OR impersonation.#org = :org) AND #entity <> :except",
      ProjectionExpression: "pk, sk, #org",
      ExpressionAttributeNames: { "#org": "orgId", "#entity": "__edb_e__" },
      ExpressionAttributeValues: { ":org": orgId, ":except": except },
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  );
  return { items: Items, next: LastEvaluatedKey ?? null };
}

/** Of one request to DynamoDB. */
const batchLimit = 25;
const maxTries = 8;

/**
 * Deletes items for good, without a record: for what belongs to an organization that is no more. Everything else goes through `commit()`. Throws when the engine
 * goes on taking less than it is given.
 */
export async function deleteItems(items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += batchLimit) {
    let left = items.slice(at, at + batchLimit).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    for (let attempt = 1; left.length > 0; attempt++) {
      const { UnprocessedItems } = await documentClient().send(new BatchWriteCommand({ RequestItems: { [tableName()]: left } }));
      left = (UnprocessedItems?.[tableName()] ?? []).flatMap(({ DeleteRequest }) =>
        DeleteRequest?.Key ? [{ DeleteRequest: { Key: { pk: DeleteRequest.Key["pk"], sk: DeleteRequest.Key["sk"] } } }] : [],
      );
      if (left.length === 0) break;
      if (attempt >= maxTries) throw new Error("DynamoDB leaves deletions unprocessed");
      await delay(Math.random() * 50 * 2 ** attempt);
    }
  }
}

/** Takes out of a platform admin's session, which is theirs and stays, that they act in the organization. */
export async function endActing(orgId: OrgId, { pk, sk }: Item): Promise<void> {
  try {
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: "REMOVE impersonation",
        ConditionExpression: "impersonation.orgId = :org",
        ExpressionAttributeValues: { ":org": orgId },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
