import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "../connection.ts";
import { tableName } from "../table.ts";
import type { Item } from "./projection.ts";
import { buildUnitsPerSecond, ReadPace } from "./read-pace.ts";

/** Of all builds of this process. */
const paceOfBuilds = new ReadPace(buildUnitsPerSecond);

/**
 * All items of a query, strongly consistent, a page at a time, at the pace of builds. `params` are an ElectroDB query's: ElectroDB makes the keys, but its
 * parsing of each item, which costs more than the rest of a cold build, is skipped.
 */
export async function* itemsOf(params: object, pace: ReadPace = paceOfBuilds): AsyncIterable<readonly Item[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    await pace.turn();
    const page = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        ...params,
        ConsistentRead: true,
        ReturnConsumedCapacity: "TOTAL",
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      }),
    );
    pace.spend(page.ConsumedCapacity?.CapacityUnits ?? 0);
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
