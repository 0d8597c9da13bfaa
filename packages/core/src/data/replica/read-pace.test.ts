import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { cardProjection } from "../../cards/projection.ts";
import { fileProjection } from "../../files/projection.ts";
import { aroundRequests, documentClient } from "../connection.ts";
import { tableName } from "../table.ts";
import { trailProjection } from "../trail/projection.ts";
import { replicasOf } from "./index.ts";
import { itemsOf } from "./items.ts";
import { ReadPace } from "./read-pace.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

/** Each of just under 4 KB: one read unit. */
const items = 8;

it("reads no more of the table in a second than it may", async () => {
  for (let at = 0; at < items; at++)
    await documentClient().send(
      new PutCommand({ TableName: tableName(), Item: { pk: "pace", sk: String(at), text: "x".repeat(3_900) } }),
    );
  const perSecond = 4;
  const began = performance.now();
  let [pages, spent] = [0, 0];
  const params = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": "pace" }, Limit: 1 };
  const end = aroundRequests((_, next) => {
    // A page is read while nothing is owed of those before it.
    expect(spent).toBeLessThanOrEqual(perSecond * (1 + (performance.now() - began) / 1_000));
    return next();
  });
  try {
    for await (const page of itemsOf(params, new ReadPace(perSecond))) {
      pages++;
      spent += page.length;
    }
  } finally {
    end();
  }
  expect(pages).toBeGreaterThanOrEqual(items);
  expect(spent).toBe(items);
});

it.each([
  ["cards", cardProjection],
  ["files", fileProjection],
  ["the trail", trailProjection],
])("every page from which %s are built waits its turn, and counts", async (_, projection) => {
  const { orgId } = await newOwner();
  const turn = vi.spyOn(ReadPace.prototype, "turn");
  const spend = vi.spyOn(ReadPace.prototype, "spend");
  await replicasOf([projection], { code: `paced ${projection.name}` }).openReplica(orgId);
  expect(turn.mock.calls.length).toBeGreaterThanOrEqual(projection.readAll(orgId).length);
  expect(spend).toHaveBeenCalledTimes(turn.mock.calls.length);
  for (const [units] of spend.mock.calls) expect(units).toBeGreaterThan(0);
});
