import { cardProcedures, cardTypeProcedures, runConversion } from "@kartis/core/cards/index.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { findOperation } from "@kartis/core/operations/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { askedOperations as asked, dyingBeforeSend } from "@kartis/tests/support/operations-queue.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler } from "./on-type-changed.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [types, updateFields] = [named(cardProcedures, "cards.types"), named(cardTypeProcedures, "cardTypes.updateFields")];
const event = (orgId: string, recordId: string) => ({
  Records: [sqsRecord({ detail: { orgId, recordId, actions: ["field.update"] } })],
});

it("asks for the conversion that a change of fields has made due, should nobody have; and no more once it has begun", async () => {
  const owner = await newOwner();
  const { orgId } = owner;
  const leads = (await owner.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const fields = leads.fields.map((field) => (field.key === "price" ? { ...field, type: "number" as const } : field));
  expect(fields).not.toEqual(leads.fields);
  // The process that makes the change dies between commit and queue.
  const revive = dyingBeforeSend();
  await expect(
    owner.call(updateFields, { typeId: leads.id, expectedVersion: leads.version, fields, resolutions: [] }),
  ).rejects.toThrow("killed");
  revive();
  expect(await asked()).toEqual([]);
  const [record] = await latestRecords(orgId, 1, null);
  if (!record) return expect.fail("no record");

  expect(await handler(event(orgId, record.id))).toEqual({ batchItemFailures: [] });
  expect(await asked()).toEqual([{ orgId, operationId: record.batchId }]);

  const operation = (await findOperation(orgId, record.batchId as `opn_${string}`)) ?? expect.fail("no operation");
  await runConversion(operation, systemClock, 60_000);
  await handler(event(orgId, record.id));
  expect(await asked()).toEqual([]);
});

it("has nothing to do after a change that no conversion follows from", async () => {
  const owner = await newOwner();
  const leads = (await owner.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const fields = leads.fields.map((field) => (field.key === "price" ? { ...field, label: "Remarks" } : field));
  await owner.call(updateFields, { typeId: leads.id, expectedVersion: leads.version, fields, resolutions: [] });
  const [record] = await latestRecords(owner.orgId, 1, null);
  expect(record?.batchId).toBeUndefined();
  await handler(event(owner.orgId, record?.id ?? ""));
  expect(await asked()).toEqual([]);
});
