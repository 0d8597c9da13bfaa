import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "./connection.ts";
import { tableName } from "./table.ts";
import { untilProcessed } from "./unprocessed.ts";

type Item = Readonly<Record<string, unknown>>;

/** DynamoDB's limit for one batch. */
const batchSize = 100;

/** Items by their keys, strongly consistent, in any order and as they are stored; missing ones are left out. Throws as `untilProcessed`. */
export async function itemsByKey(keys: readonly Item[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < keys.length; at += batchSize) {
    await untilProcessed(keys.slice(at, at + batchSize), async (some) => {
      const { Responses, UnprocessedKeys } = await documentClient().send(
        new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: some, ConsistentRead: true } } }),
      );
      items.push(...(Responses?.[tableName()] ?? []));
      return UnprocessedKeys?.[tableName()]?.Keys ?? [];
    });
  }
  return items;
}
