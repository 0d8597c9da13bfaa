import { handler as runOperations } from "@kartis/events/operations/on-requested.ts";
import { handler } from "@kartis/events/cards/on-assigned.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkProcedures } from "../../bulk/index.ts";
import { cardProcedures, cardTypeProcedures } from "../index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId } from "../../kernel/id.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { findUser } from "../../users/index.ts";

const types = named(cardProcedures, "cards.types");
const create = named(cardProcedures, "cards.create");
const update = named(cardProcedures, "cards.update");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** Delivers the organization's latest records to the consumer, as the queue does: at least once. */
async function react({ orgId }: Owner): Promise<void> {
  const records = await latestRecords(orgId, 20, null);
  const Records = records.map(({ id, changes }) =>
    sqsRecord({ detail: { orgId, recordId: id, actions: changes.map(({ action }) => action) } }, { messageId: id }),
  );
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
}

async function mailsTo({ userId, orgId }: Owner) {
  expect(await sendIntended(orgId)).toBe(0);
  const user = await findUser(userId);
  return backend.engines.mail.listMails({ to: user?.email ?? "", limit: 100 });
}

async function firm() {
  const owner = await newOwner();
  const colleague = await newMember(owner, { systemRole: "ADMIN" });
  const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail();
  const make = async (name: string, fields: object = {}): Promise<CardId> =>
    (await owner.call(create, { typeId, fields: { name, ...fields } })).id;
  return { owner, colleague, typeId, make };
}

describe("a card assigned to somebody", () => {
  it("is reported by mail, several in one, however often the queue delivers the record", async () => {
    const { owner, colleague, make } = await firm();
    const ids = [await make("Kfar Blum Hotel"), await make("Teva Market")];
    for (const cardId of ids) await owner.call(update, { cardId, fields: { owner: colleague.userId } });
    await react(owner);
    await react(owner);
    const mails = await mailsTo(colleague);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Owner \d+ assigned 2 cards to you$/)]);
    for (const cardId of ids) expect(mails[0]?.text).toContain(`/cards/leads/${cardId}`);
    expect(await mailsTo(owner)).toEqual([]);
  });

  it("is reported when it is created for them, and not when they created or took it themselves", async () => {
    const { owner, colleague, typeId, make } = await firm();
    await make("Almog Marine", { owner: colleague.userId });
    await colleague.call(create, { typeId, fields: { name: "Their own" } });
    const theirs = await make("Taken");
    await colleague.call(update, { cardId: theirs, fields: { owner: colleague.userId } });
    await react(owner);
    const mails = await mailsTo(colleague);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/assigned “Almog Marine” to you/)]);
  });

  it("is reported for a field that assigns people, and not for one that only names them", async () => {
    const { owner, colleague } = await firm();
    const { id: typeId, fields } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Job",
        pluralName: "Jobs",
        hue: "blue",
        fields: [
          { key: "technician", type: "user", label: "Technician", assigns: true },
          { key: "witness", type: "user", label: "Witness" },
        ],
      },
    });
    const fieldId = (key: string) => fields.find((field) => field.key === key)?.id ?? "";
    await owner.call(create, { typeId, fields: { name: "Boiler", [fieldId("technician")]: colleague.userId } });
    await owner.call(create, { typeId, fields: { name: "Quarrel", [fieldId("witness")]: colleague.userId } });
    await react(owner);
    const mails = await mailsTo(colleague);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/assigned “Boiler” to you/)]);
  });

  it("is not reported when it has been reassigned, came back by an undo, or they have switched the notification off", async () => {
    const { owner, colleague, make } = await firm();
    const cardId = await make("Back and forth");
    await owner.call(update, { cardId, fields: { owner: colleague.userId } });
    const { recordId } = await owner.call(update, { cardId, fields: { owner: owner.userId } });
    await react(owner);
    expect(await mailsTo(colleague)).toEqual([]);
    await owner.call(named(undoProcedures, "changes.undo"), { recordId: recordId ?? "" });
    const [undone] = await latestRecords(owner.orgId, 1, null);
    expect(undone?.origin).toBe("undo");
    expect(
      await handler({ Records: [sqsRecord({ detail: { orgId: owner.orgId, recordId: undone?.id, actions: ["card.update"] } })] }),
    ).toEqual({
      batchItemFailures: [],
    });
    expect(await mailsTo(colleague)).toEqual([]);
    await colleague.call(named(profileProcedures, "profile.update"), { notifications: { assignments: false } });
    await make("Quiet", { owner: colleague.userId });
    await react(owner);
    expect(await mailsTo(colleague)).toEqual([]);
  });
});

it("a bulk change is reported in one mail, at its end", async () => {
  const { owner, colleague, make } = await firm();
  const cardIds: CardId[] = [];
  for (let at = 0; at < 12; at++) cardIds.push(await make(`Card ${at}`));
  const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), {
    selection: { cardIds },
    change: { kind: "edit", fields: { owner: colleague.userId } },
  });
  const run = { orgId: owner.orgId, operationId };
  const asked = sqsRecord(run);
  await runOperations({ Records: [asked] });
  await runOperations({ Records: [asked] });
  await react(owner);
  const mails = await mailsTo(colleague);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/assigned 12 cards to you$/)]);
  expect(mails[0]?.text).toContain("and 2 more");
});
