import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { purposes } from "@kartis/events/sms/on-intended.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { givePhone } from "@kartis/tests/support/proven-phone.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commit, systemContext } from "../../../data/commit.ts";
import { latestRecords } from "../../../data/journal-entity.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { timeIn } from "../../../kernel/zoned-time.ts";
import { type Effect, effectsOf, findEffect } from "../../../outbound/index.ts";
import { organizationEntity } from "../../../organizations/entity.ts";
import { outboundProcedures } from "../../../outgoing-messages/index.ts";
import { profileProcedures } from "../../../profiles/index.ts";
import { countToMember, optOut, optOutIdOf, optOutsOf, release, reserve, smsBalanceOf } from "../../../sms/index.ts";
import { smsSettingsProcedures } from "../../../sms/procedures.ts";
import { smsSize } from "../../../sms/rules.ts";
import { taskProcedures } from "../../index.ts";
import { readReportToken, reportAddressOf } from "../../sms/token.ts";
import { sweepReminders } from "../fire.ts";
import { findPaid, lapseUnpaid, payOnce } from "./payment.ts";
import { sweepReminderSms } from "./waiting.ts";

const [createTask, updateTask] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.update")];
const setProfile = named(profileProcedures, "profile.update");
const [settings, setReminders, setQuietHours] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.setMemberReminders"),
  named(smsSettingsProcedures, "sms.setQuietHours"),
];
const [outgoing, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let phone: string;
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});
beforeEach(async () => {
  provider.twilio.weather = "fine";
  provider.meanwhile = undefined;
  owner = await newOwner();
  await proveSender(owner, "Meridian");
  await owner.call(setReminders, { isOn: true });
  phone = newPhone();
  await givePhone(owner, phone);
  await owner.call(setProfile, { notifications: { reminderSms: true } });
});

let counter = 0;
const newPhone = () => `+97253${String(process.pid).slice(-4).padStart(4, "0")}${String(400 + ++counter).slice(-3)}`;
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
const later = (minutes: number) => ({ now: () => Date.now() + minutes * minute });
const left = async () => (await owner.call(settings, {})).balance.left;
const textsTo = (number: string) => provider.twilio.messages.filter(({ to }) => to === number).map(({ text }) => text);
const open = async () => (await owner.call(outgoing, {})).effects;

/** A task whose reminder is about to be sent by SMS. @returns the task, and the effect that sends it */
async function due(more: object = {}): Promise<{ readonly taskId: `act_${string}`; readonly effect: Effect }> {
  const { id: taskId } = await owner.call(createTask, { title: "Call Dana", due: inMinutes(20), reminder: 15 as const, ...more });
  await onChanged({ Records: await queued("reminders-on-changed", owner.orgId, 100) });
  expect((await sweepReminders(later(6), 20_000)).failed).toBe(0);
  await onFired({ Records: await queued("reminders-on-fired", owner.orgId, 100) });
  const [effect] = await intended();
  return { taskId, effect: effect ?? expect.fail("Nothing was intended") };
}

/** The reminders by SMS that wait to be called, the latest first. */
async function intended(): Promise<Effect[]> {
  const records = await latestRecords(owner.orgId, 200, null);
  const ids = records.flatMap((record) => effectsOf(record, { reminderSms: purposes.reminderSms }));
  const effects = await Promise.all([...new Set(ids)].map((effectId) => findEffect(owner.orgId, effectId)));
  return effects.flatMap((effect) => (effect?.state === "intended" ? [effect] : []));
}

/** Delivers what the provider says about its newest SMS. */
async function report(status: "delivered" | "undelivered", code?: number, of = 0): Promise<void> {
  const sid = provider.twilio.messages[of]?.sid ?? expect.fail("Nothing was sent");
  for (const one of provider.twilio.settle(sid, status, code)) expect(await provider.call(one)).toBe(204);
}

describe("the payment of a member's SMS", () => {
  it("stays while it is being sent, though a copy of its message finds that it does not hold any more", async () => {
    const before = await left();
    const { taskId, effect } = await due();
    provider.meanwhile = async () => {
      await owner.call(updateTask, { taskId, done: true });
      expect(await purposes.reminderSms.prepare(effect, systemClock)).toBeUndefined();
    };
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(textsTo(phone)).toHaveLength(1);
    expect(await left()).toBe(before - 1);
  });

  it("is returned with the lapse of an SMS that was paid, could not be called, and does not hold any more", async () => {
    const before = await left();
    const { taskId, effect } = await due();
    provider.twilio.weather = "busy";
    expect(await provider.send(owner.orgId)).toBeGreaterThan(0);
    expect(await left()).toBe(before - 1);
    await owner.call(updateTask, { taskId, done: true });
    provider.twilio.weather = "fine";
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(textsTo(phone)).toEqual([]);
    expect(await left()).toBe(before);
    expect((await findEffect(owner.orgId, effect.effectId))?.state).toBe("void");
  });

  it("is not taken for an SMS that has lapsed", async () => {
    const before = await left();
    const { effect } = await due();
    await lapseUnpaid(effect, { clock: systemClock, release });
    const paying = { clock: systemClock, countToMember, optOutIdOf, reserve };
    expect(await payOnce(effect, { phone, parts: 1 }, "TRIAL", paying)).toBe(false);
    expect(await left()).toBe(before);
  });

  it("is returned where quiet hours begin before it could be called, and it is sent after them", async () => {
    const zone = "Asia/Jerusalem";
    const of = (minutes: number) => timeIn(Date.now() + minutes * minute, zone);
    const before = await left();
    await due({ due: inMinutes(1_445), reminder: 1_440 });
    provider.twilio.weather = "busy";
    expect(await provider.send(owner.orgId)).toBeGreaterThan(0);
    expect(await left()).toBe(before - 1);
    provider.twilio.weather = "fine";
    await owner.call(setQuietHours, { hours: { from: of(-60), until: of(60) } });
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(textsTo(phone)).toEqual([]);
    expect(await left()).toBe(before);
    await owner.call(setQuietHours, { hours: null });
    expect(await sweepReminderSms(later(61), 20_000)).toMatchObject({ failed: 0 });
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(textsTo(phone)).toHaveLength(1);
    expect(await left()).toBe(before - 1);
  });
});

describe("the provider's report on a member's SMS", () => {
  it.each([
    ["delivered", undefined, [], -1],
    ["undelivered", 30003, [{ state: "failed", reason: "unreachable" }], 0],
  ] as const)(
    "settles it where it was %s, though it comes before the answer is known to be lost",
    async (status, code, rest, paid) => {
      const before = await left();
      await due();
      provider.twilio.weather = "lost";
      provider.meanwhile = async () => {
        await report(status, code);
        await provider.keep(owner.orgId);
      };
      expect(await provider.send(owner.orgId)).toBe(0);
      await provider.keep(owner.orgId, "effect.lose");
      expect(await open()).toMatchObject(rest);
      expect(await open()).toHaveLength(rest.length);
      expect(await left()).toBe(before + paid);
    },
  );

  it("changes nothing about a later sending", async () => {
    const before = await left();
    await due();
    provider.twilio.weather = "lost";
    expect(await provider.send(owner.orgId)).toBe(0);
    const [first] = await open();
    provider.twilio.weather = "unreported";
    await owner.call(sendAgain, { effectId: first?.id ?? "eff_" });
    await provider.send(owner.orgId);
    await provider.send(owner.orgId);
    expect(textsTo(phone)).toHaveLength(2);
    await report("undelivered", 30003, 1);
    await provider.keep(owner.orgId);
    expect(await left()).toBe(before - 1);
    expect(await open()).toEqual([]);
    await report("undelivered", 30003, 0);
    await provider.keep(owner.orgId);
    expect(await left()).toBe(before);
  });

  it("that it has opted out is about the number that was called, whatever the profile has now", async () => {
    await due();
    provider.twilio.weather = "unreported";
    expect(await provider.send(owner.orgId)).toBe(0);
    const next = newPhone();
    await givePhone(owner, next);
    await report("undelivered", 21610);
    await provider.keep(owner.orgId);
    expect([...(await optOutsOf(owner.orgId, [phone, next])).keys()]).toEqual([phone]);
  });

  it("has an address that names its sending, and no other", () => {
    const effectId = "eff_01JDQ0000000000000000000AA" as const;
    const address = reportAddressOf(owner.orgId, { effectId, round: 2 });
    const token = address.slice(address.lastIndexOf("/") + 1);
    expect(readReportToken(token)).toEqual({ orgId: owner.orgId, subjectId: `${effectId}.2` });
    expect(readReportToken(token.replace(`${effectId}.2`, `${effectId}.1`))).toBeUndefined();
    expect(readReportToken(token.replace(`${effectId}.2`, effectId))).toBeUndefined();
  });
});

describe("a member's SMS that failed", () => {
  const useUp = async () => {
    const { left: parts } = await smsBalanceOf(owner.orgId, "TRIAL", new Date().toISOString());
    await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
      ...(await reserve({ orgId: owner.orgId, at }, parts, "TRIAL")),
      records: [],
      result: undefined,
    }));
  };
  it.each([
    ["the balance is used up", useUp, "errors.SMS_LIMIT_REACHED.message"],
    ["the organization does not send them any more", () => owner.call(setReminders, { isOn: false }), "errors.reminderSmsOff"],
    [
      "the member does not want them any more",
      () => owner.call(setProfile, { notifications: { reminderSms: false } }),
      "errors.reminderSmsNotWanted",
    ],
    ["the profile has no number", () => owner.call(setProfile, { phone: "" }), "errors.reminderSmsNoPhone"],
    [
      "nobody has proven that the number is theirs",
      () => owner.call(setProfile, { phone: newPhone() }),
      "errors.reminderSmsUnproven",
    ],
    [
      "the number has opted out",
      () =>
        commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
          ...(await optOut(owner.orgId, { phone, cardId: null, at, source: "recipient", by: null })),
          result: undefined,
        })),
      "errors.reminderSmsOptedOut",
    ],
    ["its time has come", () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 21 * minute }), "errors.reminderSmsOver"],
  ] as const)("stays in the list if it is sent again and %s", async (_, prepare, messageKey) => {
    await due();
    provider.twilio.weather = "lost";
    expect(await provider.send(owner.orgId)).toBe(0);
    await report("undelivered", 30003);
    await provider.keep(owner.orgId);
    await provider.keep(owner.orgId);
    const [failed] = await open();
    expect(failed?.state).toBe("failed");
    try {
      await prepare();
      await expect(owner.call(sendAgain, { effectId: failed?.id ?? "eff_" })).rejects.toMatchObject({
        code: "PRECONDITION_FAILED",
        details: { messageKey },
      });
      expect(await open()).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a member's SMS", () => {
  it("takes three parts at most, whatever the title", async () => {
    const before = await left();
    await due({ title: `Call ${"Dana and everybody else ".repeat(18)}`, description: "x".repeat(2_000) });
    expect(await provider.send(owner.orgId)).toBe(0);
    const [text = ""] = textsTo(phone);
    expect(smsSize(text).segments).toBeLessThanOrEqual(3);
    expect(before - (await left())).toBe(smsSize(text).segments);
  });

  it("is sent no more than fifty times a day, however many reminders there are", async () => {
    for (let number = 1; number < 50; number++)
      await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
        writes: [(await countToMember(owner.orgId, owner.userId, at)) ?? expect.fail("Too soon")],
        records: [],
        result: undefined,
      }));
    const before = await left();
    await due({ title: "The fiftieth" });
    provider.twilio.weather = "busy";
    expect(await provider.send(owner.orgId)).toBeGreaterThan(0);
    provider.twilio.weather = "fine";
    expect(await provider.send(owner.orgId)).toBe(0);
    await due({ title: "One more" });
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(textsTo(phone)).toEqual([expect.stringMatching(/^Reminder: The fiftieth/)]);
    expect(await left()).toBe(before - 1);
  });

  it("of an organization that was deleted lapses, and does not leave after quiet hours", async () => {
    const zone = "Asia/Jerusalem";
    const of = (minutes: number) => timeIn(Date.now() + minutes * minute, zone);
    const { effect } = await due({ due: inMinutes(1_445), reminder: 1_440 });
    await owner.call(setQuietHours, { hours: { from: of(-60), until: of(60) } });
    expect(await provider.send(owner.orgId)).toBe(0);
    expect(await findPaid(effect)).toMatchObject({ waits: "sweep" });
    await owner.call(setQuietHours, { hours: null });
    const { effect: second } = await due();
    await writePastTheJournal(organizationEntity().remove({ orgId: owner.orgId, kind: "organization" }));
    expect(await provider.send(owner.orgId)).toBe(0);
    expect((await findEffect(owner.orgId, second.effectId))?.state).toBe("void");
    expect((await sweepReminderSms(later(61), 20_000)).failed).toBe(0);
    expect(await findPaid(effect)).toBeUndefined();
    expect(await intended()).toEqual([]);
    expect(textsTo(phone)).toEqual([]);
  });
});
