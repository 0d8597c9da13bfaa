import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import type { CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };

export interface TableDefinition {
  readonly tableName: string;
  readonly schema: DeepReadonly<Omit<CreateTableCommandInput, "TableName">>;
  /** The attribute with epoch seconds after which an item is deleted. */
  readonly timeToLiveAttribute?: string;
}

/** Creates the table unless it is there. Returns the ARN of its stream. */
export async function createTable(client: DynamoDBClient, definition: TableDefinition): Promise<{ streamArn: string }> {
  const existing = await describe(client, definition.tableName);
  if (existing !== undefined) return existing;
  const input: CreateTableCommandInput = JSON.parse(JSON.stringify({ TableName: definition.tableName, ...definition.schema }));
  try {
    await client.send(new CreateTableCommand(input));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error; // another test worker was quicker
  }
  if (definition.timeToLiveAttribute !== undefined) {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: definition.tableName,
        TimeToLiveSpecification: { AttributeName: definition.timeToLiveAttribute, Enabled: true },
      }),
    );
  }
  const created = await describe(client, definition.tableName);
  if (created === undefined) throw new Error(`The table ${definition.tableName} is not there after its creation`);
  return created;
}

async function describe(client: DynamoDBClient, tableName: string): Promise<{ streamArn: string } | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return { streamArn: Table?.LatestStreamArn ?? "" };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
