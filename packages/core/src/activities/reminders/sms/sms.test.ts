import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { givePhone } from "@kartis/tests/support/proven-phone.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commit, systemContext } from "../../../data/commit.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { timeIn } from "../../../kernel/zoned-time.ts";
import { outboundProcedures } from "../../../outgoing-messages/index.ts";
import { profileProcedures } from "../../../profiles/index.ts";
import { countToMember, optOut, optOutsOf, smsBalanceOf, reserve } from "../../../sms/index.ts";
import { mostADay } from "../../../sms/member-day.ts";
import { smsSettingsProcedures } from "../../../sms/procedures.ts";
import { smsSize } from "../../../sms/rules.ts";
import { findUser } from "../../../users/index.ts";
import { meetingProcedures, taskProcedures } from "../../index.ts";
import { sweepReminders } from "../fire.ts";
import { sweepReminderSms } from "./waiting.ts";

const [createTask, updateTask] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.update")];
const createMeeting = named(meetingProcedures, "meetings.create");
const [profile, setProfile] = [named(profileProcedures, "profile.get"), named(profileProcedures, "profile.update")];
const [settings, entries, setReminders, setQuietHours] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.entries"),
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
beforeEach(async () => {
  provider.twilio.weather = "fine";
  await settleIn("en");
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

/** An organization that reminds its members by SMS, and an owner who wants that. */
async function settleIn(language: "en" | "he" | "hu" | "ru"): Promise<void> {
  owner = await newOwner({ language });
  await proveSender(owner, "Meridian");
  await owner.call(setReminders, { isOn: true });
  phone = newPhone();
  await givePhone(owner, phone);
  await owner.call(setProfile, { language, notifications: { reminderSms: true } });
}

let counter = 0;
const newPhone = () => `+97252${String(process.pid).slice(-4).padStart(4, "0")}${String(400 + ++counter).slice(-3)}`;
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
const later = (minutes: number) => ({ now: () => Date.now() + minutes * minute });
const task = (more: object = {}) =>
  owner.call(createTask, { title: "Call Dana", due: inMinutes(20), reminder: 15 as const, ...more });

/** Hands the newest records to all that follows from reminders, each more than once, until the SMS have left. */
async function settle(): Promise<void> {
  for (const [reaction, handler] of [
    ["reminders-on-changed", onChanged],
    ["reminders-on-fired", onFired],
    ["reminders-on-fired", onFired],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
  expect(await provider.send(owner.orgId)).toBe(0);
  expect(await provider.send(owner.orgId)).toBe(0);
  await provider.keep(owner.orgId);
}
async function sweep(minutes: number): Promise<void> {
  await settle();
  expect((await sweepReminders(later(minutes), 20_000)).failed).toBe(0);
  await settle();
}
const textsTo = (number: string) => provider.twilio.messages.filter(({ to }) => to === number).map(({ text }) => text);
const left = async () => (await owner.call(settings, {})).balance.left;
const mails = async () =>
  backend.engines.mail
    .listMails({ to: (await findUser(owner.userId))?.email ?? "" })
    .filter(({ subject }) => subject?.includes("Call Dana"));
const useUp = async () => {
  const { left: parts } = await smsBalanceOf(owner.orgId, "TRIAL", new Date().toISOString());
  await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
    ...(await reserve({ orgId: owner.orgId, at }, parts, "TRIAL")),
    records: [],
    result: undefined,
  }));
};

const haveHadAll = async () => {
  for (let number = 0; number < mostADay; number++)
    await commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
      writes: [(await countToMember(owner.orgId, owner.userId, at)) ?? expect.fail("Too soon")],
      records: [],
      result: undefined,
    }));
};

describe("a member's reminders by SMS", () => {
  it("come once, however often the records do, and are paid by their parts under the member's name", async () => {
    const before = await left();
    await task({ location: "Hall 2" });
    await sweep(6);
    await sweep(7);
    const [text = "", ...more] = textsTo(phone);
    expect(more).toEqual([]);
    expect(text).toMatch(/^Reminder: Call Dana, .*, Hall 2$/);
    expect(smsSize(text).alphabet).toBe("gsm7");
    expect(await left()).toBe(before - smsSize(text).segments);
    const { entries: rows } = await owner.call(entries, {});
    expect(rows[0]).toMatchObject({ kind: "reserve", change: -smsSize(text).segments, remindedId: owner.userId, by: null });
    expect((await owner.call(settings, {})).balance.reserved).toBe(0);
  });

  it.each([
    ["he", /^תזכורת: /],
    ["hu", /^Emlékeztető: /],
    ["ru", /^Напоминание: /],
  ] as const)("are in the member's language: %s", async (language, words) => {
    await settleIn(language);
    await task();
    await owner.call(createMeeting, {
      title: "Review",
      start: `${inMinutes(20).slice(0, 16)}:00.000Z`,
      timeZone: "UTC",
      participants: [owner.userId],
      reminder: 15,
    });
    await sweep(6);
    const texts = textsTo(phone);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(words);
  });

  it("of a meeting go to its participants who want them, and to nobody else", async () => {
    const other = await newMember(owner, { systemRole: "ADMIN" });
    const [theirs, silent] = [newPhone(), newPhone()];
    const third = await newMember(owner, { systemRole: "ADMIN" });
    await givePhone(other, theirs);
    await other.call(setProfile, { notifications: { reminderSms: true } });
    await givePhone(third, silent);
    const participants = [owner.userId, other.userId, third.userId];
    const start = `${inMinutes(20).slice(0, 16)}:00.000Z`;
    await owner.call(createMeeting, {
      title: "Pilot review",
      start,
      timeZone: "UTC",
      location: "Hall 3",
      participants,
      reminder: 15,
    });
    await sweep(6);
    for (const number of [phone, theirs])
      expect(textsTo(number)).toEqual([expect.stringMatching(/^Reminder: Pilot review, .*, Hall 3$/)]);
    expect(textsTo(silent)).toEqual([]);
  });

  it.each([
    ["the organization does not pay for them", () => owner.call(setReminders, { isOn: false }), "off"],
    ["the balance is used up", useUp, "noBalance"],
    ["the profile has no number", () => owner.call(setProfile, { phone: "" }), "noPhone"],
    ["nobody has proven that the number is theirs", () => owner.call(setProfile, { phone: (phone = newPhone()) }), "unproven"],
    ["the member has had all SMS of the day", haveHadAll, "tooMany"],
    [
      "the number has opted out",
      () =>
        commit(systemContext(owner.orgId, "test", systemClock), async (at) => ({
          ...(await optOut(owner.orgId, { phone, cardId: null, at, source: "recipient", by: null })),
          result: undefined,
        })),
      "optedOut",
    ],
    ["the member has not asked for them", () => owner.call(setProfile, { notifications: { reminderSms: false } }), null],
    ["the member wants nothing about tasks", () => owner.call(setProfile, { notifications: { tasks: false } }), null],
  ] as const)("do not come where %s, which the settings say; the mail comes", async (_, prepare, obstacle) => {
    await prepare();
    expect((await owner.call(profile, {})).smsReminderObstacle).toBe(obstacle);
    const before = await left();
    await task();
    await sweep(6);
    expect(textsTo(phone)).toEqual([]);
    expect(await left()).toBe(before);
    expect((await owner.call(outgoing, {})).effects).toEqual([]);
    if (!_.includes("nothing")) expect(await mails()).toHaveLength(1);
  });

  it("do not come for a task that was done or moved meanwhile, nor after its time", async () => {
    const { id: doneId } = await task();
    const { id: movedId } = await task();
    await task({ title: "Late" });
    await settle();
    expect((await sweepReminders(later(6), 20_000)).failed).toBe(0);
    await owner.call(updateTask, { taskId: doneId, done: true });
    await owner.call(updateTask, { taskId: movedId, due: inMinutes(300) });
    expect(await onFired({ Records: await queued("reminders-on-fired", owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 21 * minute });
    try {
      expect(await provider.send(owner.orgId)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(textsTo(phone)).toEqual([]);
  });

  it("wait for the end of quiet hours, then leave once; where those end too late, they come at once", async () => {
    const zone = "Asia/Jerusalem";
    const of = (minutes: number) => timeIn(Date.now() + minutes * minute, zone);
    await owner.call(setQuietHours, { hours: { from: of(-60), until: of(60) } });
    await task({ title: "Soon" });
    await task({ title: "Tomorrow", due: inMinutes(1_445), reminder: 1_440 });
    const before = await left();
    await sweep(6);
    expect(textsTo(phone)).toEqual([expect.stringMatching(/^Reminder: Soon/)]);
    const paid = before - (await left());
    expect(paid).toBe(1);
    await owner.call(setQuietHours, { hours: null });
    await Promise.all(Array.from({ length: 4 }, () => sweepReminderSms(later(61), 20_000)));
    await settle();
    await sweepReminderSms(later(62), 20_000);
    await settle();
    expect(textsTo(phone).toSorted()).toEqual([
      expect.stringMatching(/^Reminder: Soon/),
      expect.stringMatching(/^Reminder: Tomorrow/),
    ]);
  });

  it("that the provider refuses are returned, and paid again if somebody sends them again", async () => {
    await givePhone(owner, "+15005550001");
    const before = await left();
    await task();
    await sweep(6);
    expect(await left()).toBe(before);
    const { effects } = await owner.call(outgoing, {});
    expect(effects).toMatchObject([{ purpose: "reminderSms", state: "failed", reason: "badNumber", userId: owner.userId }]);
    await givePhone(owner, phone);
    await owner.call(sendAgain, { effectId: effects[0]?.id ?? "eff_" });
    // Both of its records come at once: one of them finds the other at work.
    await provider.send(owner.orgId);
    await settle();
    expect(textsTo(phone)).toHaveLength(1);
    expect(await left()).toBe(before - 1);
  });

  it("whose answer was lost are not sent twice, and the provider's report settles them", async () => {
    const before = await left();
    provider.twilio.weather = "lost";
    await task();
    await sweep(6);
    await settle();
    expect(textsTo(phone)).toHaveLength(1);
    expect((await owner.call(outgoing, {})).effects).toMatchObject([{ purpose: "reminderSms", state: "unknown" }]);
    expect(await left()).toBe(before - 1);
    const [message] = provider.twilio.messages;
    for (const report of provider.twilio.settle(message?.sid ?? "", "delivered")) expect(await provider.call(report)).toBe(204);
    await provider.keep(owner.orgId);
    expect((await owner.call(outgoing, {})).effects).toEqual([]);
    expect(await left()).toBe(before - 1);
  });

  it("that are not delivered are returned once, however often the report comes", async () => {
    const before = await left();
    provider.twilio.weather = "unreachable";
    await task();
    await sweep(6);
    expect(await left()).toBe(before - 1);
    expect(new Set(await provider.report(owner.orgId))).toEqual(new Set([204]));
    await provider.keep(owner.orgId);
    expect(await left()).toBe(before);
    expect((await owner.call(outgoing, {})).effects).toEqual([]);
  });

  it("are not sent any more to a number that the operator says has opted out", async () => {
    const refused = "+15005550004";
    await givePhone(owner, refused);
    await task();
    await sweep(6);
    expect((await optOutsOf(owner.orgId, [refused])).has(refused)).toBe(true);
    expect((await owner.call(profile, {})).smsReminderObstacle).toBe("optedOut");
  });
});
