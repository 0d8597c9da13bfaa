import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { fromItem, isRecordItem } from "@kartis/core/data/journal-entity.ts";
import { expect } from "vitest";
import * as z from "zod";
import type { CardState, Rest } from "./check.ts";
import { call, type World } from "./client.ts";
import { processes } from "./machine.ts";

/** An import that broke off comes again from its queue only when that lets go of the message (six times the time-out), and its successor a little later. */
const patienceMs = 200_000;

const StoredCard = z.looseObject({
  cardId: z.string(),
  version: z.number(),
  fields: z.record(z.string(), z.unknown()),
  trashedAt: z.string().optional(),
});
const StoredOperation = z.looseObject({ state: z.string(), input: z.looseObject({ fileId: z.string() }) });
const ListedCard = z.object({
  id: z.string(),
  version: z.number(),
  fields: z.record(z.string(), z.unknown()),
  trashedAt: z.string().nullable(),
});

/** Waits until all that was begun has ended, and reads what is there: each thing twice or more, by different ways. */
export async function restOf(world: World): Promise<Rest> {
  const operations = await endedOperations(world);
  const lists: Record<string, readonly CardState[]> = {};
  for (const name of processes) lists[name] = await listed(world, world.machine.originOf(name));
  // Without snapshots a fresh process makes its replica from the table.
  await withoutSnapshots(world);
  await world.machine.kill("first");
  lists["a rebuilt replica"] = await listed(world, world.machine.originOf("first"));
  return { ...(await stored(world)), lists, operations, metered: await metered(world) };
}

async function ask(world: World, origin: string, procedure: string, input: unknown): Promise<unknown> {
  let answer: unknown;
  const isAnswered = async () => {
    const outcome = await call(origin, procedure, input, world);
    if (outcome.kind === "ok") answer = outcome.data;
    return outcome;
  };
  await expect.poll(isAnswered, { timeout: 60_000, interval: 200 }).toMatchObject({ kind: "ok" });
  return answer;
}

/** Every import there is, including those whose start was never acknowledged. */
async function endedOperations(world: World): Promise<Rest["operations"]> {
  const running = async () => [...(await storedOperations(world)).values()].filter(({ state }) => state === "running");
  await expect.poll(running, { timeout: patienceMs, interval: 300 }).toEqual([]);
  return storedOperations(world);
}

async function storedOperations(world: World): Promise<Map<string, z.output<typeof StoredOperation>>> {
  const items = (await storedItems(world)).filter((item) => item["__edb_e__"] === "operation" && item["kind"] === "import");
  return new Map(items.map((item) => StoredOperation.parse(item)).map((operation) => [operation.input.fileId, operation]));
}

async function listed(world: World, origin: string): Promise<CardState[]> {
  const cards: CardState[] = [];
  for (;;) {
    const input = {
      cardTypeId: world.typeId,
      cursor: cards.length,
      limit: 200,
      sort: [{ fieldId: "createdAt", direction: "asc" }],
    };
    const page = z.object({ rows: z.array(ListedCard) }).parse(await ask(world, origin, "cards.search", input));
    cards.push(...page.rows);
    if (page.rows.length < input.limit) return cards;
  }
}

/** What is in the trash counts as nothing. Nobody invites anybody here, so whoever has a seat is a member. */
async function metered(world: World): Promise<Rest["metered"]> {
  const usage = await ask(world, world.machine.originOf("cloud"), "billing.usage", {});
  const all = z.array(z.object({ name: z.string(), used: z.number() })).parse(usage);
  const items = await storedItems(world);
  const there = (entity: string) => items.filter((item) => item["__edb_e__"] === entity && item["trashedAt"] === undefined);
  const found = {
    cards: there("card").length,
    activities: there("activity").length,
    cardTypes: there("cardType").length,
    storage: there("storedFile").reduce((sum, { bytes }) => sum + Number(bytes), 0),
    users: there("membership").length,
  };
  return Object.fromEntries(
    Object.entries(found).map(([name, count]) => [
      name,
      { used: all.find((meter) => meter.name === name)?.used ?? Number.NaN, there: count },
    ]),
  );
}

async function stored(world: World): Promise<Pick<Rest, "records" | "table">> {
  const items = await storedItems(world);
  return {
    records: items
      .filter(isRecordItem)
      .map(fromItem)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    table: items
      .filter((item) => item["__edb_e__"] === "card" && item["typeId"] === world.typeId)
      .map((item) => StoredCard.parse(item))
      .map(({ cardId, version, fields, trashedAt }) => ({ id: cardId, version, fields, trashedAt: trashedAt ?? null })),
  };
}

/** All items of the organization, read without any of Kartis's own code. */
async function storedItems({ machine, orgId }: World): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(machine.environment, "AWS_ENDPOINT_URL_DYNAMODB")));
  const items: Record<string, unknown>[] = [];
  const pages = paginateScan(
    { client },
    {
      TableName: machine.environment["TABLE_NAME"],
      FilterExpression: "orgId = :org",
      ExpressionAttributeValues: { ":org": orgId },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) items.push(...Items);
  client.destroy();
  return items;
}

async function withoutSnapshots({ machine, orgId }: World): Promise<void> {
  const Bucket = machine.environment["DATA_BUCKET"];
  const s3 = new S3Client({ ...clientOptions(machine.environment, "AWS_ENDPOINT_URL_S3"), forcePathStyle: true });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: "snapshots/" }));
  for (const { Key = "" } of Contents) if (Key.includes(orgId)) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  s3.destroy();
}

const clientOptions = (environment: Readonly<Record<string, string>>, endpoint: string) => ({
  endpoint: environment[endpoint] ?? "",
  region: environment["AWS_REGION"] ?? "",
  credentials: {
    accessKeyId: environment["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "",
  },
});
