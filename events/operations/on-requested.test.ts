import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { cardProcedures } from "@kartis/core/cards/index.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import { exportProcedures } from "@kartis/core/exports/index.ts";
import { download } from "@kartis/core/attachments/index.ts";
import { importProcedures } from "@kartis/core/imports/index.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { notificationProcedures } from "@kartis/core/notifications/index.ts";
import { amendOperation, findOperation, operationProcedures, startOperation } from "@kartis/core/operations/index.ts";
import { operationType } from "@kartis/core/operations/schema.ts";
import { membershipEntity } from "@kartis/core/organizations/entity.ts";
import { personalDataProcedures } from "@kartis/core/personal-data/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { askedOperations, dyingBeforeSend } from "@kartis/tests/support/operations-queue.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { operationReceives } from "../subscriptions.ts";
import { handler } from "./on-requested.ts";
import * as z from "zod";

const [types, createUpload, startImport, startExport, getOperation, cancel] = [
  named(cardProcedures, "cards.types"),
  named(importProcedures, "imports.createUpload"),
  named(importProcedures, "imports.start"),
  named(exportProcedures, "cards.export"),
  named(operationProcedures, "operations.get"),
  named(operationProcedures, "operations.cancel"),
];
const notificationsOf = named(notificationProcedures, "notifications.list");

let backend: Backend;
let owner: Owner;
let typeId: `typ_${string}`;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  owner = await newOwner();
  typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
});

async function upload(by: Owner, content: string) {
  const target = await by.call(createUpload, { fileName: "contacts.csv", bytes: content.length });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  expect((await fetch(target.url, { method: "POST", body: form })).ok).toBe(true);
  return target.fileId;
}
const mapping = [{ column: 0, fieldId: "name" }];
const beginImport = async (content: string) =>
  (await owner.call(startImport, { typeId, fileId: await upload(owner, content), mapping })).operationId;

/** The queue's message about the operation, with this receive count. */
function receive(operationId: OperationId, receives = 1) {
  const record = sqsRecord({ orgId: owner.orgId, operationId }, { receives });
  return handler({ Records: [record] });
}
const ownersContext = () => ({
  orgId: owner.orgId,
  actor: systemActor(owner.orgId, "test"),
  clock: systemClock,
  requestId: "r",
  origin: "ui" as const,
});
/** A misbehaving queue may have doubled it. */
function expectOneMore(before: number, after: number): void {
  if (underFaults) expect(after).toBeGreaterThan(before);
  else expect(after).toBe(before + 1);
}
const done = { batchItemFailures: [] };
const again = { batchItemFailures: [{ itemIdentifier: "m" }] };

describe("an operation whose starter has lost the permission since", () => {
  const demote = () =>
    writePastTheJournal(membershipEntity().patch({ userId: owner.userId, orgId: owner.orgId }).set({ systemRole: "BASIC" }));

  it.each(["import", "export"] as const)("is not run: %s", async (kind) => {
    const operationId =
      kind === "import"
        ? await beginImport("Name\nToo late\n")
        : (await owner.call(startExport, { cardTypeId: typeId })).operationId;
    await demote();
    expect(await receive(operationId)).toEqual(done);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({
      state: "failed",
      failure: "errors.MISSING_ROLE.message",
      created: 0,
      resultUrl: null,
    });
  });
});

describe("an operation that breaks off", () => {
  it("every time is retried a few times and then marked failed, and its message is kept for investigation", async () => {
    const operationId = await startOperation(
      ownersContext(),
      operationType("import", z.unknown()),
      { no: "import at all" },
      owner,
    );
    for (let receives = 1; receives < operationReceives; receives++) expect(await receive(operationId, receives)).toEqual(again);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "running" });
    expect(await receive(operationId, operationReceives)).toEqual(again);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({
      state: "failed",
      failure: "errors.INTERNAL_SERVER_ERROR.message",
    });
  });

  it("before it has requested its next run resumes from its own message, which comes again", async () => {
    const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Gone" } });
    // An erasure waits for operations that may still hold what it erases.
    const waitedFor = await beginImport("Name\nPatience\n");
    const { operationId } = await owner.call(named(personalDataProcedures, "personalData.erase"), { cardId });
    const before = await askedOperations();
    const revive = dyingBeforeSend();
    expect(await receive(operationId)).toEqual(again);
    revive();
    expect(await askedOperations()).toBe(before);
    expect(await receive(operationId, 2)).toEqual(done);
    expectOneMore(before, await askedOperations());
    expect(await receive(waitedFor)).toEqual(done);
    expect(await receive(operationId)).toEqual(done);
    expect(await findOperation(owner.orgId, operationId)).toMatchObject({ state: "done" });
  });

  it("because the engine was away resumes when it is back", async () => {
    const operationId = await beginImport("Name\nPatience\n");
    let away = true;
    aroundRequests(async ({ operation }, next) => {
      if (away && operation === "TransactWriteItems") throw new Error("socket hang up");
      return next();
    });
    expect(await receive(operationId)).toEqual(again);
    away = false;
    expect(await receive(operationId, 2)).toEqual(done);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "done", created: 1 });
  });
});

it.each([true, false])("an import whose progress was written without an answer resumes at once (dry: %s)", async (dryRun) => {
  const fileId = await upload(owner, `Name\n${Array.from({ length: 250 }, (_, at) => `Lost ${at}`).join("\n")}\n`);
  const { operationId } = await owner.call(startImport, { typeId, fileId, mapping, dryRun });
  const before = await askedOperations();
  let writes = 0;
  const found = aroundRequests(async ({ operation }, next) => {
    const answer = await next();
    const isWrite = operation === "TransactWriteItems" || operation === "UpdateItem";
    if (isWrite && ++writes % 2 === 1) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    return answer;
  });
  expect(await receive(operationId)).toEqual(done);
  found();
  expect(writes).toBeGreaterThan(5);
  expect(await findOperation(owner.orgId, operationId)).toMatchObject({ state: "done", done: 250, created: 250 });
  // No later run was requested.
  expect(await askedOperations()).toBe(before);
});

it.each([
  [true, { done: 1, rejected: 1, onlyChecked: 1 }],
  [false, { done: 1, rejected: 1 }],
] as const)("whoever starts an import hears of its end, and whether anything was imported (dry: %s)", async (dryRun, details) => {
  const fileId = await upload(owner, `Name,X\nDana,\n,x\n`);
  const { operationId } = await owner.call(startImport, { typeId, fileId, mapping, dryRun });
  expect(await receive(operationId)).toEqual(done);
  const { rows } = await owner.call(notificationsOf, {});
  expect(rows).toMatchObject([{ kind: "importDone", subjects: [{ id: operationId }] }]);
  expect(rows[0]?.details).toEqual({ ...details, typeId });
});

it("an operation that has used up its stretch requests the next one, which goes on where it stopped", async () => {
  const operationId = await beginImport(`Name\n${Array.from({ length: 250 }, (_, at) => `Row ${at}`).join("\n")}\n`);
  const before = await askedOperations();
  const now = Date.now.bind(Date);
  let spentMs = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + spentMs);
  const end = aroundRequests(async ({ operation, input }, next) => {
    const answer = await next();
    const isChunk = operation === "TransactWriteItems" && JSON.stringify(input).includes("Row 0");
    if (isChunk) spentMs = 60_000;
    return answer;
  });
  expect(await receive(operationId)).toEqual(done);
  end();
  clock.mockRestore();
  expect(spentMs).toBeGreaterThan(0);
  const operation = await findOperation(owner.orgId, operationId);
  expect(operation).toMatchObject({ state: "running" });
  expect(operation?.done).toBeGreaterThan(0);
  expect(operation?.done).toBeLessThan(250);
  expectOneMore(before, await askedOperations());
  expect(await receive(operationId)).toEqual(done);
  expect(await findOperation(owner.orgId, operationId)).toMatchObject({ state: "done", done: 250, created: 250 });
});

it("a run that another has superseded requests one for later, in case the other dies with their common message", async () => {
  const operationId = await beginImport("Name\nTwice\n");
  const before = await askedOperations();
  let other: Promise<unknown> | undefined;
  const end = aroundRequests(async ({ operation, input }, next) => {
    if (!other && operation === "TransactWriteItems" && JSON.stringify(input).includes("Twice")) {
      other = receive(operationId);
      expect(await other).toEqual(done);
    }
    return next();
  });
  expect(await receive(operationId)).toEqual(done);
  end();
  expect(other).toBeDefined();
  expectOneMore(before, await askedOperations());
  expect(await findOperation(owner.orgId, operationId)).toMatchObject({ state: "done", done: 1, created: 1 });
});

describe("a canceled operation", () => {
  it("stays canceled, whatever its runner reports afterwards, and a finished one stays finished", async () => {
    const operationId = await beginImport("Name\nA\n");
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
    await owner.call(cancel, { operationId });
    await expect(amendOperation(operation, { state: "done" })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "canceled" });
    const finished = await beginImport("Name\nB\n");
    await receive(finished);
    await owner.call(cancel, { operationId: finished });
    expect(await owner.call(getOperation, { operationId: finished })).toMatchObject({ state: "done" });
  });
});

it("a file belongs to its creator: a colleague can neither import nor download it", async () => {
  const fileId = await upload(owner, "Name\nMine\n");
  const colleague = await newOwner();
  await writePastTheJournal(
    membershipEntity().create({
      userId: colleague.userId,
      orgId: owner.orgId,
      orgName: "",
      name: "Colleague",
      email: "c@x.example",
      systemRole: "ADMIN",
      joinedAt: new Date().toISOString(),
    }),
  );
  colleague.cookies.set("kartis_org", owner.orgId);
  await expect(colleague.call(startImport, { typeId, fileId, mapping })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(colleague.call(download, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await owner.call(download, { fileId })).url).toContain(fileId);
});
