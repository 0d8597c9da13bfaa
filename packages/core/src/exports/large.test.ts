import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { aroundRequests } from "../data/connection.ts";
import { newFirm } from "../imports/firm.fixture.ts";
import { env } from "../kernel/env.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { partitionsOf } from "../data/partitions.ts";
import { readPartition } from "../data/sweep.ts";
import { fileEntity } from "../files/entity.ts";
import { exportProcedures, runExport } from "./index.ts";

let backend: Backend;
let disk: string;
let firm: Awaited<ReturnType<typeof newFirm>>;
const count = 2_400;
beforeAll(async () => {
  backend = await startBackend();
  disk = await mkdtemp(join(tmpdir(), "kartis-exports-test-"));
  // For this process alone, so that nobody else's files are on it.
  vi.stubEnv("TMPDIR", disk);
  firm = await newFirm();
  await firm.importRows(["name"], Array.from({ length: count }, (_, at) => `Row ${String(at).padStart(5, "0")}`).join("\n"));
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await backend.close();
  await rm(disk, { recursive: true, force: true });
});

async function begin() {
  const { operationId } = await firm.owner.call(named(exportProcedures, "cards.export"), { cardTypeId: firm.leads.id });
  const operation = (await findOperation(firm.owner.orgId, operationId)) ?? expect.fail();
  return { operationId, run: () => runExport(operation, systemActor(firm.owner.orgId, "test"), systemClock) };
}

/** Everything that an export could leave behind: on disk, in the bucket and in the table. */
async function kept(): Promise<{ disk: string[]; bucket: (string | undefined)[]; table: number }> {
  const { Contents = [] } = await new S3Client({ forcePathStyle: true }).send(
    new ListObjectsV2Command({ Bucket: env("DATA_BUCKET"), Prefix: `tmp/${firm.owner.orgId}/` }),
  );
  const [partition = expect.fail()] = partitionsOf(fileEntity(), firm.owner.orgId);
  return {
    disk: await readdir(disk, { recursive: true }),
    bucket: Contents.map(({ Key }) => Key),
    table: (await readPartition(partition, "", null)).items.length,
  };
}

it("an export of several parts has every card once, in order, and reports its progress", async () => {
  const { operationId, run } = await begin();
  const progress: unknown[] = [];
  const letGo = aroundRequests(async ({ operation }, next) => {
    const answer = await next();
    if (operation === "TransactWriteItems") progress.push((await findOperation(firm.owner.orgId, operationId))?.done);
    return answer;
  });
  await run().finally(letGo);
  expect(progress).toEqual([1_000, 2_000, count, count]);
  const operation = await firm.get(operationId);
  expect(operation).toMatchObject({ state: "done", total: count, done: count });
  const names = (await firm.textOf(operation.resultUrl)).match(/Row \d{5}/g) ?? [];
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
});

it.each(["between two parts", "when all is written"] as const)("one that is canceled %s leaves nothing", async (moment) => {
  const before = await kept();
  const { operationId, run } = await begin();
  let updates = 0;
  const letGo = aroundRequests(async ({ operation }, next) => {
    if (operation === "TransactWriteItems" && ++updates === (moment === "between two parts" ? 2 : 4)) {
      letGo();
      await firm.owner.call(named(operationProcedures, "operations.cancel"), { operationId });
    }
    return next();
  });
  await expect(run()).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  expect(await firm.get(operationId)).toMatchObject({ state: "canceled", resultUrl: null });
  expect(await kept()).toEqual(before);
});

it("an export that fails in the middle leaves nothing behind, and its next run is complete", async () => {
  const before = await kept();
  const { operationId, run } = await begin();
  let updates = 0;
  const letGo = aroundRequests(async ({ operation }, next) => {
    if (operation === "TransactWriteItems" && ++updates === 2) throw new Error("broken off");
    return next();
  });
  await expect(run()).rejects.toThrow("broken off");
  letGo();
  expect(await kept()).toEqual(before);
  expect(await run()).toBe(true);
  expect(await firm.get(operationId)).toMatchObject({ state: "done", done: count });
});
