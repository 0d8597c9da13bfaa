import { isObject, parseJsonObject } from "../wire/http.ts";
import { type Draw, partOf } from "./fates.ts";
import { everywhere, type Weights } from "./fault.ts";
import { type Altered, type Call, type FaultyService, jsonError, type Reply, unchanged } from "./service.ts";

type Json = Record<string, unknown>;

const particular: Readonly<Record<string, Weights>> = {
  BatchGetItem: { half: 12 },
  BatchWriteItem: { half: 12 },
  TransactWriteItems: { conflict: 4 },
  Query: { shortPage: 4 },
  Scan: { shortPage: 4 },
};

/** The table. */
export const dynamodb: FaultyService = {
  operationOf: ({ headers }) => String(headers["x-amz-target"] ?? "").split(".")[1],
  weightsOf: (operation) => ({ ...everywhere, ...particular[operation] }),
  refuse(operation, fault, call, draw) {
    if (fault === "expired") return jsonError(400, "com.amazonaws.dynamodb.v20120810#ExpiredIteratorException");
    if (fault === "conflict") return cancellation(call, "TransactionConflict", draw);
    if (operation === "TransactWriteItems" && draw("how") < 0.5) return cancellation(call, "ThrottlingError", draw);
    return jsonError(
      400,
      draw("which") < 0.5
        ? "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"
        : "com.amazon.coral.availability#ThrottlingException",
    );
  },
  fail: () => jsonError(500, "com.amazonaws.dynamodb.v20120810#InternalServerError"),
  alter(operation, fault, call, draw) {
    const input = parseJsonObject(call.body);
    if (fault === "shortPage") return shortPage(input, draw);
    if (fault !== "half") return undefined;
    return halfBatch(input, operation === "BatchGetItem" ? "Keys" : undefined, draw);
  },
};

/** A shard that lags answers with nothing. The reader is the local cloud's own, as Lambda's is AWS's, so what makes it begin anew is rare. */
export const streams: FaultyService = {
  ...dynamodb,
  weightsOf: (operation) =>
    operation === "GetRecords" ? { half: 8, delay: 4, shortPage: 4, throttle: 0.2, expired: 0.2, reset: 0.2 } : {},
  alter(operation, fault, call, draw) {
    return fault === "half" ? nothingYet(parseJsonObject(call.body)) : dynamodb.alter(operation, fault, call, draw);
  },
};

/** Reply that cancels a transaction because of one of its items. */
function cancellation(call: Call, Code: string, draw: Draw): Reply {
  const items = parseJsonObject(call.body)["TransactItems"];
  const count = Array.isArray(items) ? items.length : 1;
  const blamed = Math.floor(draw("blamed") * count);
  return jsonError(400, "com.amazonaws.dynamodb.v20120810#TransactionCanceledException", {
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${Code}]`,
    CancellationReasons: Array.from({ length: count }, (_, at) => ({ Code: at === blamed ? Code : "None" })),
  });
}

/** Returns a page as if a megabyte had been read; the rest is requested with LastEvaluatedKey. */
function shortPage(input: Json, draw: Draw): Altered | undefined {
  const limit = Number(input["Limit"] ?? 100);
  if (limit < 2) return undefined;
  return { body: json({ ...input, Limit: 1 + Math.floor(draw("length") * Math.min(limit - 1, 20)) }), answer: unchanged };
}

function nothingYet(input: Json): Altered {
  return { body: json(input), answer: () => json({ Records: [], NextShardIterator: input["ShardIterator"] }) };
}

/** `keysField` where the requests of a table stand in a field (a batch get), and not as a list (a batch write). */
function halfBatch(input: Json, keysField: string | undefined, draw: Draw): Altered | undefined {
  const tables = Object.entries(isObject(input["RequestItems"]) ? input["RequestItems"] : {});
  const requests = tables.flatMap(([table, given]) => {
    const list: unknown = keysField !== undefined && isObject(given) ? given[keysField] : given;
    return (Array.isArray(list) ? list : []).map((request: unknown) => ({ table, request }));
  });
  if (requests.length < 2) return undefined;
  const { kept, left } = partOf(requests, draw);
  const regrouped = (chosen: readonly { table: string; request: unknown }[]): Json =>
    Object.fromEntries(
      tables.flatMap(([table, given]) => {
        const own = chosen.filter((each) => each.table === table).map(({ request }) => request);
        if (own.length === 0) return [];
        return [[table, keysField !== undefined && isObject(given) ? { ...given, [keysField]: own } : own]];
      }),
    );
  return {
    body: json({ ...input, RequestItems: regrouped(kept) }),
    answer(body) {
      const field = keysField === undefined ? "UnprocessedItems" : "UnprocessedKeys";
      return json({ ...parseJsonObject(body), [field]: regrouped(left) });
    },
  };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
