import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "../connection.ts";
import { tableName } from "../table.ts";
import type { Item } from "./projection.ts";

/**
 * All items of a query, strongly consistent, a page at a time. `params` are an ElectroDB query's: ElectroDB makes the keys, but its parsing of each item, which
 * costs more than the rest of a cold build, is skipped.
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
