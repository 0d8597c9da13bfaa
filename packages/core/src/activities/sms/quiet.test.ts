import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { purposes as outboundPurposes } from "@kartis/events/outbound/on-intended.ts";
import { purposes as smsPurposes } from "@kartis/events/sms/on-intended.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { givePlan } from "../../billing/index.ts";
import { bulkProcedures, runBulk } from "../../bulk/index.ts";
import { cardProcedures, findCards, getCardType, inScope, scopeOf } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { principalOf } from "../../kernel/actor.ts";
import { commitContextOf } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, type CardId, type CardTypeId, isId, newId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { meetingProcedures } from "../index.ts";
import { membersProcedures } from "../../members/index.ts";
import { deleteOrganization } from "../../deletion/index.ts";
import { findOperation } from "../../operations/index.ts";
import { onboardingProcedures } from "../../onboarding/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { findMembership, organizationProcedures } from "../../organizations/index.ts";
import { deliver, type Effect, effectsOf, findEffect, type Purpose } from "../../outbound/index.ts";
import { release, reserve, settle as settlePayment } from "../../sms/balance.ts";
import { isSmsOffered, optOut, recipientZones, sendersOf } from "../../sms/index.ts";
import { smsProvider } from "../../sms/providers/list.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { undoProcedures } from "../../undo/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { findActivities } from "../store.ts";
import { cardSms } from "./deliver.ts";
import { smsProcedures } from "./procedures.ts";
import type { SendSmsInput } from "./schema.ts";
import { holdSms } from "./waiting.ts";

const [send, sendNow, remove, restore, options, setOptOut] = [
  named(smsProcedures, "sms.send"),
  named(smsProcedures, "sms.sendNow"),
  named(smsProcedures, "sms.remove"),
  named(smsProcedures, "sms.restore"),
  named(smsProcedures, "sms.options"),
  named(smsProcedures, "sms.setOptOut"),
];
const [settings, entries, setQuietHours] = [
  named(smsSettingsProcedures, "sms.settings"),
  named(smsSettingsProcedures, "sms.entries"),
  named(smsSettingsProcedures, "sms.setQuietHours"),
];
const [createMeeting, updateMeeting, removeMeeting] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
];
const [types, makeCard, removeCard] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.remove"),
];

const [organizationSettings, updateOrganization] = [
  named(onboardingProcedures, "organizations.settings"),
  named(onboardingProcedures, "organizations.update"),
];

const minute = 60_000;
const later = (minutes: number): Clock => ({ now: () => Date.now() + minutes * minute });
const now = later(0);
/** What the clock of UTC shows then. */
/** When the test began: a minute may end while it runs. */
let begun = 0;
const clockTime = (minutes: number) => new Date(begun + minutes * minute).toISOString().slice(11, 16);

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
afterAll(async () => {
  await provider.close();
  await backend.close();
});
/** An organization in UTC, in whose quiet hours it is now, and for another hour or nearly. */
beforeEach(async () => {
  provider.twilio.weather = "fine";
  begun = Date.now();
  owner = await newOwner();
  const { version, phone: own, whatsappNumber, ...rest } = await owner.call(organizationSettings, {});
  const updated = { ...rest, phone: own ?? "", whatsappNumber: whatsappNumber ?? "", timeZone: "UTC" };
  await owner.call(updateOrganization, { ...updated, expectedVersion: version });
  await proveSender(owner);
  const [type] = await owner.call(types, {});
  if (!type) throw new Error("no type");
  typeId = type.id;
  phoneField = type.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  phone = newPhone();
  cardId = await card(phone);
  await owner.call(setQuietHours, { hours: { from: clockTime(-60), until: clockTime(60) } });
});

let counter = 0;
/** Of no country, so that the organization's zone counts. */
const newPhone = () => `+8835100${String(process.pid).slice(-3).padStart(3, "0")}${String(100 + ++counter).slice(-3)}`;
const card = async (number: string) =>
  (await owner.call(makeCard, { typeId, fields: { name: `Galil ${++counter}`, [phoneField]: number } })).id;
const write = (more: Partial<z.input<typeof SendSmsInput>> = {}, by = owner) =>
  by.call(send, { cardId, text: "Your offer is ready", afterQuietHours: true, ...more });

/** What SMS are sent with. */
const deps = {
  findCards,
  findMembership,
  getCardType,
  inScope,
  isSmsOffered,
  optOut,
  recipientZones,
  release,
  reserve,
  scopeOf,
  sendersOf,
  settle: settlePayment,
  smsProvider,
};
const purposes = { ...outboundPurposes, ...smsPurposes };
/** Hands the newest records to all that sends, at that time, twice each. */
async function deliverAll(clock: Clock): Promise<void> {
  for (const round of [1, 2])
    for (const record of (await latestRecords(owner.orgId, 100, null)).toReversed())
      for (const effectId of effectsOf(record, purposes))
        expect([round, await deliver(owner.orgId, effectId, purposes, clock)]).toEqual([round, "settled"]);
  await provider.keep(owner.orgId);
}
async function settle(clock: Clock = now): Promise<void> {
  for (const [reaction, handler] of [
    ["meetings-on-changed", onMeeting],
    ["reminders-on-changed", onChanged],
    ["reminders-on-fired", onFired],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  await deliverAll(clock);
}
/** The sweep of every minute, and all that follows from it. */
async function sweep(minutes: number): Promise<void> {
  expect((await sweepReminders(later(minutes), 20_000)).failed).toBe(0);
  await settle(later(minutes));
}
const received = (number = phone) => provider.twilio.messages.filter(({ to }) => to === number).map(({ text }) => text);
const shown = async (of = cardId) =>
  (await owner.call(named(timelineProcedures, "timeline.list"), { cardId: of, channels: ["sms"], limit: 100 })).entries.flatMap(
    (entry) => (entry.kind === "activity" && entry.type === "SMS" ? [entry.value] : []),
  );
/** The effect that sends an SMS at present. */
async function effectOf(id: ActivityId): Promise<Effect> {
  const effectId = (await findActivities(owner.orgId, [id])).get(id)?.values["effectId"];
  const effect = isId("eff", effectId) ? await findEffect(owner.orgId, effectId) : undefined;
  return effect ?? expect.fail("no effect");
}
const states = async (of = cardId) => (await shown(of)).map(({ delivery, reason }) => reason ?? delivery);
const balance = async () => (await owner.call(settings, {})).balance;
async function expectExact(): Promise<void> {
  const all = await owner.call(entries, { limit: 100 });
  expect(all.entries.reduce((sum, { change }) => sum + change, 0)).toBe((await balance()).left);
}

describe("the setting", () => {
  it("is off at first, is journalled, and can be at most twelve hours", async () => {
    const another = await newOwner();
    expect((await another.call(settings, {})).quietHours).toBeNull();
    await another.call(setQuietHours, { hours: { from: "22:00", until: "08:00" } });
    expect((await another.call(settings, {})).quietHours).toEqual({ from: "22:00", until: "08:00" });
    const [record] = await latestRecords(another.orgId, 1, null);
    expect(record?.changes).toMatchObject([
      { action: "organization.update", before: { smsQuietHours: null }, after: { smsQuietHours: "22:00–08:00" } },
    ]);
    // The same again is no change.
    await another.call(setQuietHours, { hours: { from: "22:00", until: "08:00" } });
    expect((await latestRecords(another.orgId, 1, null))[0]?.id).toBe(record?.id);
    for (const [hours, message] of [
      [{ from: "08:00", until: "08:00" }, "validation.quietHoursNone"],
      [{ from: "08:00", until: "20:01" }, "validation.quietHoursLong"],
    ] as const)
      await expect(another.call(setQuietHours, { hours })).rejects.toMatchObject({
        details: { fields: { "hours.until": message } },
      });
    await another.call(setQuietHours, { hours: null });
    expect((await another.call(settings, {})).quietHours).toBeNull();
  });

  it("is told to whoever writes by hand, with the zones in which the recipient may be", async () => {
    expect(await owner.call(options, { cardId })).toMatchObject({
      quietHours: { from: clockTime(-60) },
      numbers: [{ phone, zones: ["UTC"] }],
    });
  });
});

describe("an SMS in quiet hours", () => {
  it("waits without payment, and leaves once when they end, however often and from wherever it is released", async () => {
    const before = await balance();
    const { id } = await write();
    await settle();
    expect(await shown()).toMatchObject([{ id, delivery: "waiting", sendAt: expect.stringContaining(`T${clockTime(60)}:00`) }]);
    expect(await balance()).toMatchObject({ left: before.left, reserved: 0 });
    await sweep(50);
    expect(received()).toEqual([]);
    await Promise.all(Array.from({ length: 6 }, () => sweepReminders(later(61), 20_000)));
    await settle(later(61));
    await sweep(62);
    expect(received()).toEqual(["Your offer is ready"]);
    expect(await states()).toEqual(["sent"]);
    expect(await balance()).toMatchObject({ left: before.left - 1, reserved: 0 });
    await expectExact();
  });

  it("is canceled by the undo of its writing as long as it waits, waits again by the undo of that, and is sent nevertheless once it has left", async () => {
    const undo = named(undoProcedures, "changes.undo");
    const before = await balance();
    const { id, recordId } = await write();
    if (!recordId) expect.fail("not written");
    await settle();
    const undone = await owner.call(undo, { recordId });
    expect(await shown()).toEqual([]);
    if (!undone.recordId) expect.fail("not undone");
    await owner.call(undo, { recordId: undone.recordId });
    expect(await states()).toEqual(["waiting"]);
    await owner.call(undo, { recordId });
    await sweep(62);
    expect(received()).toEqual([]);
    expect(await balance()).toMatchObject({ left: before.left, reserved: 0 });
    await owner.call(restore, { smsId: id });
    const second = await write({ text: "Your offer has left" });
    await settle();
    await owner.call(sendNow, { smsId: second.id });
    await expect(owner.call(undo, { recordId: second.recordId ?? expect.fail("not written") })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await settle();
    expect(received()).toEqual(["Your offer has left"]);
    await expectExact();
  });

  it("leaves once when the sweep dies before or after its transaction", async () => {
    for (const moment of ["before", "after"]) {
      const number = newPhone();
      const { id } = await write({ cardId: await card(number) });
      await settle();
      const killed = spawn(
        process.execPath,
        [
          "--disable-warning=ExperimentalWarning",
          join(import.meta.dirname, "../reminders/dying-sweep.fixture.ts"),
          owner.orgId,
          id,
          moment,
          String(66 * minute),
        ],
        { stdio: "inherit", env: { ...process.env, ...backend.environment } },
      );
      expect((await once(killed, "exit"))[1]).toBe("SIGKILL");
      await sweep(66);
      await sweep(67);
      expect(received(number)).toHaveLength(1);
    }
  });

  it("is sent by its present effect alone, whatever an earlier one has left behind where its sender died", async () => {
    const { id } = await write();
    await holdSms(await effectOf(id), id, new Date(later(60).now()).toISOString(), { clock: now, release });
    await owner.call(sendNow, { smsId: id });
    await settle();
    expect(received()).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
    await expectExact();
  });

  it("is held or sent, but not both, where two processes have its effect in the minute in which quiet hours begin", async () => {
    await owner.call(setQuietHours, { hours: { from: clockTime(30), until: clockTime(90) } });
    const { sms } = smsPurposes;
    for (const moment of ["calling", "prepared"]) {
      const before = (await balance()).left;
      const number = newPhone();
      const of = await card(number);
      const { id: smsId } = await write({ cardId: of });
      const effect = await effectOf(smsId);
      const slow = () => sms.prepare(effect, later(40));
      const first: Purpose = {
        ...sms,
        async prepare(...given) {
          const call = await sms.prepare(...given);
          if (moment === "prepared") await slow();
          return call && (async (key) => (moment === "calling" && (await slow()), call(key)));
        },
      };
      await deliver(owner.orgId, effect.effectId, { sms: first }, now);
      await settle();
      const isSent = moment === "calling";
      expect(received(number)).toHaveLength(isSent ? 1 : 0);
      expect(await states(of)).toEqual([isSent ? "sent" : "waiting"]);
      expect(await balance()).toMatchObject({ left: before - (isSent ? 1 : 0), reserved: 0 });
    }
    await expectExact();
  });

  it("is not held again by a slow process that had it before a person sent it now", async () => {
    const { id } = await write();
    const effect = await effectOf(id);
    await settle();
    const until = new Date(later(60).now()).toISOString();
    await owner.call(sendNow, { smsId: id });
    await holdSms(effect, id, until, { clock: now, release });
    await settle();
    expect(await states()).toEqual(["sent"]);
    expect(received()).toHaveLength(1);
    await expectExact();
  });

  it("is not paid by a slow process once it waits again", async () => {
    const { id } = await write();
    await settle();
    await sweepReminders(later(61), 20_000);
    const effect = await effectOf(id);
    const until = new Date(later(120).now()).toISOString();
    const slow = cardSms({
      ...deps,
      async optOutsOf() {
        await holdSms(effect, id, until, { clock: later(61), release });
        return new Map();
      },
    });
    await deliver(owner.orgId, effect.effectId, { sms: slow }, later(61));
    expect((await findActivities(owner.orgId, [id])).get(id)?.values).toMatchObject({ delivery: "waiting", sendAt: until });
    expect(await balance()).toMatchObject({ reserved: 0 });
    await sweep(121);
    expect(received()).toHaveLength(1);
    await expectExact();
  });

  it("leaves once or is canceled, paid only if it leaves, when sweep, people and the trash come at once", async () => {
    const ids: ActivityId[] = [];
    const before = (await balance()).left;
    for (const text of ["One", "Two", "Three", "Four"]) ids.push((await write({ text })).id);
    await settle();
    const late = new Visitor(later(61));
    for (const [name, value] of owner.cookies) late.cookies.set(name, value);
    await Promise.allSettled(
      ids.flatMap((smsId, index) => [
        late.call(sendNow, { smsId }),
        sweepReminders(later(61), 20_000),
        late.call(sendNow, { smsId }),
        ...(index % 2 ? [late.call(remove, { smsId })] : []),
      ]),
    );
    await settle(later(61));
    await sweep(62);
    const gone = received();
    expect(new Set(gone).size).toBe(gone.length);
    expect(gone).toEqual(expect.arrayContaining(["One", "Three"]));
    expect(await balance()).toMatchObject({ left: before - gone.length, reserved: 0 });
    await expectExact();
  });

  it("is not sent for an organization that was deleted meanwhile", async () => {
    const [{ id }, { id: own }] = [await write(), await write({ text: "At once", afterQuietHours: false })];
    const atOnce = await effectOf(own);
    await holdSms(await effectOf(id), id, new Date(later(60).now()).toISOString(), { clock: now, release });
    await sweepReminders(later(61), 20_000);
    const left = await effectOf(id);
    const { name } = await owner.call(organizationSettings, {});
    const asked = await owner.context();
    const context = commitContextOf({ ...asked, principal: principalOf(asked.actor), level: "ORGANIZATION" });
    await deleteOrganization(context, owner.userId, {
      typed: name,
    });
    for (const { effectId } of [left, atOnce]) expect(await deliver(owner.orgId, effectId, purposes, later(62))).toBe("settled");
    expect(received()).toEqual([]);
  });

  it("still goes to a person whose card was merged into another in the night", async () => {
    const { id } = await write();
    await settle();
    const survivor = await card(newPhone());
    await owner.call(named(cardProcedures, "cards.merge"), { survivorId: survivor, otherIds: [cardId] });
    await sweep(61);
    expect((await findActivities(owner.orgId, [id])).get(id)?.values).toMatchObject({ delivery: "sent" });
    expect(received()).toHaveLength(1);
  });

  it("is sent at once by hand, unless its writer wants it to wait", async () => {
    await write({ afterQuietHours: false });
    await settle();
    expect(await states()).toEqual(["sent"]);
  });

  it("waits for the clock of the recipient, not of the organization", async () => {
    const israeli = await card("+972502345678");
    const hour = Number(
      new Intl.DateTimeFormat("en", { timeZone: "Asia/Jerusalem", hour: "numeric", hourCycle: "h23" }).format(),
    );
    const of = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, "0")}:00`;
    await owner.call(setQuietHours, { hours: { from: of(-1), until: of(2) } });
    await write({ cardId: israeli });
    await settle();
    expect(await states(israeli)).toEqual(["waiting"]);
    // It is not quiet there now, whatever the organization's clock shows.
    await owner.call(setQuietHours, { hours: { from: of(2), until: of(8) } });
    await write({ cardId: israeli, text: "By day" });
    await settle();
    expect((await states(israeli)).toSorted()).toEqual(["sent", "waiting"]);
  });

  it("waits on where the hours have become longer meanwhile", async () => {
    await write();
    await settle();
    await owner.call(setQuietHours, { hours: { from: clockTime(-60), until: clockTime(120) } });
    await sweep(61);
    expect(await shown()).toMatchObject([{ delivery: "waiting", sendAt: expect.stringContaining(`T${clockTime(120)}:00`) }]);
    await sweep(121);
    expect(received()).toHaveLength(1);
    await expectExact();
  });

  it("is sent now by whoever wants that, and not again when its time comes", async () => {
    const { id } = await write();
    await settle();
    expect(await owner.call(sendNow, { smsId: id })).toMatchObject({ delivery: "sending" });
    expect(await owner.call(sendNow, { smsId: id })).toMatchObject({ recordId: null });
    await settle();
    expect(received()).toHaveLength(1);
    await sweep(61);
    expect(received()).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
  });

  it("is canceled by the trash: brought back in time it waits again, later it has failed, and it costs nothing", async () => {
    const before = (await balance()).left;
    const [kept, late] = [await write({ text: "Kept" }), await write({ text: "Late" })];
    await settle();
    for (const { id } of [kept, late]) await owner.call(remove, { smsId: id });
    await owner.call(restore, { smsId: kept.id });
    await sweep(61);
    expect(received()).toEqual(["Kept"]);
    const visitor = new Visitor(later(62));
    for (const [name, value] of owner.cookies) visitor.cookies.set(name, value);
    await visitor.call(restore, { smsId: late.id });
    await sweep(63);
    expect(received()).toEqual(["Kept"]);
    expect((await states()).toSorted()).toEqual(["canceled", "sent"]);
    expect((await balance()).left).toBe(before - 1);
    await expectExact();
  });

  it.each([
    ["optedOut", () => owner.call(setOptOut, { cardId, phone, isOptedOut: true })],
    [
      "disabled",
      async () => {
        const context = await owner.context();
        await givePlan(
          commitContextOf({ ...context, principal: principalOf(context.actor), level: "ORGANIZATION" }),
          "FREE",
          null,
        );
      },
    ],
    ["cardGone", () => owner.call(removeCard, { cardId })],
  ])("is not sent where that has changed meanwhile: %s", async (reason, change) => {
    const before = (await balance()).left;
    const { id } = await write();
    await settle();
    await change();
    await sweep(61);
    expect(received()).toEqual([]);
    const activity = (await findActivities(owner.orgId, [id])).get(id);
    expect(activity?.values).toMatchObject({ delivery: "failed", reason });
    if (reason !== "disabled") expect((await balance()).left).toBe(before);
  });

  it("is sent now by a colleague's permission where its writer has lost theirs, and only where that colleague sees the card", async () => {
    const grants = { "SMS.create": "ORGANIZATION", "SMS.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION" } as const;
    const makeRole = (name: string, more: object) =>
      owner.call(named(organizationProcedures, "roles.create"), { name, grants: { ...grants, ...more } });
    const [role, narrow] = [await makeRole("Texts", {}), await makeRole("Texts for their own", { "CARDS.read": "USER" })];
    const [author, blind] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: narrow.id })];
    const ids = [(await write({ text: "One" }, author)).id, (await write({ text: "Two" }, author)).id];
    await settle();
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [author.userId] });
    for (const smsId of ids) await expect(blind.call(sendNow, { smsId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { recordId } = await owner.call(sendNow, { smsId: ids[0] ?? expect.fail() });
    const record = (await latestRecords(owner.orgId, 5, null)).find(({ id }) => id === recordId);
    expect(record).toMatchObject({ actor: { kind: "user", id: owner.userId }, changes: [{ action: "sms.deliver" }] });
    await settle();
    await sweep(61);
    expect(received()).toEqual(["One"]);
    expect((await states()).toSorted()).toEqual(["notAllowed", "sent"]);
    await expectExact();
  });

  it("is resent by the permission of whoever resends it, which the record names", async () => {
    const grants = { "SMS.create": "ORGANIZATION", "SMS.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION" } as const;
    const makeRole = (name: string, all: Grants) =>
      owner.call(named(organizationProcedures, "roles.create"), { name, grants: all });
    const role = await makeRole("Texts", grants);
    const outgoing = { "ORGANIZATION.read": "ORGANIZATION", "ORGANIZATION.update": "ORGANIZATION" } as const;
    const admins = [
      await makeRole("No texts", { ...outgoing, "CARDS.read": "ORGANIZATION" }),
      await makeRole("Own cards", { ...grants, ...outgoing, "CARDS.read": "USER" }),
    ];
    const author = await newMember(owner, { roleId: role.id });
    const { id } = await write({ text: "One" }, author);
    await settle();
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [author.userId] });
    await sweep(61);
    expect(await states()).toEqual(["notAllowed"]);
    const [list, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];
    const [failed] = (await owner.call(list, {})).effects;
    const effectId = failed?.id ?? expect.fail("nothing to decide");
    for (const { id: roleId } of admins)
      await expect((await newMember(owner, { roleId })).call(sendAgain, { effectId })).rejects.toMatchObject({
        code: "NO_PERMISSION",
      });
    await owner.call(sendAgain, { effectId });
    await settle();
    expect(received()).toEqual(["One"]);
    const records = await latestRecords(owner.orgId, 10, null);
    const released = records.find(({ changes }) => changes.some(({ after }) => after?.["releasedBy"] === owner.userId));
    expect(released).toMatchObject({ actor: { kind: "user", id: owner.userId } });
    expect(released?.changes.map(({ subject }) => subject.id)).toContain(id);
    await expectExact();
  });

  it("is not sent where its writer has lost the permission, or belongs to the organization no more", async () => {
    const grants = { "SMS.create": "USER", "CARDS.read": "ORGANIZATION" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Texts", grants });
    const [member, other] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: role.id })];
    const ids = [await write({ text: "One" }, member), await write({ text: "Two" }, other), await write({ text: "Mine" })];
    await settle();
    await owner.call(named(organizationProcedures, "roles.update"), {
      ...role,
      roleId: role.id,
      expectedVersion: role.version,
      grants: { "CARDS.read": "ORGANIZATION" },
    });
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [other.userId] });
    await sweep(61);
    expect(received()).toEqual(["Mine"]);
    const found = await findActivities(
      owner.orgId,
      ids.map(({ id }) => id),
    );
    expect([...found.values()].map(({ values }) => String(values["reason"] ?? values["delivery"])).toSorted()).toEqual([
      "notAllowed",
      "notAllowed",
      "sent",
    ]);
  });
});

describe("what Kartis sends by itself", () => {
  it("waits: from automations, and to many cards, whose undoing recalls them", async () => {
    const context = await owner.context();
    const actor = await owner.actor();
    if (actor.kind !== "user" || !actor.membership) throw new Error("no member");
    const automation = { ...actor, kind: "automation", automationId: newId("aut"), membership: actor.membership } as const;
    await send.call({ cardId, text: "By an automation" }, { ...context, actor: automation });
    const another = newPhone();
    const cardIds: CardId[] = [await card(another), await card("+972502345678")];
    const job = { target: "sms", selection: { cardIds }, change: { kind: "send", text: "To all" } } as const;
    const seen = await owner.call(named(bulkProcedures, "bulk.preview"), job);
    // The clocks of Israel are at least two hours ahead.
    expect(seen.sms?.waiting).toBe(1);
    const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), job);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    while (!(await runBulk(operation, actor, now, Number.POSITIVE_INFINITY)));
    await settle();
    expect(await states()).toEqual(["waiting"]);
    expect(await states(cardIds[0])).toEqual(["waiting"]);
    await sweep(61);
    expect([...received(), ...received(another)]).toEqual(["By an automation", "To all"]);
    await expectExact();
  });
});

describe("SMS to a meeting's guests", () => {
  const inMinutes = (minutes: number) => `${new Date(Date.now() + minutes * minute).toISOString().slice(0, 16)}:00.000Z`;
  const silent = { invite: false, changes: false, remind: false };
  const meeting = (more: object = {}, by = owner) =>
    by.call(createMeeting, {
      title: "Pilot review",
      start: inMinutes(600),
      timeZone: "UTC",
      guests: [{ cardId }],
      notify: { ...silent, inviteBySms: true, changesBySms: true, remindBySms: true },
      ...more,
    });

  it("wait, and say in the morning what is so by then, once", async () => {
    const { id: meetingId } = await meeting();
    await settle();
    expect(await states()).toEqual(["waiting"]);
    await owner.call(updateMeeting, { meetingId, title: "Pilot review in the big hall" });
    await settle();
    expect(await states()).toEqual(["waiting", "waiting"]);
    await sweep(61);
    await sweep(62);
    expect(received()).toEqual([expect.stringContaining("Pilot review in the big hall")]);
    expect((await states()).toSorted()).toEqual(["outdated", "sent"]);
    await expectExact();
  });

  it("go to whom the guest's card was merged into, once where both are guests", async () => {
    const other = newPhone();
    const survivorId = await card(other);
    await meeting();
    await meeting({ title: "Price review", guests: [{ cardId }, { cardId: survivorId }] });
    await settle();
    await owner.call(named(cardProcedures, "cards.merge"), { survivorId, otherIds: [cardId] });
    await sweep(61);
    const told = [...received(), ...received(other)].map((text) => /Pilot|Price/.exec(text)?.[0] ?? text);
    expect(told.toSorted()).toEqual(["Pilot", "Price"]);
    await expectExact();
  });

  it("say nothing of an invitation that was canceled in the night but that it is", async () => {
    const { id: meetingId } = await meeting();
    await settle();
    await owner.call(removeMeeting, { meetingId });
    await settle();
    await sweep(61);
    expect(received()).toHaveLength(1);
    expect((await states()).toSorted()).toEqual(["outdated", "sent"]);
  });

  it("are sent though whoever arranged it has lost the permission to send SMS", async () => {
    const grants = { "MEETINGS.create": "ORGANIZATION", "MEETINGS.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Arranges",
      grants: { ...grants, "SMS.create": "USER" },
    });
    await meeting({}, await newMember(owner, { roleId: role.id }));
    await settle();
    expect(await states()).toEqual(["waiting"]);
    const given = { ...role, roleId: role.id, expectedVersion: role.version, grants };
    await owner.call(named(organizationProcedures, "roles.update"), given);
    await sweep(61);
    expect(await states()).toEqual(["sent"]);
  });

  it("are sent at once where they would come with the start", async () => {
    const until = Math.floor(Date.now() / minute) * minute + 60 * minute;
    const hours = { from: clockTime(-60), until: new Date(until).toISOString().slice(11, 16) };
    await owner.call(setQuietHours, { hours });
    await meeting({ start: new Date(until).toISOString() });
    await settle();
    expect(await states()).toEqual(["sent"]);
  });

  it("are sent at once where they would come after the start", async () => {
    await meeting({ start: inMinutes(50), reminder: 30 });
    await settle();
    expect(received()).toHaveLength(1);
    await sweep(21);
    expect(received()).toHaveLength(2);
    expect(await states()).toEqual(["sent", "sent"]);
  });
});
