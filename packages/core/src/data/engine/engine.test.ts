import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transactionClient } from "../connection.ts";
import { fromAttributes, toAttributes } from "./attributes.ts";
import { signed } from "./signature.ts";

interface Asked {
  readonly target: string | undefined;
  readonly type: string | undefined;
  readonly body: unknown;
}
interface Canned {
  readonly status: number;
  readonly body: string;
}

/** Stands in front of the engine: records requests, and answers itself where a test says so. */
let asked: Asked[] = [];
let canned: Canned | undefined;
let server: Server;
let backend: Backend;
let sdk: DynamoDBDocumentClient;

async function pass(request: IncomingMessage, response: ServerResponse, engine: URL): Promise<void> {
  const body = await text(request);
  const { "x-amz-target": target, "content-type": type } = request.headers;
  asked.push({ target: String(target), type, body: JSON.parse(body) });
  if (canned) {
    response.writeHead(canned.status, { "content-type": "application/x-amz-json-1.0" }).end(canned.body);
    return;
  }
  const { connection: _, "transfer-encoding": __, ...headers } = request.headers;
  const onwards = httpRequest({ host: engine.hostname, port: engine.port, method: "POST", path: "/", headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  onwards.end(body);
}

beforeAll(async () => {
  backend = await startBackend();
  const engine = new URL(process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "");
  server = createServer((request, response) => void pass(request, response, engine)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = `http://127.0.0.1:${port}`;
  sdk = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 1 }), { marshallOptions: { removeUndefinedValues: true } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await backend.close();
});
beforeEach(() => {
  canned = undefined;
});

const TableName = "kartis";
const key = (sk: string) => ({ pk: "contract", sk });
const everything = {
  text: 'Ж\u{1F41D} "quoted"\n',
  empty: "",
  zero: -0,
  fraction: 1e-7,
  large: 9_007_199_254_740_991,
  no: false,
  nothing: null,
  bytes: new Uint8Array([0, 1, 254, 255]),
  buffer: Buffer.from("chunk"),
  emptyBytes: new Uint8Array(),
  list: ["a", 1, null, [true], { deep: { er: [] } }, undefined],
  map: { "": "empty name", "a.b": 1, undefined },
  strings: new Set(["x", "y"]),
  numbers: new Set([1, 2.5]),
  byteSets: new Set([new Uint8Array([1])]),
};
const attributeOf = { "#v": "version" };
const put = (sk: string, more: object = {}) => ({ Put: { TableName, Item: { ...key(sk), ...more } } });
const fails = { ConditionExpression: "attribute_not_exists(pk)" } as const;

/** Every operation that Kartis uses, with its special cases; in an order, since each builds on what those before left. */
const commands = {
  "puts everything there is": () => new PutCommand({ TableName, Item: { ...key("a"), version: 1, ...everything } }),
  "gets it": () => new GetCommand({ TableName, Key: key("a"), ConsistentRead: true }),
  "gets part of it": () => new GetCommand({ TableName, Key: key("a"), ProjectionExpression: "pk, list[1]" }),
  "gets what is not there": () => new GetCommand({ TableName, Key: key("none") }),
  "puts and asks for what was there": () =>
    new PutCommand({ TableName, Item: { ...key("a"), version: 2, ...everything }, ReturnValues: "ALL_OLD" }),
  "puts where there must be nothing": () => new PutCommand({ TableName, Item: key("a"), ...fails }),
  updates: () =>
    new UpdateCommand({
      TableName,
      Key: key("a"),
      UpdateExpression: "SET #v = :v, note = :note ADD hits :one REMOVE nothing",
      ConditionExpression: "#v = :before",
      ExpressionAttributeNames: attributeOf,
      ExpressionAttributeValues: { ":v": 3, ":before": 2, ":note": { by: ["me"] }, ":one": 1 },
      ReturnValues: "ALL_NEW",
    }),
  "updates what has changed": () =>
    new UpdateCommand({
      TableName,
      Key: key("a"),
      UpdateExpression: "SET #v = :v",
      ConditionExpression: "#v = :before",
      ExpressionAttributeNames: attributeOf,
      ExpressionAttributeValues: { ":v": 4, ":before": 2 },
    }),
  "an expression that is none": () => new UpdateCommand({ TableName, Key: key("a"), UpdateExpression: "NONSENSE" }),
  "a table that is none": () => new GetCommand({ TableName: "nowhere", Key: key("a") }),
  "writes a batch": () =>
    new BatchWriteCommand({
      RequestItems: {
        [TableName]: [
          ...["b", "c", "d"].map((sk) => ({ PutRequest: { Item: { ...key(sk), bytes: new Uint8Array([7]) } } })),
          { DeleteRequest: { Key: key("e") } },
        ],
      },
    }),
  "gets a batch": () =>
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: ["b", "c", "none"].map(key), ConsistentRead: true } } }),
  "queries a page": () =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "contract" },
      ConsistentRead: true,
      Limit: 2,
    }),
  "queries the next page": () =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "contract" },
      ExclusiveStartKey: key("b"),
      ScanIndexForward: true,
      ReturnConsumedCapacity: "TOTAL",
    }),
  scans: () => new ScanCommand({ TableName, FilterExpression: "sk = :sk", ExpressionAttributeValues: { ":sk": "a" } }),
  "a transaction": () =>
    new TransactWriteCommand({
      TransactItems: [
        put("t1", everything),
        { Delete: { TableName, Key: key("d"), ConditionExpression: "attribute_exists(pk)" } },
        { ConditionCheck: { TableName, Key: key("b"), ConditionExpression: "attribute_exists(pk)" } },
        {
          Update: {
            TableName,
            Key: key("c"),
            UpdateExpression: "SET #v = :v",
            ExpressionAttributeNames: attributeOf,
            ExpressionAttributeValues: { ":v": 1 },
          },
        },
      ],
    }),
  "a transaction that is cancelled": () =>
    new TransactWriteCommand({
      TransactItems: [
        put("t2"),
        { Put: { TableName, Item: key("a"), ...fails } },
        { ConditionCheck: { TableName, Key: key("none"), ConditionExpression: "attribute_exists(pk)" } },
      ],
    }),
  "deletes, and asks for what was there": () => new DeleteCommand({ TableName, Key: key("a"), ReturnValues: "ALL_OLD" }),
  "deletes what is not there": () => new DeleteCommand({ TableName, Key: key("a"), ConditionExpression: "attribute_exists(pk)" }),
};

type Send = (command: ReturnType<(typeof commands)[keyof typeof commands]>) => Promise<object>;
const theirSend: Send = (command) => sdk.send<never, never>(command as never); // the SDK's types take one command, not one of several
const ourSend: Send = (command) => transactionClient().send<never, never>(command as never); // as above

async function outcomeOf(send: Send, command: Parameters<Send>[0]) {
  try {
    const { $metadata: _, ...output }: Record<string, unknown> = Object(await send(command));
    return { output };
  } catch (error) {
    const { name, message, $metadata, CancellationReasons } = Object(error);
    return { error: { name, message, status: $metadata?.httpStatusCode, CancellationReasons } };
  }
}

async function runAll(send: Send) {
  for (const sk of ["a", "b", "c", "d", "e", "t1", "t2"]) await sdk.send(new DeleteCommand({ TableName, Key: key(sk) }));
  asked = [];
  const outcomes: Record<string, unknown> = {};
  for (const [name, command] of Object.entries(commands)) outcomes[name] = await outcomeOf(send, command());
  return { outcomes, requests: [...asked] };
}

/** The SDK marks a transaction, so that the engine recognizes a repetition. We never repeat one under the same mark. */
const withoutToken = ({ body, ...rest }: Asked) => ({ ...rest, body: { ...Object(body), ClientRequestToken: undefined } });

describe("beside the SDK's client", () => {
  it("sends and understands the same, whatever the operation, errors too", async () => {
    const theirs = await runAll(theirSend);
    const mine = await runAll(ourSend);
    expect(mine.outcomes).toEqual(theirs.outcomes);
    expect(mine.requests.map(withoutToken)).toEqual(theirs.requests.map(withoutToken));
    expect(mine.requests).toHaveLength(Object.keys(commands).length);
    const { "gets it": got, "a transaction that is cancelled": cancelled } = mine.outcomes;
    expect(got).toMatchObject({ output: { Item: { bytes: new Uint8Array([0, 1, 254, 255]), strings: new Set(["x", "y"]) } } });
    expect(cancelled).toMatchObject({
      error: { CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed" }, { Code: "ConditionalCheckFailed" }] },
    });
  });

  const errorBody = (type: string, more: object = {}) =>
    JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: "Because.", ...more });
  const answers: Record<string, Canned> = {
    "a throttle": { status: 400, body: errorBody("ProvisionedThroughputExceededException") },
    "another throttle": { status: 400, body: errorBody("ThrottlingException") },
    "one of the account": { status: 400, body: errorBody("RequestLimitExceeded") },
    "a conflict of transactions": { status: 400, body: errorBody("TransactionConflictException") },
    "a transaction under way": { status: 400, body: errorBody("TransactionInProgressException") },
    "throttles within a transaction": {
      status: 400,
      body: errorBody("TransactionCanceledException", {
        CancellationReasons: [{ Code: "ThrottlingError", Message: "Slow down" }, { Code: "None" }],
      }),
    },
    "its own failure": { status: 500, body: errorBody("InternalServerError") },
    "a refused signature": { status: 400, body: `{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"No."}` },
    "half a batch": {
      status: 200,
      body: JSON.stringify({
        Responses: { [TableName]: [{ pk: { S: "1" }, sk: { N: "2" } }] },
        UnprocessedKeys: { [TableName]: { Keys: [{ pk: { S: "3" }, sk: { B: "AQ==" } }], ConsistentRead: true } },
      }),
    },
    "half a batch of writes": {
      status: 200,
      body: JSON.stringify({
        UnprocessedItems: {
          [TableName]: [
            { DeleteRequest: { Key: { pk: { S: "3" } } } },
            { PutRequest: { Item: { pk: { S: "4" }, n: { N: "4" } } } },
          ],
        },
      }),
    },
  };
  const batch = () => new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [key("a")] } } });
  const writes = () => new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key: key("a") } }] } });

  it.each(Object.entries(answers))("understands %s the same", async (_, answer) => {
    canned = answer;
    for (const command of [batch, writes])
      expect(await outcomeOf(ourSend, command())).toMatchObject(await outcomeOf(theirSend, command()));
  });

  it("treats an answer that is not JSON as lost", async () => {
    canned = { status: 403, body: "<html>" };
    expect(await outcomeOf(ourSend, batch())).toMatchObject({
      error: { name: "UnreadableAnswer", status: 500 },
    });
  });

  it("turns values into attributes and back as it does", () => {
    const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: "binary" }),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -9_007_199_254_740_991, max: 9_007_199_254_740_991 }),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.uint8Array(),
        fc.uniqueArray(fc.string(), { minLength: 1 }).map((members) => new Set(members)),
        fc.uniqueArray(fc.integer(), { minLength: 1 }).map((members) => new Set(members)),
        fc.array(tie("value")),
        fc.dictionary(
          fc.string().filter((name) => name !== "__proto__"),
          tie("value"),
          { noNullPrototype: true },
        ),
      ),
    })).value;
    const bytesAsText = (_: string, member: unknown) =>
      member instanceof Uint8Array ? Buffer.from(member).toString("base64") : member;
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => name !== "__proto__"),
          value,
          { noNullPrototype: true },
        ),
        (item) => {
          const theirs = marshall(item, { removeUndefinedValues: true });
          const mine = toAttributes(item);
          expect(JSON.parse(JSON.stringify(mine))).toEqual(JSON.parse(JSON.stringify(theirs, bytesAsText)));
          expect(fromAttributes(mine as Parameters<typeof fromAttributes>[0])).toEqual(unmarshall(theirs)); // just made of them
        },
      ),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 60), new Set(), new Set([{}]), new Date(), Symbol("x")])(
    "refuses %s as it does",
    (unstorable) => {
      expect(() => marshall({ unstorable }, { removeUndefinedValues: true })).toThrow();
      expect(() => toAttributes({ unstorable })).toThrow();
    },
  );

  it("adds a name that objects treat specially rather than follow it", () => {
    const item: object = JSON.parse('{"__proto__":{"admin":true}}');
    const back = fromAttributes(toAttributes(item) as Parameters<typeof fromAttributes>[0]); // just made of them
    expect(Object.keys(back)).toEqual(["__proto__"]);
    expect("admin" in back).toBe(false);
  });

  it("signs as it does, for any key and any day", async () => {
    const identifier = fc.stringMatching(/^[A-Za-z0-9+/]{4,40}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.record({ accessKeyId: identifier, secretAccessKey: identifier }),
        fc.option(identifier, { nil: undefined }),
        fc.constantFrom("us-east-1", "eu-central-1"),
        fc.integer({ min: 0, max: 4e12 }),
        async (body, pair, sessionToken, region, now) => {
          const credentials = { ...pair, ...(sessionToken === undefined ? {} : { sessionToken }) };
          const headers = {
            host: "dynamodb.example:8000",
            "content-type": "application/x-amz-json-1.0",
            "x-amz-target": "D.Get",
          };
          const signer = new SignatureV4({ service: "dynamodb", region, credentials, sha256: Sha256, applyChecksum: false });
          const [protocol, hostname, method, path, query] = ["http:", "dynamodb.example", "POST", "/", {}];
          const theirs = await signer.sign(
            { protocol, hostname, port: 8000, method, path, query, headers, body },
            { signingDate: new Date(now), unsignableHeaders: new Set() },
          );
          expect(signed(headers, body, region, credentials, now)).toEqual(theirs.headers);
        },
      ),
      { numRuns: 50 },
    );
  });
});

/** SHA-256 as the SDK's signer expects it. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", Buffer.from(bytesOf(secret)));
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(bytesOf(data));
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {}
}
const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array =>
  typeof data === "string"
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
