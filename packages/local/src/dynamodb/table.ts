import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { isObject } from "../wire/http.ts";
import { DynamoError } from "./wire.ts";
import type { DynamoWire } from "./wire.ts";

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };

export interface TableDefinition {
  readonly tableName: string;
  readonly schema: DeepReadonly<Omit<CreateTableCommandInput, "TableName">>;
  /** The attribute with epoch seconds after which an item is deleted. */
  readonly timeToLiveAttribute?: string;
}

const operation = (name: string) => `DynamoDB_20120810.${name}`;

/** Creates the table unless it is there. Returns the ARN of its stream. */
export async function createTable(wire: DynamoWire, definition: TableDefinition): Promise<{ streamArn: string }> {
  const { tableName: TableName, schema, timeToLiveAttribute: AttributeName } = definition;
  const existing = await describe(wire, TableName);
  if (existing !== undefined) return existing;
  try {
    await wire.call(operation("CreateTable"), { TableName, ...schema });
  } catch (error) {
    if (!isCode(error, "ResourceInUseException")) throw error; // another test worker was quicker
  }
  if (AttributeName !== undefined) {
    const TimeToLiveSpecification = { AttributeName, Enabled: true };
    await wire.call(operation("UpdateTimeToLive"), { TableName, TimeToLiveSpecification });
  }
  const created = await describe(wire, TableName);
  if (created === undefined) throw new Error(`The table ${TableName} is not there after its creation`);
  return created;
}

async function describe(wire: DynamoWire, TableName: string): Promise<{ streamArn: string } | undefined> {
  try {
    const { Table } = await wire.call(operation("DescribeTable"), { TableName });
    const streamArn = isObject(Table) ? Table["LatestStreamArn"] : undefined;
    return { streamArn: typeof streamArn === "string" ? streamArn : "" };
  } catch (error) {
    if (isCode(error, "ResourceNotFoundException")) return undefined;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean => error instanceof DynamoError && error.code === code;
