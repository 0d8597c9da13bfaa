import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { OperationId, OrgId } from "@kartis/core/kernel/id.ts";
import { findOperation, operationOf } from "@kartis/core/operations/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { startDelivery } from "@kartis/tests/support/delivery.ts";
import { mailedProof } from "@kartis/tests/support/mailed-proof.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handler } from "./on-requested.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const call = <Name extends (typeof procedures)[number]["name"]>(name: Name) => named(procedures, name);

/** The recently started operations, newest first. */
async function started(orgId: OrgId): Promise<OperationId[]> {
  return (await latestRecords(orgId, 20, null)).flatMap((record) => operationOf(record) ?? []);
}

describe("an operation", () => {
  it("runs even if the process that started it was killed the moment it was written", async () => {
    const owner = await newOwner();
    const { orgId } = owner;
    const [type] = await owner.call(call("cards.types"), {});
    const starter = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        join(import.meta.dirname, "dying-starter.fixture.ts"),
        JSON.stringify([...owner.cookies]),
        type?.id ?? expect.fail("no type"),
      ],
      { stdio: "inherit", env: { ...process.env, ...backend.environment } },
    );
    expect((await once(starter, "exit"))[1]).toBe("SIGKILL");
    const [operationId = expect.fail("no operation was started")] = await started(orgId);
    expect(await findOperation(orgId, operationId)).toMatchObject({ kind: "export", state: "running", total: null });
    await endsByItself(orgId, operationId);
  });

  it.each<[string, (owner: Owner) => Promise<unknown>]>([
    ["import", startImport],
    ["export", async (owner) => owner.call(call("cards.export"), { cardTypeId: await typeOf(owner) })],
    ["bulk", bulk],
    ["revert", async (owner) => owner.call(call("changes.revert"), { operationId: (await ended(owner, bulk)).operationId })],
    ["conversion", convert],
    ["audit", (owner) => owner.call(call("audit.export"), {})],
    ["personExport", async (owner) => owner.call(call("personalData.export"), { cardId: await cardOf(owner) })],
    ["erasure", async (owner) => owner.call(call("personalData.erase"), { cardId: await cardOf(owner) })],
    ["ownExport", (owner) => owner.call(call("account.export"), {})],
    ["handOver", handOver],
    ["erasure", leave],
  ])("is run because of its record alone: %s", async (kind, start) => {
    const owner = await newOwner();
    await start(owner);
    const [operationId = expect.fail("no operation was started"), ...others] = await started(owner.orgId);
    const kinds = [operationId, ...others].map(async (id) => (await findOperation(owner.orgId, id))?.kind);
    expect(await Promise.all(kinds)).toContain(kind);
    for (const id of [operationId, ...others]) await endsByItself(owner.orgId, id);
  });
});

/** Waits for the operation to end, triggered by the table's stream alone. */
async function endsByItself(orgId: OrgId, operationId: OperationId): Promise<void> {
  const delivery = await startDelivery(backend, { "operations-on-requested": handler });
  try {
    await expect.poll(() => findOperation(orgId, operationId)).toMatchObject({ state: "done" });
  } finally {
    await delivery.stop();
  }
}

async function ended<T extends { operationId: OperationId }>(owner: Owner, start: (by: Owner) => Promise<T>): Promise<T> {
  const result = await start(owner);
  await endsByItself(owner.orgId, result.operationId);
  return result;
}

async function typeOf(owner: Owner): Promise<`typ_${string}`> {
  const [type] = await owner.call(call("cards.types"), {});
  return type?.id ?? expect.fail("no type");
}

async function cardOf(owner: Owner, fields = {}): Promise<`crd_${string}`> {
  return (await owner.call(call("cards.create"), { typeId: await typeOf(owner), fields: { name: "Dana", ...fields } })).id;
}

async function bulk(owner: Owner) {
  const selection = { cardIds: [await cardOf(owner)] };
  return owner.call(call("bulk.start"), { selection, change: { kind: "edit", fields: { name: "Dina" } } });
}

async function startImport(owner: Owner) {
  const content = "Name\nUri\n";
  const target = await owner.call(call("imports.createUpload"), { fileName: "a.csv", bytes: content.length });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  expect((await fetch(target.url, { method: "POST", body: form })).ok).toBe(true);
  const mapping = [{ column: 0, fieldId: "name" }];
  return owner.call(call("imports.start"), { typeId: await typeOf(owner), fileId: target.fileId, mapping });
}

async function convert(owner: Owner) {
  const leads = (await owner.call(call("cards.types"), {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  const fields = leads.fields.map((field) => (field.key === "price" ? { ...field, type: "number" as const } : field));
  return owner.call(call("cardTypes.updateFields"), {
    typeId: leads.id,
    expectedVersion: leads.version,
    fields,
    resolutions: [],
  });
}

async function handOver(owner: Owner) {
  const [member, heir] = [await newMember(owner, {}), await newMember(owner, {})];
  await cardOf(owner, { owner: member.userId });
  return owner.call(call("members.remove"), { userId: member.userId, heirId: heir.userId });
}

async function leave(owner: Owner) {
  const member = await newMember(owner, {});
  await cardOf(owner, { owner: member.userId });
  return member.call(call("account.delete"), { proof: await mailedProof(backend, member) });
}
