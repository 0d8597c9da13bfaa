import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KartisError } from "../kernel/error.ts";
import { put, update } from "./commit.ts";
import { aroundRequests } from "./connection.ts";
import { globalEntity, lazy } from "./entity.ts";
import { writeUnjournalled } from "./unjournalled.ts";

const tallyEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "testTally", version: "1" },
      attributes: { id: { type: "string", required: true }, count: { type: "number" } },
      indexes: {
        main: { pk: { field: "pk", composite: ["id"], casing: "none" }, sk: { field: "sk", composite: [], casing: "none" } },
      },
    },
    "a test's",
  ),
);
const countOf = async (id: string) => (await tallyEntity().get({ id }).go({ consistent: true })).data?.count;
const taken = () => new KartisError("CONFLICT");
const creation = (id: string) => put(tallyEntity().create({ id, count: 1 }).params(), taken);

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("a write whose answer was lost is neither refused as its own duplicate nor counted twice", async () => {
  await tallyEntity().put({ id: "counted", count: 0 }).go();
  let lost = 0;
  const found = aroundRequests(async ({ operation }, next) => {
    const answer = await next();
    if (operation === "TransactWriteItems" && lost++ < 2)
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    return answer;
  });
  const counting = update(tallyEntity().update({ id: "counted" }).add({ count: 1 }).params(), "stale");
  await writeUnjournalled([creation("created"), counting]);
  found();
  expect(lost).toBe(3);
  expect(await countOf("created")).toBe(1);
  expect(await countOf("counted")).toBe(1);
  await expect(writeUnjournalled([creation("created")])).rejects.toMatchObject({ code: "CONFLICT" });
});
