import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "./table.ts";

type Key = Readonly<Record<"pk" | "sk", string>>;
type Item = Readonly<Record<string, unknown>>;

/**
 * Items of several entities by key, strongly consistent, in one request: what every call needs to know is one round trip, and the SDK's own work
 * is done once. `gets` are ElectroDB's `.get(…).params()`; the answers stand in their order, undefined where there is no item.
 */
export async function getTogether(gets: readonly object[]): Promise<(Item | undefined)[]> {
  const keys = gets.map(keyOf);
  const { Responses, UnprocessedKeys } = await documentClient().send(
    new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: [...keys], ConsistentRead: true } } }),
  );
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("DynamoDB left keys of a small batch unread");
  const items: Item[] = Responses?.[tableName()] ?? [];
  return keys.map((key) => items.find((item) => item["pk"] === key.pk && item["sk"] === key.sk));
}

function keyOf(params: object): Key {
  if (!("Key" in params)) throw new Error("Not the parameters of a get");
  return params.Key as Key; // ElectroDB types params() as a record
}
