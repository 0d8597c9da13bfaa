import { cardProcedures } from "@kartis/core/cards/index.ts";
import { documentClient } from "@kartis/core/data/table.ts";
import { exportProcedures } from "@kartis/core/exports/index.ts";
import { download } from "@kartis/core/attachments/index.ts";
import { importProcedures } from "@kartis/core/imports/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { amendOperation, findOperation, operationProcedures, startOperation } from "@kartis/core/operations/index.ts";
import { membershipEntity } from "@kartis/core/organizations/entity.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { operationReceives } from "../subscriptions.ts";
import { handler } from "./on-requested.ts";

const [types, createUpload, startImport, startExport, getOperation, cancel] = [
  named(cardProcedures, "cards.types"),
  named(importProcedures, "imports.createUpload"),
  named(importProcedures, "imports.start"),
  named(exportProcedures, "cards.export"),
  named(operationProcedures, "operations.get"),
  named(operationProcedures, "operations.cancel"),
];

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

/** The queue's message about the operation, received for the so-manieth time. */
function receive(operationId: OperationId, receives = 1) {
  const record = sqsRecord({ orgId: owner.orgId, operationId }, { receives });
  return handler({ Records: [record] });
}
const done = { batchItemFailures: [] };
const again = { batchItemFailures: [{ itemIdentifier: "m" }] };

describe("an operation whose starter has lost the right since", () => {
  const demote = () => membershipEntity().patch({ userId: owner.userId, orgId: owner.orgId }).set({ systemRole: "BASIC" }).go();

  it.each(["import", "export"] as const)("is not run: %s", async (kind) => {
    const operationId =
      kind === "import" ? await beginImport("Name\nToo late\n") : (await owner.call(startExport, { typeId })).operationId;
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
  it("every time is tried some times and then said to have failed, and its message is kept for whoever looks into it", async () => {
    const operationId = await startOperation(owner.orgId, "import", { no: "import at all" }, owner, systemClock);
    for (let receives = 1; receives < operationReceives; receives++) expect(await receive(operationId, receives)).toEqual(again);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "running" });
    expect(await receive(operationId, operationReceives)).toEqual(again);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({
      state: "failed",
      failure: "errors.INTERNAL_SERVER_ERROR.message",
    });
  });

  it("because the engine was away goes on when it is back", async () => {
    const operationId = await beginImport("Name\nPatience\n");
    let away = true;
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (away && commandName === "TransactWriteItemsCommand") throw new Error("socket hang up");
          return next(args);
        },
      { step: "build", name: "away", override: true },
    );
    expect(await receive(operationId)).toEqual(again);
    away = false;
    expect(await receive(operationId, 2)).toEqual(done);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "done", created: 1 });
  });
});

describe("a canceled operation", () => {
  it("stays canceled, whatever its runner says afterwards, and one that is done stays done", async () => {
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

it("a file is its maker's: a colleague neither imports it nor downloads it", async () => {
  const fileId = await upload(owner, "Name\nMine\n");
  const colleague = await newOwner();
  await membershipEntity()
    .create({
      userId: colleague.userId,
      orgId: owner.orgId,
      orgName: "",
      name: "Colleague",
      email: "c@x.example",
      systemRole: "ADMIN",
      joinedAt: new Date().toISOString(),
    })
    .go();
  colleague.cookies.set("kartis_org", owner.orgId);
  await expect(colleague.call(startImport, { typeId, fileId, mapping })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(colleague.call(download, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await owner.call(download, { fileId })).url).toContain(fileId);
});
