import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "./connection.ts";
import type { Partition } from "./partitions.ts";
import { tableName } from "./table.ts";
import { untilProcessed } from "./unprocessed.ts";

type Item = Readonly<Record<string, unknown>>;

/** A stretch of a partition: the keys of its items. */
export interface SweptPage {
  readonly items: readonly Item[];
  /** Start of the next stretch; null at the partition's end. */
  readonly next: Item | null;
}

/** Reads one stretch (a megabyte) of a partition, except the items of one entity; strongly consistent, unless it is of an index. */
export async function readPartition({ index, key }: Partition, except: string, from: Item | null): Promise<SweptPage> {
  const pk = index === undefined ? "pk" : `${index}pk`;
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
      KeyConditionExpression: "#key = :key",
      FilterExpression: "#entity <> :except",
      ProjectionExpression: "pk, sk",
      ExpressionAttributeNames: { "#key": pk, "#entity": "__edb_e__" },
      ExpressionAttributeValues: { ":key": key, ":except": except },
      ...(from ? { ExclusiveStartKey: from } : {}),
    }),
  );
  return { items: Items, next: LastEvaluatedKey ?? null };
}

/** Limit of one DynamoDB request. */
const batchLimit = 25;

/** Deletes items for good, without a record: for the data of a deleted organization. Everything else goes through `commit()`. Throws as `untilProcessed`. */
export async function deleteItems(items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += batchLimit) {
    const deletions = items.slice(at, at + batchLimit).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await untilProcessed(deletions, async (some) => {
      const { UnprocessedItems } = await documentClient().send(new BatchWriteCommand({ RequestItems: { [tableName()]: some } }));
      return (UnprocessedItems?.[tableName()] ?? []).flatMap(({ DeleteRequest }) =>
        DeleteRequest?.Key ? [{ DeleteRequest: { Key: { pk: DeleteRequest.Key["pk"], sk: DeleteRequest.Key["sk"] } } }] : [],
      );
    });
  }
}
