import { handler } from "@kartis/events/operations/on-requested.ts";
import { handler as sweepTrashOnSchedule } from "@kartis/functions/trash/handler.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { startVoip, type VoipSide } from "@kartis/tests/support/voip.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { dueActions } from "../cards/trash/actions.ts";
import { noteTrash } from "../cards/trash/due.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { recordOf } from "../data/payloads.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { findOperation } from "../operations/index.ts";
import { openReplica, writeSnapshot } from "../replicas.ts";
import { voipProcedures } from "../voip/index.ts";
import { everythingKept, pagesOf, whereStands } from "./everything.fixture.ts";
import { personalDataProcedures } from "./index.ts";

const [create, trash, purge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.purge"),
];
const list = named(voipProcedures, "voip.list");
const [preview, erase] = [
  named(personalDataProcedures, "personalData.preview"),
  named(personalDataProcedures, "personalData.erase"),
];

/** A value that occurs only in the person's data. */
const marker = "527439185";
const number = `972${marker}`;
const other = "36301234567";

let backend: Backend;
let side: VoipSide;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  side = await startVoip();
});
beforeEach(async () => {
  owner = await newOwner({ phone: "+972 50 234 5678" });
  await side.connect(owner);
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

async function missed(from: string): Promise<void> {
  side.reports.push(...side.voicenter.ring(from, "204"));
  side.reports.push(...side.voicenter.hangUp(side.voicenter.calls[0]?.id ?? ""));
  await side.settle(owner.orgId);
}

async function card(phone: string): Promise<CardId> {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone");
  if (!type || !field) throw new Error("no phone field");
  return (await owner.call(create, { typeId: type.id, fields: { name: "Rami", [field.id]: phone } })).id;
}

async function run(operationId: OperationId): Promise<void> {
  const record = sqsRecord({ orgId: owner.orgId, operationId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  for (let times = 0; times < 50 && (await state()) === "running"; times++)
    expect(await deliver(handler, record)).toEqual({ batchItemFailures: [] });
  expect(await state()).toBe("done");
}

async function sweep(): Promise<void> {
  for (const record of await latestRecords(owner.orgId, 300, null)) await noteTrash(recordOf(record, dueActions));
  await sweepTrashOnSchedule();
}

const numbers = async () => (await owner.call(list, {})).calls.map((call) => call.number);

it("an erased person's calls go with the reports that brought them, also those from before there was a card; others' stay", async () => {
  await missed(number);
  const cardId = await card(`+${number}`);
  await missed(number);
  await missed(other);
  await writeSnapshot(owner.orgId);
  expect(whereStands([marker], await everythingKept(owner.orgId))).not.toEqual([]);
  expect((await owner.call(preview, { cardId })).parts).toContainEqual({ name: "calls", count: 2 });
  await run((await owner.call(erase, { cardId })).operationId);
  expect(await numbers()).toEqual([`+${other}`]);
  expect(whereStands([marker], await everythingKept(owner.orgId))).toEqual([]);
  expect(whereStands([marker], new Map([["replica", await pagesOf((await openReplica(owner.orgId)).db)]]))).toEqual([]);
  // What is handed over once more brings nothing back.
  await side.keep(owner.orgId);
  expect(await numbers()).toEqual([`+${other}`]);
});

it("a call ends with its card", async () => {
  const cardId = await card(`+${number}`);
  await missed(number);
  await missed(other);
  await owner.call(trash, { cardId });
  await sweep();
  expect(await numbers()).toHaveLength(2);
  await owner.call(purge, { cardId });
  await sweep();
  expect(await numbers()).toEqual([`+${other}`]);
});
