import { aroundRequests } from "@kartis/core/data/connection.ts";

export interface Units {
  readonly readUnits: number;
  readonly writeUnits: number;
}

const counted = { read: 0, write: 0 };
let watching = false;

const readers: ReadonlySet<string> = new Set(["GetItem", "Query", "BatchGetItem"]);

/** Counts the capacity that the engine says each request of this process consumed. */
function watch(): void {
  if (watching) return;
  watching = true;
  aroundRequests(async ({ operation, input }, next) => {
    Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
    const answer = await next();
    const { ConsumedCapacity = [] }: { ConsumedCapacity?: Capacity | Capacity[] } = Object(answer);
    const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    if (readers.has(operation)) counted.read += units;
    else counted.write += units;
    return answer;
  });
}

interface Capacity {
  readonly CapacityUnits?: number;
}

/** DynamoDB units that the work consumes, run in this process against the same engine. */
export async function unitsOf(work: () => Promise<unknown>): Promise<Units> {
  watch();
  counted.read = 0;
  counted.write = 0;
  await work();
  return { readUnits: counted.read, writeUnits: counted.write };
}
