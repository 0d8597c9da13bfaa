import { documentClient } from "@kartis/core/data/table.ts";

export interface Units {
  readonly readUnits: number;
  readonly writeUnits: number;
}

const counted = { read: 0, write: 0 };
let watching = false;

const readers = new Set(["GetItemCommand", "QueryCommand", "BatchGetItemCommand", "GetCommand", "BatchGetCommand"]);

/** Counts the capacity that the engine says each command of this process's client consumed. */
function watch(): void {
  if (watching) return;
  watching = true;
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const result = await next(args);
      const output = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const units = [output.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      if (readers.has(String(context.commandName))) counted.read += units;
      else counted.write += units;
      return result;
    },
    { step: "initialize", name: "countUnits", priority: "high" },
  );
}

interface Capacity {
  readonly CapacityUnits?: number;
}

/** What the work costs in DynamoDB units, run in this process against the same engine. */
export async function unitsOf(work: () => Promise<unknown>): Promise<Units> {
  watch();
  counted.read = 0;
  counted.write = 0;
  await work();
  return { readUnits: counted.read, writeUnits: counted.write };
}
