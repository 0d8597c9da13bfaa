import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner } from "@kartis/tests/support/people.ts";
import * as z from "zod";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { aroundRequests } from "../data/connection.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { commitChunks, findOperation, progress, type RunningOperation, type Stage, startOperation } from "./index.ts";
import { operationType } from "./schema.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const chunksInAll = 4;
let operation: RunningOperation;
let context: Parameters<typeof startOperation>[0];
beforeEach(async () => {
  const owner = await newOwner();
  const actor = systemActor(owner.orgId, "test");
  context = { orgId: owner.orgId, actor, clock: systemClock, requestId: "r", origin: "import" };
  operation = await again(await startOperation(context, operationType("import", z.object({})), {}, owner));
});
const again = async (operationId = operation.operationId) =>
  (await findOperation(context.orgId, operationId)) ?? expect.fail("no operation");

/** Runs the operation in chunks of one unit. `made` is called each time one is prepared: which, and whether again because of what was written since. */
async function run(keysOf: (at: number) => readonly string[] = () => [], onMake: (at: number) => void = () => undefined) {
  const made: string[] = [];
  const landed: number[] = [];
  const isFinished = await commitChunks<Stage>(
    { operation, keys: new Set() },
    {
      commitContext: context,
      async make(stage, _most, _at, isStale) {
        const { done } = stage.operation;
        if (done === chunksInAll) return undefined;
        made.push(`${done}${isStale ? " stale" : ""}`);
        onMake(done);
        const next = { ...stage.operation, done: done + 1, skipped: stage.operation.skipped + 1 };
        return {
          writes: progress(stage.operation, next, [], undefined, systemClock),
          records: [],
          result: { operation: next, keys: new Set(keysOf(done)) },
        };
      },
      landed: (stage) => landed.push(stage.operation.done),
      mayGoOn: () => true,
    },
  );
  return { isFinished, made, landed };
}

it("prepares a chunk while the previous one is being written", async () => {
  const isMade = Array.from({ length: chunksInAll }, () => Promise.withResolvers<void>());
  let written = 0;
  onTestFinished(
    aroundRequests(async (request, next) => {
      // The answer is held back until the next chunk is prepared: waiting for it first would deadlock.
      if (request.operation === "TransactWriteItems") await isMade[++written]?.promise;
      return next();
    }),
  );
  const { isFinished, made, landed } = await run(undefined, (at) => isMade[at]?.resolve());
  expect({ isFinished, made, landed }).toEqual({ isFinished: true, made: ["0", "1", "2", "3"], landed: [1, 2, 3, 4] });
  expect(await again()).toMatchObject({ done: 4, skipped: 4 });
});

it("prepares a chunk again when the previous one has written what it read", async () => {
  const { made, landed } = await run((at) => (at === 1 || at === 2 ? ["card"] : []));
  expect(made).toEqual(["0", "1", "2", "2 stale", "3"]);
  expect(landed).toEqual([1, 2, 3, 4]);
});

it("keeps what is written when a later chunk fails, and resumes there", async () => {
  let written = 0;
  const back = aroundRequests(async (request, next) => {
    if (request.operation === "TransactWriteItems" && ++written === 3) throw new KartisError("INTERNAL_SERVER_ERROR");
    return next();
  });
  await expect(run()).rejects.toThrow();
  back();
  operation = await again();
  expect(operation).toMatchObject({ done: 2, skipped: 2 });
  expect(await run()).toMatchObject({ isFinished: true, landed: [3, 4] });
  expect(await again()).toMatchObject({ done: 4, skipped: 4 });
});

it("writes nothing after a chunk that another run has written", async () => {
  const first = operation;
  await run();
  operation = first;
  await expect(run()).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  expect(await again()).toMatchObject({ done: 4, skipped: 4 });
});
