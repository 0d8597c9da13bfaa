import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { smsProcedures } from "../activities/sms/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { findOperation } from "../operations/index.ts";
import { openReplica } from "../replicas.ts";
import { everythingKept, pagesOf, whereStands } from "./everything.fixture.ts";
import { personalDataProcedures } from "./index.ts";

const create = named(cardProcedures, "cards.create");
const [options, send, setOptOut] = [
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.setOptOut"),
];
const [preview, erase] = [
  named(personalDataProcedures, "personalData.preview"),
  named(personalDataProcedures, "personalData.erase"),
];

let backend: Backend;
let provider: SmsSide;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

it("an erased person's opt-out of SMS stays, and is all that is left of their number", async () => {
  const owner = await newOwner({});
  await proveSender(owner, "0501110000", "+972501110000");
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  const card = async () =>
    (await owner.call(create, { typeId: type?.id ?? expect.fail("no type"), fields: { name: "Dana", [field]: "+972527439185" } }))
      .id;
  const cardId = await card();
  await owner.call(send, { cardId, text: "Hello" });
  // An answer is kept on the timeline, and as the provider's call for thirty days.
  expect(await provider.send(owner.orgId)).toBe(0);
  expect(await provider.answer(owner.orgId, "+972527439185", "Ring me at the cowshed")).toBe(204);
  await owner.call(setOptOut, { cardId, phone: "+972527439185", isOptedOut: true });
  expect(whereStands(["527439185", "cowshed"], await everythingKept(owner.orgId))).not.toEqual([]);
  expect((await owner.call(preview, { cardId })).kept).toEqual([{ reason: "personalData.keeps.smsOptOuts", count: 1 }]);

  const { operationId } = await owner.call(erase, { cardId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  for (let times = 0; times < 50 && (await state()) === "running"; times++)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  expect(await state()).toBe("done");
  expect(whereStands(["527439185", "cowshed"], await everythingKept(owner.orgId))).toEqual([]);
  expect(
    whereStands(["527439185", "cowshed"], new Map([["replica", await pagesOf((await openReplica(owner.orgId)).db)]])),
  ).toEqual([]);

  const again = await card();
  expect((await owner.call(options, { cardId: again })).numbers).toMatchObject([
    { optOut: { source: "person", by: owner.userId } },
  ]);
  await expect(owner.call(send, { cardId: again, text: "Hello" })).rejects.toMatchObject({
    details: { fields: { phone: "validation.smsOptedOut" } },
  });
});
