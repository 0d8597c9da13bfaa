import { once } from "node:events";
import { createServer } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { keptOpen } from "./http.ts";
import { time } from "./timing.ts";

export interface Floors {
  readonly httpEchoP50Ms: number;
  readonly dynamoGetP50Ms: number;
  readonly dynamoTransaction3P50Ms: number;
  /** Items a second in transactions of 98, the size an import's chunk may have. */
  readonly dynamoTransactionItemsPerSecond: number;
}

/** Measures the least that the machine and the engines need for the simplest request, in the same run. */
export async function measureFloors(): Promise<Floors> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const TableName = "kartis";
  const item = (sk: string) => ({ pk: "bench", sk, name: "Galil Cold Storage", payload: "x".repeat(400) });
  await client.send(new PutCommand({ TableName, Item: item("0") }));
  const get = await time(400, () =>
    client.send(new GetCommand({ TableName, Key: { pk: "bench", sk: "0" }, ConsistentRead: true })),
  );
  const three = await time(150, (index) =>
    client.send(
      new TransactWriteCommand({ TransactItems: [0, 1, 2].map((n) => ({ Put: { TableName, Item: item(`t${index}-${n}`) } })) }),
    ),
  );
  const chunks = 20;
  const began = performance.now();
  for (let chunk = 0; chunk < chunks; chunk++) {
    const TransactItems = Array.from({ length: 98 }, (_, n) => ({ Put: { TableName, Item: item(`c${chunk}-${n}`) } }));
    await client.send(new TransactWriteCommand({ TransactItems }));
  }
  const itemsPerSecond = Math.round((chunks * 98) / ((performance.now() - began) / 1000));
  return {
    httpEchoP50Ms: await httpEcho(),
    dynamoGetP50Ms: get.p50Ms,
    dynamoTransaction3P50Ms: three.p50Ms,
    dynamoTransactionItemsPerSecond: itemsPerSecond,
  };
}

async function httpEcho(): Promise<number> {
  const server = createServer((request, response) => {
    request.pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const http = keptOpen(`http://127.0.0.1:${address.port}`);
  const { p50Ms } = await time(1_000, () => http.post("/", '{"x":1}', {}));
  http.close();
  server.close();
  return p50Ms;
}
