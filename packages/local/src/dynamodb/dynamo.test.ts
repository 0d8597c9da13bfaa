import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, expect, test } from "vitest";
import { tableSchema } from "@kartis/core/data/table.ts";
import { localCredentials } from "../local-credentials.ts";
import { startDynamo } from "./dynamo.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-dynamo-test-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const definition = { tableName: "kartis", schema: tableSchema, timeToLiveAttribute: "expiresAt" };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: "us-east-1", credentials: localCredentials });
const put = (key: string, more: Record<string, { N: string }> = {}) =>
  new PutItemCommand({ TableName: "kartis", Item: { pk: { S: key }, sk: { S: "-" }, ...more } });

test("data outlives a restart, and creating the table again changes nothing", async () => {
  const dataDir = join(directory, "restart");
  const first = await startDynamo({ dataDir });
  const { streamArn } = await first.ensureTable(definition);
  await clientOf(first.endpoint).send(put("a"));
  await first.close();

  const second = await startDynamo({ dataDir });
  expect(await second.ensureTable(definition)).toEqual({ streamArn });
  const { Items } = await clientOf(second.endpoint).send(new ScanCommand({ TableName: "kartis" }));
  expect(Items).toEqual([{ pk: { S: "a" }, sk: { S: "-" } }]);
  await second.close();
});

test("a second start on the same data directory names the process that holds it", async () => {
  const dataDir = join(directory, "locked");
  const first = await startDynamo({ dataDir });
  await expect(startDynamo({ dataDir })).rejects.toThrow(`(process ${process.pid})`);
  await first.close();
  await (await startDynamo({ dataDir })).close();
});

test("the sweep deletes what has expired and nothing else", async () => {
  const dynamo = await startDynamo();
  await dynamo.ensureTable(definition);
  const client = clientOf(dynamo.endpoint);
  const now = 1_800_000_000;
  await client.send(put("expired", { expiresAt: { N: String(now) } }));
  await client.send(put("later", { expiresAt: { N: String(now + 1) } }));
  await client.send(put("never"));

  expect(await dynamo.sweepExpired(now * 1000)).toBe(1);
  const { Items } = await client.send(new ScanCommand({ TableName: "kartis" }));
  expect(Items?.map((item) => item["pk"]?.S).toSorted()).toEqual(["later", "never"]);
  await dynamo.close();
});

test("the engine numbers stream records through our index, not by reading them all", async () => {
  const dataDir = join(directory, "index");
  const dynamo = await startDynamo({ dataDir });
  await dynamo.ensureTable(definition);
  const store = new DatabaseSync(join(dataDir, "dynamodb.sqlite"), { readOnly: true });
  const plan = store
    .prepare(
      "EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1",
    )
    .all("kartis");
  expect(JSON.stringify(plan)).toContain("kartis::stream_sequence");
  store.close();
  await dynamo.close();
});

test("a read through the reader does not wait for a write under way, and sees every write acknowledged before it", async () => {
  const dataDir = join(directory, "reader");
  const dynamo = await startDynamo({ dataDir });
  await dynamo.ensureTable(definition);
  const writing = clientOf(dynamo.endpoint);
  const reading = clientOf(await dynamo.startReader());
  const read = async (key: string) => {
    const Key = { pk: { S: key }, sk: { S: "-" } };
    return (await reading.send(new GetItemCommand({ TableName: "kartis", Key, ConsistentRead: true }))).Item;
  };
  for (let at = 0; at < 100; at++) {
    await writing.send(put(`acknowledged-${at}`));
    expect(await read(`acknowledged-${at}`)).toBeDefined();
  }

  const blocker = new DatabaseSync(join(dataDir, "dynamodb.sqlite"));
  blocker.exec("BEGIN IMMEDIATE");
  let isAnswered = false;
  // Not repeated: the engine gives up a write after five seconds, and an answer must not go unnoticed.
  const once = new DynamoDBClient({
    endpoint: dynamo.endpoint,
    region: "us-east-1",
    credentials: localCredentials,
    maxAttempts: 1,
  });
  const write = once.send(put("blocked")).finally(() => (isAnswered = true));
  for (let at = 0; at < 20; at++) expect(await read("acknowledged-99")).toBeDefined();
  expect(isAnswered).toBe(false);
  blocker.exec("ROLLBACK");
  await write;
  expect(await read("blocked")).toBeDefined();
  blocker.close();
  await dynamo.close();
});

test("after kill -9 of the process that started it, the engine is gone, its lock too, and every acknowledged write is there", async () => {
  const dataDir = join(directory, "killed");
  const program = `
    import { startDynamo } from ${JSON.stringify(join(import.meta.dirname, "dynamo.ts"))};
    import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
    const dynamo = await startDynamo({ dataDir: ${JSON.stringify(dataDir)} });
    await dynamo.ensureTable(${JSON.stringify(definition)});
    const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region: "us-east-1", credentials: ${JSON.stringify(localCredentials)} });
    console.log(dynamo.endpoint);
    for (let i = 0; ; i++) {
      await Promise.all([0, 1, 2, 3].map((writer) =>
        client.send(new PutItemCommand({ TableName: "kartis", Item: { pk: { S: writer + "-" + i }, sk: { S: "-" } } }))
          .then(() => process.stdout.write(writer + "-" + i + "\\n"))));
    }`;
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", program],
    {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: import.meta.dirname,
    },
  );
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.split("\n").length > 200) child.kill("SIGKILL");
  }
  await (child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined);
  const [endpoint = "", ...acknowledged] = output.split("\n").slice(0, -1);
  expect(acknowledged.length).toBeGreaterThan(100);

  const again = await startDynamo({ dataDir });
  const client = clientOf(again.endpoint);
  for (const key of acknowledged) {
    const { Item } = await client.send(new GetItemCommand({ TableName: "kartis", Key: { pk: { S: key }, sk: { S: "-" } } }));
    expect(Item, key).toBeDefined();
  }
  await expect
    .poll(() =>
      fetch(endpoint).then(
        () => "still there",
        () => "gone",
      ),
    )
    .toBe("gone");
  await again.close();
});
