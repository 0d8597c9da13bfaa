const reads = new Set(["GetItem", "BatchGetItem", "Query", "Scan"]);

/** Whether a call (its `x-amz-target`) only reads, from the table or its stream, so that the engine's process for reads can answer it. */
export const isRead = (target: string): boolean =>
  target.startsWith("DynamoDBStreams_") || reads.has(target.slice(target.indexOf(".") + 1));
