import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { commit, put, update } from "./commit.ts";
import { counterEntity, loseNothing, lossy, newContext, noteEntity, recordsOf } from "./commit.fixture.ts";
import { writeUnjournalled } from "./unjournalled.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
afterEach(loseNothing);

describe("a write without a record", () => {
  const written = () => ({
    item: counterEntity().put({ orgId: newContext().orgId, counterId: "x", version: 1, value: 1 }),
    context: newContext(),
  });

  it("is refused, whichever way it comes", async () => {
    const { item, context } = written();
    const write = put(item.params(), "stale");
    await expect(commit(context, async () => ({ writes: [write], records: [], result: null }))).rejects.toThrow(
      /without a record.*testCounter/,
    );
    await expect(writeUnjournalled([write])).rejects.toThrow(/without a record.*testCounter/);
    await expect(item.go()).rejects.toThrow(/testCounter is written through commit/);
    await expect(counterEntity().patch({ orgId: context.orgId, counterId: "x" }).set({ value: 2 }).go()).rejects.toThrow(
      /commit/,
    );
    await expect(counterEntity().delete({ orgId: context.orgId, counterId: "x" }).go()).rejects.toThrow(/commit/);
  });

  it("passes for an entity that gives a reason for needing none, and is made once although its answer was lost", async () => {
    const context = newContext();
    const key = { orgId: context.orgId, noteId: "a" };
    const add = update(noteEntity().upsert(key).add({ count: 1 }).params(), "stale");
    lossy(1, "the answer");
    await commit(context, async () => ({ writes: [add], records: [], result: null }));
    lossy(1, "the answer");
    await writeUnjournalled([add]);
    await noteEntity().update(key).add({ count: 1 }).go();
    expect((await noteEntity().get(key).go({ consistent: true })).data).toMatchObject({ count: 3 });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });
});
