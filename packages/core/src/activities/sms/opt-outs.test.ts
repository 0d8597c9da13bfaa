import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import type { CardType } from "../../cards/schema.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId } from "../../kernel/id.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { smsProcedures } from "./procedures.ts";

const [options, send, setOptOut] = [
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.setOptOut"),
];
const [open, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];
const phone = "+972502345678";

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let leads: CardType;
let phoneField: string;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
beforeEach(async () => {
  provider.twilio.weather = "fine";
  provider.twilio.answer(phone, "START");
  owner = await newOwner({ language: "he" });
  await proveSender(owner);
  leads = (await owner.call(named(cardProcedures, "cards.types"), {}))[0] ?? expect.fail("no type");
  phoneField = leads.fields.find(({ type }) => type === "phone")?.id ?? expect.fail("no phone");
  cardId = await card("050-234-5678");
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

const card = async (number: string, by = owner) => {
  const fields = { name: "Galil", [phoneField]: number };
  return (await by.call(named(cardProcedures, "cards.create"), { typeId: leads.id, fields })).id;
};
const write = (to = cardId) => owner.call(send, { cardId: to, text: "Your offer is ready" });
const mark = (isOptedOut: boolean, by = owner) => by.call(setOptOut, { cardId, phone: "050 234 5678", isOptedOut });
const optOutOf = async (of = cardId) => (await owner.call(options, { cardId: of })).numbers[0]?.optOut;
const left = async () => (await owner.call(named(smsSettingsProcedures, "sms.settings"), {})).balance.left;
const refused = { code: "INVALID_INPUT", details: { fields: { phone: "validation.smsOptedOut" } } };
async function settle(): Promise<void> {
  await provider.send(owner.orgId);
  await provider.keep(owner.orgId);
}
const delivered = async (smsId: string) => {
  const { entries } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId, channels: ["sms"], limit: 100 });
  const entry = entries.find(({ id }) => id === smsId);
  return entry?.kind === "activity" && entry.type === "SMS" ? entry.value : expect.fail("not on the timeline");
};
const noted = async () =>
  (await latestRecords(owner.orgId, 200, null)).flatMap(({ changes }) =>
    changes.flatMap(({ action }) => (action.startsWith("smsOptOut.") ? action : [])),
  );

describe("a number that wants no SMS", () => {
  it("is known from the operator's refusal, on every card and however it is typed, and stays so until somebody allows it", async () => {
    const [same, other] = [await card("+972 50-234-56 78"), await card("054-555-0187")];
    provider.twilio.answer(phone, "Stop");
    const made = await write();
    await settle();
    expect(await delivered(made.id)).toMatchObject({ delivery: "failed", reason: "optedOut" });
    for (const one of [cardId, same]) {
      expect(await optOutOf(one)).toMatchObject({ source: "operator", by: null });
      await expect(write(one)).rejects.toMatchObject(refused);
    }
    expect(await optOutOf(other)).toBeNull();
    await write(other);
    // Another organization has heard nothing from them.
    const stranger = await newOwner({});
    await proveSender(stranger);
    const [theirs] = await stranger.call(named(cardProcedures, "cards.types"), {});
    const field = theirs?.fields.find(({ type }) => type === "phone")?.id ?? "";
    const fields = { name: "Galil", [field]: phone };
    const elsewhere = await stranger.call(named(cardProcedures, "cards.create"), { typeId: theirs?.id ?? leads.id, fields });
    expect((await stranger.call(options, { cardId: elsewhere.id })).numbers).toMatchObject([{ optOut: null }]);

    expect(await mark(false)).toEqual({ optOut: null });
    // Messages of the refusal that are delivered once more are old news.
    await provider.keep(owner.orgId);
    expect(await optOutOf()).toBeNull();
    provider.twilio.answer(phone, "start");
    const again = await write(same);
    await settle();
    expect(provider.twilio.messages.find(({ to }) => to === phone)?.text).toBe(again.text);
    expect((await noted()).toSorted()).toEqual(["smsOptOut.create", "smsOptOut.delete"]);
    expect(await left()).toBe(18);
  });

  it("is noted by a person, with their name, once however often they say so, and allowed again", async () => {
    const [first] = await Promise.all([mark(true), mark(true), mark(true)]);
    expect(first).toMatchObject({ optOut: { source: "person", by: owner.userId } });
    expect(await mark(true)).toEqual(first);
    await expect(write()).rejects.toMatchObject(refused);
    await Promise.all([mark(false), mark(false)]);
    await mark(false);
    await write();
    expect((await noted()).toSorted()).toEqual(["smsOptOut.create", "smsOptOut.delete"]);
  });

  it("gets none that has not left yet, nor one that is sent again, and none is paid", async () => {
    const made = await write();
    await mark(true);
    const { accepted } = provider.twilio;
    await settle();
    expect(await delivered(made.id)).toMatchObject({ delivery: "failed", reason: "optedOut" });
    expect(await left()).toBe(20);
    const [effect] = (await owner.call(open, {})).effects;
    await owner.call(sendAgain, { effectId: effect?.id ?? expect.fail("not open") });
    await settle();
    expect(await left()).toBe(20);
    expect(provider.twilio.accepted).toBe(accepted);
    expect(await optOutOf()).toMatchObject({ source: "person", by: owner.userId });
    await mark(false);
    await owner.call(sendAgain, { effectId: effect?.id ?? expect.fail("not open") });
    await settle();
    expect(await delivered(made.id)).toMatchObject({ delivery: "sent", reason: null });
    expect(await left()).toBe(19);
  });

  it("is one of the card's, and noted by who may send SMS", async () => {
    await expect(owner.call(setOptOut, { cardId, phone: "+36301234567", isOptedOut: true })).rejects.toMatchObject({
      details: { fields: { phone: "validation.smsPhone" } },
    });
    const grants = { "CARDS.read": "ORGANIZATION", "SMS.read": "ORGANIZATION", "SMS.update": "ORGANIZATION" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Sends no SMS", grants });
    const member = await newMember(owner, { roleId: role.id });
    await expect(mark(true, member)).rejects.toMatchObject({ code: "NO_PERMISSION", details: { params: { type: "SMS" } } });
    expect(await optOutOf()).toBeNull();
  });
});
