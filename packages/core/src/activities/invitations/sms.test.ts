import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { purposes } from "@kartis/events/outbound/on-intended.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { effectsOf, findEffect } from "../../outbound/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { smsSize } from "../../sms/rules.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { meetingProcedures } from "../index.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { smsProcedures } from "../sms/procedures.ts";

const [create, update, remove, ask] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.smsToGuests"),
];
const settings = named(smsSettingsProcedures, "sms.settings");
const optOut = named(smsProcedures, "sms.setOptOut");
const timeline = named(timelineProcedures, "timeline.list");
const [types, makeCard] = [named(cardProcedures, "cards.types"), named(cardProcedures, "cards.create")];

const outgoing = named(outboundProcedures, "outbound.list");
const createRole = named(organizationProcedures, "roles.create");

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let typeId: CardTypeId;
let phoneField: string;
let phone: string;
let cardId: CardId;
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

/** An organization with a card that has a phone. */
async function settleIn(language: "en" | "he"): Promise<void> {
  owner = await newOwner({ language });
  const [type] = await owner.call(types, {});
  if (!type) throw new Error("no type");
  typeId = type.id;
  phoneField = type.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  phone = newPhone();
  cardId = await card(phone);
}

let counter = 0;
const newPhone = () => `+97252${String(process.pid).slice(-4).padStart(4, "0")}${String(100 + ++counter).slice(-3)}`;
const card = async (number: string | null, name = `Galil ${++counter}`) =>
  (await owner.call(makeCard, { typeId, fields: { name, ...(number ? { [phoneField]: number } : {}) } })).id;

const minute = 60_000;
const inMinutes = (minutes: number) => `${new Date(Date.now() + minutes * minute).toISOString().slice(0, 16)}:00.000Z`;
const silent = { invite: false, changes: false, remind: false };
const allBySms = { ...silent, inviteBySms: true, changesBySms: true, remindBySms: true };
const meeting = (more: object = {}, by = owner) =>
  by.call(create, {
    title: "Pilot review",
    start: inMinutes(600),
    timeZone: "UTC",
    location: "Hall 2",
    guests: [{ cardId }],
    notify: allBySms,
    ...more,
  });

/** Hands the newest records to all that follows from meetings, each more than once, until the SMS have left. */
async function settle(): Promise<void> {
  for (const [reaction, handler] of [
    ["meetings-on-changed", onMeeting],
    ["meetings-on-changed", onMeeting],
    ["reminders-on-changed", onChanged],
    ["reminders-on-fired", onFired],
    ["reminders-on-fired", onFired],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
  expect(await sendIntended(owner.orgId)).toBe(0);
  expect(await provider.send(owner.orgId)).toBe(0);
  await provider.keep(owner.orgId);
}
async function sweep(minutes: number): Promise<void> {
  await settle();
  expect((await sweepReminders({ now: () => Date.now() + minutes * minute }, 20_000)).failed).toBe(0);
  await settle();
}
const textsTo = (number: string) => provider.twilio.messages.filter(({ to }) => to === number).map(({ text }) => text);
const onTimeline = async (of = cardId) =>
  (await owner.call(timeline, { cardId: of, channels: ["sms"], limit: 100 })).entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "SMS" ? [entry.value] : [],
  );
const left = async () => (await owner.call(settings, {})).balance.left;

describe("SMS to a meeting's guests", () => {
  it("invites, tells of a change and of the cancellation, each once and paid by its parts", async () => {
    await proveSender(owner, "Meridian");
    const before = await left();
    const { id: meetingId } = await meeting();
    await settle();
    const [invitation = "", ...more] = textsTo(phone);
    expect(more).toEqual([]);
    expect(invitation).toMatch(/ invites you to Pilot review: .*, Hall 2\. Answer: http.*\/rsvp\//);
    // Without an en dash, which would cost twice as much.
    expect(smsSize(invitation).alphabet).toBe("gsm7");
    expect(await left()).toBe(before - smsSize(invitation).segments);
    await owner.call(update, { meetingId, location: "Hall 3" });
    await settle();
    await owner.call(remove, { meetingId });
    await settle();
    expect(textsTo(phone).map((text) => text.split(/[ :]/)[0])).toEqual(["Canceled", "Changed", expect.any(String)]);
    expect(
      (await onTimeline()).map(({ meetingNews, delivery, from, createdBy }) => [meetingNews, delivery, from, createdBy]),
    ).toEqual(["canceled", "changed", "invited"].map((kind) => [kind, "sent", "Meridian", owner.userId]));
  });

  it("reminds who has not declined, when the time comes, and is not sent for what the meeting does not say", async () => {
    await proveSender(owner, "Meridian");
    const other = newPhone();
    await meeting({ start: inMinutes(20), reminder: 15, notify: { ...silent, remindBySms: true } });
    await meeting({
      start: inMinutes(20),
      reminder: 15,
      notify: { ...silent, inviteBySms: true },
      guests: [{ cardId: await card(other) }],
    });
    await sweep(6);
    await sweep(7);
    expect(textsTo(phone)).toEqual([expect.stringMatching(/^Reminder: Pilot review, /)]);
    expect(textsTo(other)).toEqual([expect.stringMatching(/ invites you to /)]);
  });

  it("reaches whoever is a guest of one time of a series alone, or is taken off one, about that time", async () => {
    await proveSender(owner, "Meridian");
    const [other, day] = [newPhone(), "2030-06-10"];
    const single = await card(other);
    const repeat = { frequency: "week", every: 1, weekdays: ["MO" as const], ends: { type: "never" } } as const;
    const { id: meetingId } = await meeting({
      start: "2030-06-03T09:00Z",
      repeat: { ...repeat, weekdays: ["MO"] },
      reminder: null,
    });
    await settle();
    await owner.call(update, { meetingId, scope: "one", day, guests: [{ cardId: single }] });
    await settle();
    expect(textsTo(other)).toEqual([expect.stringMatching(/ invites you to Pilot review: .*June 10.*&on=2030-06-10/)]);
    expect(textsTo(phone)).toHaveLength(2);
    expect(textsTo(phone)[0]).toMatch(/^Canceled: Pilot review, .*June 10/);
    await owner.call(update, { meetingId, scope: "one", day, location: "Hall 3" });
    await settle();
    expect([textsTo(other).length, textsTo(phone).length]).toEqual([2, 2]);
  });

  it("does not tell a phone that it is canceled whose card got another address: it gets the new invitation, if any", async () => {
    await proveSender(owner, "Meridian");
    const [first, day] = ["2030-06-03T09:00Z", "2030-06-10"];
    const repeat = { frequency: "week", every: 1, weekdays: ["MO" as const], ends: { type: "never" } } as const;
    const newAddress = () => `guest${++counter}.${process.pid}@galil.example`;
    const guestAt = (email = newAddress()) => [{ cardId, email }];
    const rest = { reminder: null, start: first, repeat: { ...repeat, weekdays: [...repeat.weekdays] } };
    const { id: meetingId } = await meeting({ ...rest, guests: guestAt() });
    await settle();
    const replace = async (change: object, words: readonly RegExp[]) => {
      const before = textsTo(phone).length;
      await owner.call(update, { meetingId, ...change });
      await settle();
      const news = textsTo(phone).slice(0, textsTo(phone).length - before);
      expect(news).toEqual(words.map((one): unknown => expect.stringMatching(one)));
    };
    const [invited, canceled] = [/ invites you to Pilot review/, /^Canceled: Pilot review/];
    await replace({ guests: guestAt() }, [invited]);
    await replace({ notify: { ...silent, changesBySms: true } }, []);
    await replace({ guests: guestAt() }, []);
    // At one time of a series alike, at which they are in the end no more.
    await replace({ guests: [] }, [canceled]);
    await replace({ notify: allBySms, scope: "all" }, []);
    await replace({ scope: "one", day, guests: guestAt() }, [invited]);
    await replace({ scope: "one", day, guests: guestAt() }, [invited]);
    // The series gets another hour, and this time has its own: nothing is other for a phone.
    await replace({ scope: "one", day, start: `${day}T15:00Z` }, [/^Changed: Pilot review/]);
    await replace({ start: "2030-06-03T11:00Z" }, []);
    await replace({ scope: "one", day, guests: [] }, [canceled]);
  });

  it("tells changes once that were seen apart but written together, also where it cannot be sent", async () => {
    await proveSender(owner, "Meridian");
    const { id: meetingId } = await meeting();
    await settle();
    const before = await left();
    const moveTwice = async (...halls: string[]) => {
      for (const location of halls) {
        await owner.call(update, { meetingId, location });
        expect(await onMeeting({ Records: (await queued("meetings-on-changed", owner.orgId)).slice(0, 1) })).toEqual({
          batchItemFailures: [],
        });
      }
      await settle();
    };
    await moveTwice("Hall 3", "Hall 4");
    const [changed = "", ...others] = textsTo(phone);
    expect(changed).toMatch(/^Changed: .*, Hall 4\./);
    expect(others).toHaveLength(1);
    expect(before - (await left())).toBe(smsSize(changed).segments);
    await owner.call(optOut, { cardId, phone, isOptedOut: true });
    await moveTwice("Hall 5", "Hall 6");
    expect((await onTimeline()).map(({ delivery }) => delivery)).toEqual(["failed", "sent", "sent"]);
  });

  it("of one time of a series names that time: when it was moved, both, and when it does not take place, that one", async () => {
    await proveSender(owner, "Meridian");
    const repeat = { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } } as const;
    const series = { title: "Stand-up", start: "2030-06-03T12:00:00.000Z", location: null, guests: [{ cardId }] };
    const { id: meetingId } = await meeting({ ...series, repeat: { ...repeat, weekdays: ["MO"] } });
    await settle();
    const one = { meetingId, scope: "one" } as const;
    await owner.call(update, { ...one, day: "2030-06-10", start: "2030-06-11T15:00" });
    await settle();
    const [moved = ""] = textsTo(phone);
    expect(moved).toMatch(
      /^Changed: Stand-up, Tuesday, June 11, 2030, 3:00 PM-4:00 PM .*\(previously Monday, June 10, 2030, 12:00 PM-1:00 PM\)\. A/,
    );
    expect(moved).not.toMatch(/Every week|June 3/);
    await owner.call(update, { ...one, day: "2030-06-17", description: "Bring the plans", participants: [] });
    await settle();
    expect(textsTo(phone)).toHaveLength(2);
    await owner.call(remove, { ...one, day: "2030-06-10" });
    await settle();
    expect(textsTo(phone)[0]).toMatch(/^Canceled: Stand-up, Tuesday, June 11, 2030, 3:00 PM-4:00 PM/);
    await owner.call(named(meetingProcedures, "meetings.restore"), { meetingId, day: "2030-06-10" });
    await settle();
    expect(textsTo(phone)[0]).toMatch(/^Changed: Stand-up, Monday, June 10, 2030, 12:00 PM-1:00 PM/);
    await owner.call(remove, { ...one, day: "2030-06-03" });
    await settle();
    await owner.call(update, { meetingId, location: "Hall 3" });
    await settle();
    // The first time is none any more: a message about all of them is of the next.
    expect(textsTo(phone)[0]).toMatch(
      /^Changed: Stand-up, Monday, June 10, 2030, 12:00 PM-1:00 PM .*Every week on Monday, Hall 3\./,
    );
    // What is counted before is what is sent.
    const asked = { ...series, guests: [{ cardId }], timeZone: "UTC", kinds: ["changed" as const] };
    const insteadOf = { start: "2030-06-10T12:00:00.000Z", minutes: 60, days: null };
    const counted = await owner.call(ask, { ...asked, start: "2030-06-11T15:00", insteadOf });
    expect(counted.guests[0]?.texts[0]?.text.split(" Answer")[0]).toBe(moved.split(" Answer")[0]);
  });

  it("goes once to a number that two guests have, and is paid once", async () => {
    await proveSender(owner, "Meridian");
    const guests = [{ cardId }, { cardId: await card(phone) }, { cardId: await card(newPhone()) }];
    const draft = { title: "Pilot review", start: inMinutes(600), timeZone: "UTC", location: "Hall 2", guests };
    const asked = await owner.call(ask, { ...draft, kinds: ["invited", "changed"] });
    expect(asked.guests.map(({ problem }) => problem)).toEqual([null, "shared", null]);
    const before = await left();
    const { id: meetingId } = await meeting({ guests });
    await settle();
    expect(textsTo(phone)).toHaveLength(1);
    await owner.call(update, { meetingId, location: "Hall 3" });
    await settle();
    expect(textsTo(phone)).toHaveLength(2);
    const parts = asked.guests.flatMap(({ problem, texts }) => (problem ? [] : texts)).reduce((sum, one) => sum + one.parts, 0);
    expect(before - (await left())).toBe(parts);
  });

  it("is in the language of the guest's card", async () => {
    await settleIn("he");
    await proveSender(owner, "Galil");
    await meeting();
    await settle();
    expect(textsTo(phone)).toEqual([expect.stringMatching(/^הזמנה מ/)]);
  });

  it("goes by mail too where the meeting says so, and to nobody whom whoever changes it wants to be left alone", async () => {
    await proveSender(owner, "Meridian");
    const email = `guest${++counter}.${process.pid}@galil.example`;
    const { id: meetingId } = await meeting({
      guests: [{ cardId, email }],
      notify: { ...allBySms, invite: true, changes: false },
    });
    await settle();
    expect(backend.engines.mail.listMails({ to: email, limit: 10 })).toHaveLength(1);
    await owner.call(update, { meetingId, location: "Hall 3", notifyGuests: false });
    await settle();
    expect(textsTo(phone)).toHaveLength(1);
    await owner.call(update, { meetingId, location: "Hall 4", notifyGuests: true });
    await settle();
    expect(textsTo(phone)).toHaveLength(2);
    // Its way to guests is the SMS.
    expect(backend.engines.mail.listMails({ to: email, limit: 10 })).toHaveLength(1);
  });

  it("that cannot be sent stands on the timeline with the reason, and costs nothing", async () => {
    await proveSender(owner, "Meridian");
    await owner.call(optOut, { cardId, phone, isOptedOut: true });
    const before = await left();
    await meeting();
    await settle();
    expect(textsTo(phone)).toEqual([]);
    expect(await onTimeline()).toMatchObject([{ delivery: "failed", reason: "optedOut" }]);
    // There is nothing to decide about.
    expect((await owner.call(outgoing, {})).effects).toEqual([]);
    await owner.call(optOut, { cardId, phone, isOptedOut: false });
    await meeting({ title: "x".repeat(400), location: "y".repeat(400), start: inMinutes(700) });
    // Eleven times as long as the balance.
    for (let index = 0; index < 5; index++) await meeting({ title: `z${index}`.repeat(150), start: inMinutes(800) });
    await settle();
    const reasons = (await onTimeline()).map(({ delivery, reason }) => [delivery, reason]);
    expect(reasons).toContainEqual(["failed", "noBalance"]);
    expect(await left()).toBeGreaterThanOrEqual(0);
    expect(before - (await left())).toBe(
      (await onTimeline()).filter(({ delivery }) => delivery === "sent").reduce((sum, { parts }) => sum + parts, 0),
    );
  });

  it("can be switched on only by whoever can send SMS, and while some can be sent", async () => {
    await expect(meeting()).rejects.toMatchObject({ code: "SMS_DISABLED", details: { messageKey: "errors.smsNoSender" } });
    await proveSender(owner, "Meridian");
    const { id: meetingId } = await meeting();
    const grants = {
      "CARDS.read": "ORGANIZATION",
      "MEETINGS.create": "ORGANIZATION",
      "MEETINGS.read": "ORGANIZATION",
      "MEETINGS.update": "ORGANIZATION",
    } as const;
    const { id: roleId } = await owner.call(createRole, { name: "Meets people", grants });
    const member = await newMember(owner, { roleId });
    await expect(meeting({}, member)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    // What was switched on before stays.
    await member.call(update, { meetingId, notify: { ...allBySms, remindBySms: false } });
    await expect(member.call(update, { meetingId, notify: allBySms })).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });
});

describe("the effect that makes an SMS to a guest", () => {
  it("makes it once, though it is repeated because its end was lost", async () => {
    await proveSender(owner, "Meridian");
    const before = await left();
    const { id: meetingId } = await meeting();
    expect(await onMeeting({ Records: await queued("meetings-on-changed", owner.orgId) })).toEqual({ batchItemFailures: [] });
    const { meetingSms } = purposes;
    const [effectId] = (await latestRecords(owner.orgId, 20, null)).flatMap((record) => effectsOf(record, { meetingSms }));
    const effect = effectId && (await findEffect(owner.orgId, effectId));
    if (!effect) throw new Error("no effect");
    const make = async () => (await meetingSms.prepare(effect, systemClock))?.("key");
    for (let time = 0; time < 2; time++) await make();
    await owner.call(update, { meetingId, location: "Hall 3", notifyGuests: false });
    await make();
    const [sms, ...more] = await onTimeline();
    expect(more).toEqual([]);
    expect(before - (await left())).toBe(sms?.parts);
  });
});

describe("what SMS to guests would cost", () => {
  it("is told before, for each guest in their words, with who cannot be reached", async () => {
    await proveSender(owner, "Meridian");
    const refused = newPhone();
    const refusing = await card(refused);
    await owner.call(optOut, { cardId: refusing, phone: refused, isOptedOut: true });
    const guests = [{ cardId }, { cardId: await card(null) }, { email: "who@galil.example" }, { cardId: refusing }];
    const kinds = ["invited" as const, "reminded" as const];
    const draft = { title: "Pilot review", start: inMinutes(600), timeZone: "UTC", location: "Hall 2", guests };
    const asked = await owner.call(ask, { ...draft, kinds });
    expect(asked).toMatchObject({ obstacle: null, left: await left() });
    expect(asked.guests.map(({ phone: to, problem, texts }) => [to, problem, texts.map(({ kind }) => kind)])).toEqual([
      [phone, null, kinds],
      [null, "noPhone", []],
      [null, "noCard", []],
      [refused, "optedOut", kinds],
    ]);
    const before = await left();
    await meeting({ ...draft, guests: [{ cardId }] });
    await settle();
    const [sent = ""] = textsTo(phone);
    const [first] = asked.guests[0]?.texts ?? [];
    expect(first?.parts).toBe(before - (await left()));
    expect(first?.text.split("/rsvp/")[0]).toBe(sent.split("/rsvp/")[0]);
  });
});
