import { handler as onAnswered } from "@kartis/events/sms/on-answered.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { findEvent } from "../../provider-events/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { noticesOfActivities } from "../notices.ts";
import { smsProcedures } from "./procedures.ts";

const [options, send, setOptOut] = [
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.setOptOut"),
];
const ours = "+972501110000";

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let typeId: CardTypeId;
let phoneField: string;
/** Of the customer; one for each test, as the simulated phones keep what they have received. */
let phone: string;
let cardId: CardId;
let counter = 0;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" });
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) throw new Error("no type");
  typeId = type.id;
  phoneField = type.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  phone = `+97250222${String(1000 + ++counter)}`;
  cardId = await card("Galil");
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

const card = async (name: string, by = owner) =>
  (await by.call(named(cardProcedures, "cards.create"), { typeId, fields: { name, [phoneField]: phone } })).id;
async function write(to = cardId, by = owner) {
  const sms = await by.call(send, { cardId: to, text: "Shall we come on Sunday?" });
  await provider.send(by.orgId);
  await provider.report(by.orgId);
  return sms;
}
const answer = (text: string) => provider.answer(owner.orgId, phone, text);
const received = async (on = cardId, by = owner) => {
  const { entries } = await by.call(named(timelineProcedures, "timeline.list"), { cardId: on, channels: ["sms"], limit: 100 });
  return entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "SMS" && entry.value.direction === "IN" ? entry.value : [],
  );
};
const optOut = async () => (await owner.call(options, { cardId })).numbers[0]?.optOut;

describe("an answer to an SMS", () => {
  it("is on the timeline of the card that wrote, once, and its writer is notified", async () => {
    await proveSender(owner, "0501110000", ours);
    await write();
    // Changed later, and has the same number.
    const other = await card("Negev");
    expect(await answer("כן, בשמחה ✓")).toBe(204);
    const [one, ...more] = await received();
    expect(one).toMatchObject({ text: "כן, בשמחה ✓", phone, from: ours, delivery: "received", reason: null, createdBy: null });
    expect([...more, ...(await received(other))]).toEqual([]);
    const records = await latestRecords(owner.orgId, 20, null);
    const notices = (await Promise.all(records.map(noticesOfActivities))).flat().filter(({ kind }) => kind === "smsReceived");
    expect(notices).toEqual([{ userId: owner.userId, kind: "smsReceived", subjectId: one?.id, details: { cardId } }]);
    // The queue and the provider deliver at least once.
    await answer("Second");
    expect((await received()).map(({ text }) => text)).toEqual(["Second", "כן, בשמחה ✓"]);
  });

  it("reaches every organization that has verified the number, and no other", async () => {
    const other = await newOwner();
    await proveSender(owner, "0501110000", ours);
    await write();
    const { twilio } = provider;
    const incoming = twilio.answer(phone, "Yes", `${process.env["PUBLIC_ORIGIN"]}/api/hooks/sms`) ?? expect.fail();
    const key = incoming.fields["MessageSid"] ?? "";
    expect(await provider.call(incoming)).toBe(204);
    expect((await findEvent(owner.orgId, "smsAnswer", key))?.payload).toMatchObject({ from: phone, to: ours, text: "Yes" });
    expect(await findEvent(other.orgId, "smsAnswer", key)).toBeUndefined();
    expect(await provider.call(incoming, "bm90IGl0cyBzaWduYXR1cmU=")).toBe(401);
    expect(await provider.call({ ...incoming, fields: { ...incoming.fields, Body: "x".repeat(21_000) } })).toBe(413);
    expect(await provider.call({ ...incoming, fields: { To: ours } })).toBe(400);
    expect(await provider.call({ ...incoming, fields: { ...incoming.fields, From: "Bank", MessageSid: "SM2" } })).toBe(204);
    expect(await findEvent(owner.orgId, "smsAnswer", "SM2")).toBeUndefined();
  });

  it("cannot be given to a name", async () => {
    await proveSender(owner);
    await write();
    expect(await answer("Yes")).toBeUndefined();
  });

  it("that asks for no more SMS is honored until its writer takes it back", async () => {
    await proveSender(owner, "0501110000", ours);
    await write();
    await answer("Please stop calling me");
    expect(await optOut()).toBeNull();
    await answer("הסר.");
    expect(await optOut()).toMatchObject({ source: "recipient", by: null });
    await expect(write()).rejects.toMatchObject({ details: { fields: { phone: "validation.smsOptedOut" } } });
    await answer("START");
    expect(await optOut()).toBeNull();
    await expect(write()).resolves.toMatchObject({ phone });
    // All of it can be read.
    expect((await received()).map(({ text }) => text)).toEqual(["START", "הסר.", "Please stop calling me"]);
  });

  it.each([
    ["no more SMS stands, though an earlier wish for them", ["START", "STOP"], "recipient"],
    ["SMS again stands, though an earlier refusal", ["STOP", "START"], undefined],
    ["SMS again stands, though a refusal and a wish before it", ["START", "STOP", "START"], undefined],
  ])("that asks for %s is delivered after it, also where no card has the number", async (_, texts, source) => {
    await proveSender(owner, "0501110000", ours);
    await write();
    await answer("Hello");
    for (const isKnown of [true, false]) {
      if (!isKnown) {
        await owner.call(setOptOut, { cardId, phone, isOptedOut: false });
        await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: null } });
      }
      for (const text of texts)
        await provider.call(
          provider.twilio.answer(phone, text, `${process.env["PUBLIC_ORIGIN"]}/api/hooks/sms`) ?? expect.fail(),
        );
      for (const { id, changes } of await latestRecords(owner.orgId, texts.length, null)) {
        const detail = { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) };
        expect(await onAnswered({ Records: [sqsRecord({ detail }, { messageId: id })] })).toEqual({ batchItemFailures: [] });
      }
      if (!isKnown) await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: phone } });
      expect((await optOut())?.source).toBe(source);
    }
  });

  it("that asks for no more SMS, and is delivered again after it was taken back, changes nothing, also where no card has the number", async () => {
    await proveSender(owner, "0501110000", ours);
    await write();
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: null } });
    await answer("STOP");
    const again = (await latestRecords(owner.orgId, 20, null)).filter(({ changes }) =>
      changes.some(({ action }) => action === "webhook.receive"),
    );
    await answer("START");
    for (const { id, changes } of again) {
      const detail = { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) };
      expect(await onAnswered({ Records: [sqsRecord({ detail }, { messageId: id })] })).toEqual({ batchItemFailures: [] });
    }
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: phone } });
    expect(await optOut()).toBeNull();
  });

  it("from a number that no card has any more is not kept, and its opt-out is", async () => {
    await proveSender(owner, "0501110000", ours);
    await write();
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: null } });
    await answer("Стоп");
    expect(await received()).toEqual([]);
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: phone } });
    expect(await optOut()).toMatchObject({ source: "recipient" });
  });
});
