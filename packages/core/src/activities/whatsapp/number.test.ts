import { named, newMember } from "@kartis/tests/support/people.ts";
import { business } from "@kartis/tests/support/whatsapp.ts";
import { describe, expect, it, vi } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { whatsappSettingsProcedures } from "../../whatsapp/index.ts";
import { whatsappProcedures } from "./procedures.ts";
import { customer, said, startInbox } from "./inbox.fixture.ts";

const options = named(whatsappProcedures, "whatsapp.options");
const send = named(whatsappProcedures, "whatsapp.send");
const settings = named(whatsappSettingsProcedures, "whatsapp.settings");
const connect = named(whatsappSettingsProcedures, "whatsapp.connect");
const test = named(whatsappSettingsProcedures, "whatsapp.test");
const disconnect = named(whatsappSettingsProcedures, "whatsapp.disconnect");
const open = named(outboundProcedures, "outbound.list");
const sendAgain = named(outboundProcedures, "outbound.sendAgain");

const inbox = startInbox();
const { write, settle, reply, messages, shown } = inbox;

describe("a token that has expired", () => {
  it("is noticed, recorded once, and not used again until the number is reconnected", async () => {
    await write("Hello");
    inbox.side.whatsapp.weather = "expired";
    const [made, other] = [await reply(), await reply()];
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "account" });
    expect(await shown(other.id)).toMatchObject({ delivery: "failed" });
    expect((await inbox.owner.call(settings, {})).number).toMatchObject({ problem: "account" });
    const { calls } = inbox.side.whatsapp;
    await expect(reply()).rejects.toMatchObject({ details: { messageKey: "errors.whatsappExpired" } });
    const { effects } = await inbox.owner.call(open, {});
    const [effect = expect.fail("not open")] = effects;
    await expect(inbox.owner.call(sendAgain, { effectId: effect.id })).rejects.toMatchObject({
      details: { messageKey: "errors.whatsappExpired" },
    });
    await settle();
    expect(inbox.side.whatsapp.calls).toBe(calls);
    const noted = (await latestRecords(inbox.owner.orgId, 300, null)).filter(
      ({ changes }) => changes[0]?.action === "whatsappNumber.update",
    );
    expect(noted).toHaveLength(1);
    expect((await inbox.owner.call(test, {})).problem).toBe("account");
    inbox.side.whatsapp.weather = "fine";
    expect((await inbox.owner.call(test, {})).problem).toBeNull();
    await reply();
  });

  it("of the number before says nothing about the one that was connected while Meta was asked", async () => {
    const original = globalThis.fetch;
    let isReconnected = false;
    inbox.side.whatsapp.weather = "expired";
    const asking = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const answer = await original(input, init);
      if (isReconnected || !/\/v\d+\.0\//.test(input instanceof Request ? input.url : String(input))) return answer;
      isReconnected = true;
      inbox.side.whatsapp.weather = "fine";
      const { phoneNumberId, businessId, token } = business;
      await inbox.owner.call(connect, { phoneNumberId, businessId, token, cardTypeId: inbox.typeId });
      return answer;
    });
    const answered = await inbox.owner.call(test, {}).finally(() => asking.mockRestore());
    expect(isReconnected).toBe(true);
    expect(answered).toMatchObject({ version: 2, problem: null });
    expect((await inbox.owner.call(settings, {})).number).toMatchObject({ version: 2, problem: null });
  });
});

describe("the number", () => {
  it("is required for sending, and its credentials are never shown", async () => {
    await write("Hello");
    const answer = JSON.stringify([await inbox.owner.call(settings, {}), await latestRecords(inbox.owner.orgId, 300, null)]);
    expect(answer).toContain(business.phone);
    expect(answer).not.toContain(business.token);
    expect(answer).not.toContain(business.appSecret);
    await inbox.owner.call(disconnect, {});
    expect((await inbox.owner.call(settings, {})).number).toBeNull();
    expect((await inbox.owner.call(options, { cardId: inbox.cardId })).obstacle).toBe("missing");
    await expect(reply()).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.whatsappMissing", targetRoute: "/settings/integrations?open=whatsapp" },
    });
    expect(await inbox.side.call(inbox.owner.orgId, inbox.side.whatsapp.write(customer, said("Hello?")))).toBe(200);
    await inbox.side.keep(inbox.owner.orgId);
    expect(await messages()).toHaveLength(1);
  });

  it("is refused by field for a wrong token or id, and can be changed without entering the credentials again", async () => {
    const { phoneNumberId, businessId } = business;
    const given = { phoneNumberId, businessId, cardTypeId: inbox.typeId };
    await expect(inbox.owner.call(connect, { ...given, token: "wrong" })).rejects.toMatchObject({
      details: { fields: { token: "validation.whatsappToken" } },
    });
    await expect(inbox.owner.call(connect, { ...given, phoneNumberId: "999999" })).rejects.toMatchObject({
      details: { fields: { phoneNumberId: "validation.whatsappNumber" } },
    });
    expect(await inbox.owner.call(connect, given)).toMatchObject({ version: 2, phone: business.phone });
    const role = await inbox.owner.call(named(organizationProcedures, "roles.create"), {
      name: "Reads",
      grants: { "ORGANIZATION.read": "ORGANIZATION" },
    });
    const member = await newMember(inbox.owner, { roleId: role.id });
    expect((await member.call(settings, {})).hook).toBeNull();
    await expect(member.call(disconnect, {})).rejects.toMatchObject({ code: "NO_PERMISSION" });
    await expect(member.call(send, { cardId: inbox.cardId, text: "Hello" })).rejects.toMatchObject({
      code: "NO_PERMISSION",
      details: { params: { type: "COMMENTS" } },
    });
  });
});
