import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../table.ts";
import type { Item } from "./projection.ts";

/**
 * All items of a query, strongly consistent, a page at a time. `params` are an ElectroDB query's: it finds the keys, and its parsing of each
 * item, which costs more than the rest of a cold build, is left out.
 */
export async function* itemsOf(params: object): AsyncIterable<readonly Item[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        ...params,
        ConsistentRead: true,
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      }),
    );
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** DynamoDB's limit of one batch. */
const batchSize = 100;

/** Items by their keys, strongly consistent, in any order; those that are not there are left out. */
export async function itemsByKey(keys: readonly Record<string, unknown>[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < keys.length; at += batchSize) {
    let wanted = keys.slice(at, at + batchSize);
    while (wanted.length > 0) {
      const { Responses, UnprocessedKeys } = await documentClient().send(
        new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: true } } }),
      );
      items.push(...(Responses?.[tableName()] ?? []));
      wanted = UnprocessedKeys?.[tableName()]?.Keys ?? [];
    }
  }
  return items;
}
