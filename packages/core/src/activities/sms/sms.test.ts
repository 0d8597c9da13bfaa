import { purposes as smsPurposes } from "@kartis/events/sms/on-intended.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { givePlan } from "../../billing/index.ts";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { commitContextOf } from "../../data/commit.ts";
import { principalOf } from "../../kernel/actor.ts";
import { systemClock } from "../../kernel/clock.ts";
import { type ActivityId, type CardId, type CardTypeId, isId, newId } from "../../kernel/id.ts";
import { deliver, type Effect, findEffect, type Purpose } from "../../outbound/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { findActivities } from "../store.ts";
import { smsProcedures } from "./procedures.ts";
import type { SendSmsInput } from "./schema.ts";

const [options, send, update, remove, restore] = [
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.update"),
  named(smsProcedures, "sms.remove"),
  named(smsProcedures, "sms.restore"),
];
const [settings, entries, requestSender, verifySender] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.entries"),
  named(smsSettingsProcedures, "sms.requestSender"),
  named(smsSettingsProcedures, "sms.verifySender"),
];
const [open, sendAgain, dismiss] = [
  named(outboundProcedures, "outbound.list"),
  named(outboundProcedures, "outbound.sendAgain"),
  named(outboundProcedures, "outbound.dismiss"),
];
const timeline = named(timelineProcedures, "timeline.list");

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let typeId: CardTypeId;
let phoneField: string;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
beforeEach(async () => {
  provider.twilio.weather = "fine";
  owner = await newOwner({ language: "he" });
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) throw new Error("no type");
  typeId = type.id;
  phoneField = type.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  cardId = await card("050-234-5678");
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

let counter = 0;
const card = async (phone: string | null) =>
  (
    await owner.call(named(cardProcedures, "cards.create"), {
      typeId,
      fields: { name: `Galil ${++counter}`, ...(phone ? { [phoneField]: phone } : {}) },
    })
  ).id;
/** A phone of its own for each test, since codes are limited per phone. */
const newPhone = () => `+97254${String(Date.now()).slice(-4)}${String(100 + ++counter).slice(-3)}`;
const smsTo = (phone: string) => provider.twilio.messages.filter(({ to }) => to === phone);
const codeTo = (phone: string) => /\d{6}/.exec(smsTo(phone)[0]?.text ?? "")?.[0] ?? expect.fail("no code");

/** The provider's id of the message with this text. */
const sidOf = (text: string) => provider.twilio.messages.find((one) => one.text === text)?.sid ?? expect.fail("not accepted");

/** A sender of the organization, verified by its code. */
async function verified(name = "Meridian", by = owner) {
  const phone = newPhone();
  const { id } = await by.call(requestSender, { name, phone });
  expect(await provider.send(by.orgId)).toBe(0);
  return by.call(verifySender, { senderId: id, code: codeTo(phone) });
}
type Given = Partial<z.input<typeof SendSmsInput>>;
const write = (more: Given = {}, by = owner) => by.call(send, { cardId, text: "Your offer is ready", ...more });
const left = async () => (await owner.call(settings, {})).balance.left;
const shown = async (id: string) => {
  const { entries: all } = await owner.call(timeline, { cardId, channels: ["sms"], limit: 100 });
  const entry = all.find((one) => one.id === id);
  return entry?.kind === "activity" && entry.type === "SMS" ? entry.value : expect.fail("not on the timeline");
};
async function settle(): Promise<void> {
  await provider.send(owner.orgId);
  await provider.keep(owner.orgId);
}
/** The effect that sends an SMS. */
async function sendingOf(smsId: ActivityId): Promise<Effect> {
  const effectId = (await findActivities(owner.orgId, [smsId])).get(smsId)?.values["effectId"];
  const effect = isId("eff", effectId) ? await findEffect(owner.orgId, effectId) : undefined;
  return effect ?? expect.fail("no effect");
}
/** Checks that the balance is the sum of its entries and the month's starting balance. */
async function expectExact(): Promise<void> {
  const all = await owner.call(entries, { limit: 100 });
  expect(all.entries.reduce((sum, { change }) => sum + change, 0)).toBe(await left());
}

describe("an SMS from a card", () => {
  it("goes to the card's number from the verified sender, is paid by its parts, and its delivery is reported", async () => {
    await verified();
    expect(await owner.call(options, { cardId })).toMatchObject({
      numbers: [{ phone: "+972502345678" }],
      senders: [{ name: "Meridian" }],
      left: 20,
      obstacle: null,
    });
    const made = await write({ text: "א".repeat(71) });
    expect(made).toMatchObject({
      phone: "+972502345678",
      from: "Meridian",
      parts: 2,
      delivery: "sending",
      createdBy: owner.userId,
    });
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 18, used: 2, reserved: 2 } });
    await settle();
    expect(smsTo("+972502345678")).toMatchObject([{ from: "Meridian", text: "א".repeat(71) }]);
    expect((await shown(made.id)).delivery).toBe("sent");
    expect(await provider.report(owner.orgId)).toEqual([204, 204]);
    expect(await shown(made.id)).toMatchObject({ delivery: "delivered", reason: null });
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 18, reserved: 0 } });
    await expectExact();
  });

  it("is sent once, however often the call is repeated and however often its record is delivered", async () => {
    await verified();
    const smsId = newId("act");
    const [first, second] = await Promise.all([write({ smsId }), write({ smsId })]);
    expect(first.id).toBe(second.id);
    const accepted = provider.twilio.accepted;
    await Promise.all([provider.send(owner.orgId), provider.send(owner.orgId)]);
    await settle();
    expect(provider.twilio.accepted).toBe(accepted + 1);
    expect(await left()).toBe(19);
    await expectExact();
  });

  it("is not taken for one that was sent under its id with another text or to another number", async () => {
    await verified();
    const smsId = newId("act");
    await write({ smsId });
    const sentBefore = { code: "CONFLICT", details: { messageKey: "errors.sentBefore" } };
    await expect(write({ smsId, text: "Your offer is ready, with the crane" })).rejects.toMatchObject(sentBefore);
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [phoneField]: "054-999-8877" } });
    await expect(write({ smsId })).rejects.toMatchObject(sentBefore);
    expect(await left()).toBe(19);
    await settle();
    await write({ smsId: newId("act"), text: "Your offer is ready, with the crane" });
    await settle();
    expect(smsTo("+972549998877").map(({ text }) => text)).toEqual(["Your offer is ready, with the crane"]);
    await expectExact();
  });

  it("that is not delivered returns its payment, whatever the order of the reports", async () => {
    await verified();
    provider.twilio.weather = "unreachable";
    const made = await write();
    await settle();
    expect(await left()).toBe(19);
    await provider.report(owner.orgId);
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "unreachable" });
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 20, reserved: 0 } });
    provider.twilio.weather = "muddled";
    const second = await write();
    await settle();
    expect(await provider.report(owner.orgId)).toEqual([204, 204, 204, 204]);
    expect(await shown(second.id)).toMatchObject({ delivery: "delivered" });
    expect(await left()).toBe(19);
    await expectExact();
  });

  it.each([
    ["+15005550001", "badNumber"],
    ["+15005550002", "unreachable"],
    ["+15005550003", "regionOff"],
    ["+15005550004", "optedOut"],
    ["+15005550009", "landline"],
  ])("to %s is refused as %s, costs nothing, and waits for a decision", async (phone, reason) => {
    await verified();
    cardId = await card(phone);
    const made = await write();
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason });
    expect(await left()).toBe(20);
    expect((await owner.call(open, {})).effects).toMatchObject([{ purpose: "sms", state: "failed", subject: { id: made.id } }]);
    await expectExact();
  });

  it("whose answer was lost is not resent by itself: a person decides to resend it, or that it arrived", async () => {
    await verified();
    provider.twilio.weather = "lost";
    const [made, other] = [await write(), await write({ text: "It has arrived" })];
    const accepted = provider.twilio.accepted;
    await settle();
    await settle();
    expect(provider.twilio.accepted).toBe(accepted + 2);
    expect((await shown(made.id)).delivery).toBe("unknown");
    const { effects } = await owner.call(open, {});
    const effectOf = (id: string) => effects.find(({ subject }) => subject.id === id)?.id ?? expect.fail("not open");
    provider.twilio.weather = "fine";
    await owner.call(sendAgain, { effectId: effectOf(made.id) });
    await owner.call(dismiss, { effectId: effectOf(other.id) });
    await settle();
    expect(provider.twilio.accepted).toBe(accepted + 3);
    expect((await shown(made.id)).delivery).toBe("sent");
    expect((await shown(other.id)).delivery).toBe("sent");
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 18, reserved: 0 } });
    // A person's decision is not final: the provider's report overrides it.
    const [failure] = provider.twilio.settle(sidOf(other.text), "undelivered", 30003);
    expect(await provider.call(failure ?? expect.fail("nothing to report"))).toBe(204);
    await provider.keep(owner.orgId);
    expect(await shown(other.id)).toMatchObject({ delivery: "failed", reason: "unreachable" });
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 19, reserved: 0 } });
    await expectExact();
  });

  it.each(["once it was", "before it was"])("whose answer was lost is settled by its report, which comes %s", async (order) => {
    await verified();
    provider.twilio.weather = "lost";
    const made = await write({ text: `Lost; its report comes ${order}` });
    const reported = async () => {
      const [report] = provider.twilio.settle(sidOf(made.text), "delivered");
      expect(await provider.call(report ?? expect.fail("nothing to report"))).toBe(204);
      await provider.keep(owner.orgId, "webhook.receive");
    };
    if (order === "before it was") provider.meanwhile = reported;
    await provider.send(owner.orgId);
    provider.meanwhile = undefined;
    await provider.keep(owner.orgId, "effect.lose");
    if (order === "once it was") {
      expect((await shown(made.id)).delivery).toBe("unknown");
      expect((await owner.call(open, {})).effects).toHaveLength(1);
      await reported();
    }
    expect((await shown(made.id)).delivery).toBe("delivered");
    expect((await owner.call(open, {})).effects).toEqual([]);
    await provider.keep(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("delivered");
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 19, reserved: 0 } });
    await expectExact();
  });

  it("that is moved to the trash before it was sent is not sent, and costs nothing", async () => {
    await verified();
    const made = await write({ text: "Called back" });
    await owner.call(remove, { smsId: made.id });
    await settle();
    expect(provider.twilio.messages.filter(({ text }) => text === "Called back")).toEqual([]);
    expect(await owner.call(restore, { smsId: made.id })).toMatchObject({ delivery: "failed", reason: "canceled" });
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "canceled" });
    expect((await owner.call(open, {})).effects).toEqual([]);
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 20, reserved: 0 } });
    await expectExact();
  });

  it.each(["fine", "lost"] as const)(
    "that is moved to the trash while the provider is being called is sent and paid, whoever else has its message (%s)",
    async (weather) => {
      await verified();
      const made = await write({ text: `Under way, ${weather}` });
      const effect = await sendingOf(made.id);
      const { sms } = smsPurposes;
      const slow = () => sms.prepare(effect, systemClock);
      const first: Purpose = {
        ...sms,
        async prepare(...given) {
          const call = await sms.prepare(...given);
          return (
            call &&
            (async (key) => {
              await owner.call(remove, { smsId: made.id });
              expect(await slow()).toBeUndefined();
              return call(key);
            })
          );
        },
      };
      provider.twilio.weather = weather;
      expect(await deliver(owner.orgId, effect.effectId, { sms: first }, systemClock)).toBe("settled");
      provider.twilio.weather = "fine";
      await settle();
      expect(provider.twilio.messages.filter(({ text }) => text === made.text)).toHaveLength(1);
      expect(await owner.call(restore, { smsId: made.id })).toMatchObject({ delivery: weather === "fine" ? "sent" : "unknown" });
      const reserved = weather === "fine" ? 0 : 1;
      expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 19, reserved } });
      await expectExact();
    },
  );

  it("that is moved to the trash between being prepared and being called is canceled or sent, but not both", async () => {
    await verified();
    const made = await write({ text: "Prepared" });
    const effect = await sendingOf(made.id);
    const { sms } = smsPurposes;
    const first: Purpose = {
      ...sms,
      async prepare(...given) {
        const call = await sms.prepare(...given);
        await owner.call(remove, { smsId: made.id });
        await sms.prepare(effect, systemClock);
        return call;
      },
    };
    await deliver(owner.orgId, effect.effectId, { sms: first }, systemClock);
    await settle();
    expect(provider.twilio.messages.filter(({ text }) => text === made.text)).toEqual([]);
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 20, reserved: 0 } });
    await expectExact();
  });

  it("that is resent while in the trash stays there, unsent", async () => {
    await verified();
    provider.twilio.weather = "lost";
    const made = await write();
    await settle();
    const { effects } = await owner.call(open, {});
    provider.twilio.weather = "fine";
    await owner.call(remove, { smsId: made.id });
    await owner.call(sendAgain, { effectId: effects[0]?.id ?? expect.fail("not open") });
    const accepted = provider.twilio.accepted;
    await settle();
    expect(provider.twilio.accepted).toBe(accepted);
    expect(await owner.call(restore, { smsId: made.id })).toMatchObject({ delivery: "unknown" });
    expect(await owner.call(settings, {})).toMatchObject({ balance: { left: 19, reserved: 0 } });
    await expectExact();
  });

  it("from a number has that number as its sender, in the provider's form", async () => {
    const national = `054${newPhone().slice(6)}`;
    const sender = await owner.call(requestSender, { name: national });
    await provider.send(owner.orgId);
    await owner.call(verifySender, { senderId: sender.id, code: codeTo(sender.phone) });
    const made = await write({ text: "From a number" });
    await settle();
    expect(made.from).toBe(`+972${national.slice(1)}`);
    expect(provider.twilio.messages.find(({ text }) => text === made.text)?.from).toBe(made.from);
  });

  it("that failed is paid again when it is resent, and not sent without balance", async () => {
    await verified();
    cardId = await card("+15005550009");
    const made = await write();
    await settle();
    const again = async () => {
      const { effects } = await owner.call(open, {});
      await owner.call(sendAgain, { effectId: effects[0]?.id ?? expect.fail("not open") });
      await settle();
    };
    await again();
    expect(await left()).toBe(20);
    cardId = await card("050-234-5678");
    for (let one = 0; one < 2; one++) await write({ text: "a".repeat(153 * 10) });
    expect(await left()).toBe(0);
    const accepted = provider.twilio.accepted;
    await settle();
    await again();
    expect(provider.twilio.accepted).toBe(accepted + 2);
    cardId = made.cardId;
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "noBalance" });
    expect(await left()).toBe(0);
    await expectExact();
    // A late record of it brings nothing back.
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "noBalance" });
  });

  it("waits while the provider is busy, and is sent when it no longer is", async () => {
    await verified();
    provider.twilio.weather = "busy";
    const made = await write();
    expect(await provider.send(owner.orgId)).toBe(1);
    await provider.keep(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("sending");
    provider.twilio.weather = "fine";
    await settle();
    expect((await shown(made.id)).delivery).toBe("sent");
  });

  it("is pinned, moved to the trash and restored; it stays sent", async () => {
    await verified();
    const made = await write();
    await settle();
    expect(await owner.call(update, { smsId: made.id, pinned: true })).toMatchObject({ pinned: true, delivery: "sent" });
    expect((await owner.call(remove, { smsId: made.id })).trashedAt).not.toBeNull();
    expect(await owner.call(restore, { smsId: made.id })).toMatchObject({ trashedAt: null, delivery: "sent" });
  });
});

describe("what is missing", () => {
  it("is reported in the order in which it has to be solved: sender, number, balance", async () => {
    await expect(write()).rejects.toMatchObject({ code: "SMS_DISABLED", details: { messageKey: "errors.smsNoSender" } });
    expect((await owner.call(options, { cardId })).obstacle).toBe("noSender");
    await verified();
    const without = await card(null);
    await expect(write({ cardId: without })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { messageKey: "errors.smsNoPhone" },
    });
    await expect(write({ phone: "+36301234567" })).rejects.toMatchObject({
      details: { fields: { phone: "validation.smsPhone" } },
    });
    await expect(write({ text: "a".repeat(1_600) })).rejects.toMatchObject({
      details: { fields: { text: "validation.smsTooLong" } },
    });
    await expect(write({ text: " " })).rejects.toMatchObject({ details: { fields: { text: "validation.required" } } });
    for (let one = 0; one < 2; one++) await write({ text: "a".repeat(153 * 10) });
    await expect(write()).rejects.toMatchObject({ code: "SMS_LIMIT_REACHED" });
    expect((await owner.call(options, { cardId })).obstacle).toBe("noBalance");
  });

  it("is the plan, for one that has no SMS", async () => {
    const context = await owner.context();
    await givePlan(commitContextOf({ ...context, principal: principalOf(context.actor), level: "ORGANIZATION" }), "FREE", null);
    await expect(write()).rejects.toMatchObject({ code: "SMS_DISABLED", details: { messageKey: "errors.noSmsPlan" } });
    expect((await owner.call(settings, {})).obstacle).toBe("noPlan");
  });

  it("is the permission, which is SMS's own", async () => {
    await verified();
    const create = named(organizationProcedures, "roles.create");
    const grants = { "CARDS.read": "ORGANIZATION", "COMMENTS.create": "ORGANIZATION", "SMS.read": "ORGANIZATION" } as const;
    const role = await owner.call(create, { name: "Writes no SMS", grants });
    const member = await newMember(owner, { roleId: role.id });
    await expect(member.call(send, { cardId, text: "Hello" })).rejects.toMatchObject({
      code: "NO_PERMISSION",
      details: { params: { type: "SMS" } },
    });
  });
});

describe("the ledger", () => {
  it("lets exactly as many of two hundred simultaneous SMS through as the balance covers", async () => {
    await verified();
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => write()));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(outcomes.length - refused.length).toBe(20);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "SMS_LIMIT_REACHED" });
    expect(await left()).toBe(0);
    const accepted = provider.twilio.accepted;
    await settle();
    expect(provider.twilio.accepted).toBe(accepted + 20);
    await expectExact();
  });
});

describe("a report", () => {
  it("counts only with the provider's signature, for a URL of ours, and once", async () => {
    await verified();
    provider.twilio.weather = "unreported";
    const made = await write();
    await settle();
    const sid = smsTo("+972502345678")[0]?.sid ?? expect.fail("not sent");
    const [report] = provider.twilio.settle(sid, "delivered");
    if (!report) throw new Error("nothing to report");
    expect(await provider.call(report, "bm90IGl0cyBzaWduYXR1cmU=")).toBe(401);
    expect(
      await provider.call(
        { ...report, fields: { ...report.fields, MessageStatus: "failed" } },
        provider.twilio.signatureOf(report),
      ),
    ).toBe(401);
    expect(await provider.call({ ...report, to: `${report.to}x` })).toBe(204);
    expect(await provider.call({ ...report, fields: { Nothing: "at all" } })).toBe(400);
    expect(await provider.call({ ...report, fields: { ...report.fields, More: "x".repeat(10_000) } })).toBe(413);
    const unknown = { ...report, to: report.to.replace(/[^/]+$/, "not-ours"), fields: { More: "x".repeat(10_001) } };
    expect(await provider.call(unknown)).toBe(413);
    await provider.keep(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("sent");
    expect([await provider.call(report), await provider.call(report)]).toEqual([204, 204]);
    const taken = (await latestRecords(owner.orgId, 50, null)).filter(({ changes }) => changes[0]?.action === "webhook.receive");
    expect(taken).toHaveLength(1);
    await provider.keep(owner.orgId);
    await provider.keep(owner.orgId);
    const now = await shown(made.id);
    expect(now.delivery).toBe("delivered");
    expect(now.version).toBe(made.version + 2);
  });
});
