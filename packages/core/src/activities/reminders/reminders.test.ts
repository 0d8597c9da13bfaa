import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../index.ts";
import { aroundRequests } from "../../data/connection.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { errorShape } from "../../kernel/error.ts";
import { linkInto } from "../../kernel/link.ts";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { templateProcedures } from "../../message-templates/procedures.ts";
import type { TemplateRef } from "../../message-templates/schema.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { unsubscribeLink } from "../../unsubscribes/rules.ts";
import { findUser } from "../../users/index.ts";
import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { groupsOf } from "../../notifications/wording/groups.ts";
import { detailOf } from "../../notifications/wording/words.ts";
import { noticesOfActivities } from "../notices.ts";
import { fire, sweepReminders } from "./fire.ts";
import { snoozeOf } from "./rules.ts";
import { reminderProcedures } from "./procedures.ts";
import { findScheduled } from "./schedule.ts";

const [create, update, remove, restore] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
];
const createMeeting = named(meetingProcedures, "meetings.create");
const [pending, answer] = [named(reminderProcedures, "reminders.pending"), named(reminderProcedures, "reminders.answer")];
const setProfile = named(profileProcedures, "profile.update");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
});
afterAll(() => backend.close());

const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
const at = (minutes: number) => ({ now: () => Date.now() + minutes * minute });
const task = (more: object = {}) =>
  owner.call(create, { title: "Call Dana", due: inMinutes(20), reminder: 15 as const, ...more });

const records = () => latestRecords(owner.orgId, 100, null);
/** Hands the organization's records to the consumers, the latest first, as the queues may: each at least once. */
async function settle(): Promise<void> {
  for (const [reaction, handler] of [
    ["reminders-on-changed", onChanged],
    ["reminders-on-fired", onFired],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
}
/** A sweep at so many minutes from now, with all that follows from it. @returns how many of the organization's were fired. */
async function sweep(minutes: number): Promise<number> {
  const before = await fired();
  expect((await sweepReminders(at(minutes), 20_000)).failed).toBe(0);
  await settle();
  return (await fired()) - before;
}
const fired = async () =>
  (await records()).flatMap(({ changes }) => changes).filter(({ action }) => action === "reminder.fire").length;
async function mails({ userId }: Pick<Owner, "userId"> = owner): Promise<string[]> {
  const user = await findUser(userId);
  return backend.engines.mail
    .listMails({ to: user?.email ?? "" })
    .flatMap(({ subject }) => (subject?.startsWith("Reminder") ? [subject] : []));
}

describe("a reminder", () => {
  it("is fired when it is due, and mailed once, however often everything is delivered", async () => {
    const { id } = await task();
    await settle();
    expect(await sweep(4)).toBe(0);
    expect(await mails()).toEqual([]);
    expect(await sweep(5.1)).toBe(1);
    expect(await mails()).toEqual([expect.stringMatching(/^Reminder: Call Dana, /)]);
    await settle();
    expect(await sweep(6)).toBe(0);
    expect(await mails()).toHaveLength(1);
    expect(await findScheduled(owner.orgId, id)).toMatchObject({ dueAt: undefined });
  });

  it("is fired once by ten sweeps at the same time", async () => {
    await task();
    await settle();
    const sweeps = await Promise.all(Array.from({ length: 10 }, () => sweepReminders(at(5.1), 20_000)));
    expect(sweeps.every(({ failed }) => failed === 0)).toBe(true);
    expect(await fired()).toBe(1);
    await settle();
    expect(await mails()).toHaveLength(1);
  });

  it("that an outage missed is fired once, late", async () => {
    await task();
    await settle();
    // A change after it was due, and before anybody swept, does not take it away.
    expect(await sweep(600)).toBe(1);
    expect(await sweep(601)).toBe(0);
    expect(await mails()).toHaveLength(1);
  });

  it("whose task was made while the queue stood still is fired when it moves again", async () => {
    const clock = { now: () => Date.now() - 30 * minute };
    const early = await newOwner({ clock });
    await early.call(create, { title: "Call", due: inMinutes(-5), reminder: 15 });
    owner = early;
    await settle();
    expect(await sweep(0)).toBe(1);
  });

  it("goes along with its task, and is not fired for one that is done, deleted, or has none any more", async () => {
    const [moved, done, deleted, cleared, restored] = await Promise.all([task(), task(), task(), task(), task()]);
    await settle();
    await owner.call(update, { taskId: moved.id, due: inMinutes(60) });
    await owner.call(update, { taskId: done.id, done: true });
    await owner.call(remove, { taskId: deleted.id });
    await owner.call(update, { taskId: cleared.id, reminder: null });
    await owner.call(remove, { taskId: restored.id });
    await owner.call(restore, { taskId: restored.id });
    // Before the consumer has heard of it: the activity itself says so.
    expect((await sweepReminders(at(5.1), 20_000)).failed).toBe(0);
    expect(await fired()).toBe(1);
    await settle();
    expect(await sweep(5.2)).toBe(0);
    expect(await sweep(45.1)).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  it("is not fired for a time that was past when it was chosen", async () => {
    const { id } = await task({ due: inMinutes(10) });
    await settle();
    expect(await sweep(11)).toBe(0);
    await owner.call(update, { taskId: id, due: inMinutes(30) });
    await settle();
    expect(await sweep(15.1)).toBe(1);
    // The same instant again, after it has been fired.
    await owner.call(update, { taskId: id, title: "Call Dana now" });
    await settle();
    expect(await sweep(15.2)).toBe(0);
  });

  it("is in the same transaction as its mark: a killed process has fired all of it or nothing", async () => {
    for (const moment of ["before", "after"] as const) {
      owner = await newOwner();
      const { id } = await task({ due: inMinutes(16) });
      await settle();
      const killed = spawn(
        process.execPath,
        [
          "--disable-warning=ExperimentalWarning",
          join(import.meta.dirname, "dying-sweep.fixture.ts"),
          owner.orgId,
          id,
          moment,
          "66000",
        ],
        { stdio: "inherit", env: { ...process.env, ...backend.environment } },
      );
      expect((await once(killed, "exit"))[1]).toBe("SIGKILL");
      expect(await fired()).toBe(moment === "before" ? 0 : 1);
      await sweep(1.1);
      expect(await fired()).toBe(1);
      expect(await mails()).toHaveLength(1);
    }
  });

  it("is not fired when its task is done after it was read", async () => {
    const { id } = await task();
    await settle();
    let isDone = false;
    const stop = aroundRequests(async ({ operation, input }, next) => {
      if (operation === "TransactWriteItems" && !isDone && JSON.stringify(input).includes("reminder.fire")) {
        isDone = true;
        await owner.call(update, { taskId: id, done: true });
      }
      return next();
    });
    try {
      expect(await fire(owner.orgId, id, at(5.1))).toBe(false);
    } finally {
      stop();
    }
    expect(isDone).toBe(true);
    await settle();
    expect(await fired()).toBe(0);
  });

  it("is not mailed when its task was moved or done after it was fired", async () => {
    const [moved, done] = [await task(), await task()];
    await settle();
    expect((await sweepReminders(at(5.1), 20_000)).failed).toBe(0);
    await owner.call(update, { taskId: moved.id, due: inMinutes(200) });
    await owner.call(update, { taskId: done.id, done: true });
    await settle();
    expect(await fired()).toBe(2);
    expect(await mails()).toEqual([]);
  });

  it("is mailed to whoever is to do it, in their language, if they want that", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await colleague.call(setProfile, { language: "he" });
    const { id } = await task({ assignedTo: colleague.userId, location: "Rosh Pina" });
    await task({ assignedTo: null });
    await settle();
    await sweep(5.1);
    expect(await mails()).toEqual([]);
    const user = await findUser(colleague.userId);
    const [mail] = backend.engines.mail.listMails({ to: user?.email ?? "" });
    expect(mail?.subject).toMatch(/^תזכורת: Call Dana/);
    expect(mail?.text).toContain("Rosh Pina");
    expect(mail?.text).toContain(linkInto(owner.orgId, `/tasks?list=team&task=${id}`));

    const stop = unsubscribeLink({ userId: colleague.userId, kind: "reminderMails" });
    expect(mail?.headers).toEqual({ "list-unsubscribe": `<${stop}>`, "list-unsubscribe-post": "List-Unsubscribe=One-Click" });

    for (const notifications of [{ email: false }, { email: true, tasks: false }, { tasks: true, reminderMails: false }]) {
      await colleague.call(setProfile, { notifications });
      await task({ assignedTo: colleague.userId });
      await settle();
      await sweep(5.1);
    }
    expect(backend.engines.mail.listMails({ to: user?.email ?? "" })).toHaveLength(1);
  });
});

it("a reminder brings the files of its template, and how to unsubscribe", async () => {
  await switchOn(owner, "content-templates");
  const templateId = "TASK_EMAIL_REMINDER";
  const fileId = await storeFile(owner, { name: "checklist.txt", content: "Helmet", templateId });
  await owner.call(named(templateProcedures, "templates.update"), { templateId, attachments: [fileId] });
  await task({ assignedTo: owner.userId });
  await settle();
  await sweep(5.1);
  const user = await findUser(owner.userId);
  const [mail] = backend.engines.mail.listMails({ to: user?.email ?? "" });
  expect(mail?.attachments).toMatchObject([{ name: "checklist.txt", type: "text/plain" }]);
  const stop = unsubscribeLink({ userId: owner.userId, kind: "reminderMails" });
  expect(mail?.headers).toMatchObject({ "list-unsubscribe": `<${stop}>`, "list-unsubscribe-post": "List-Unsubscribe=One-Click" });
});

describe("a reminder of a card's activity", () => {
  const clientFields = [
    { id: "fld_worth", key: "worth", type: "currency", currency: "EUR", label: "Worth" },
    { id: "fld_hush", key: "hush", type: "text", label: "Hush" },
  ] as const;
  async function client() {
    await switchOn(owner, "content-templates");
    const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Client", pluralName: "Clients", hue: "blue", fields: [...clientFields] },
    });
    const [worth = "", hush = ""] = ["worth", "hush"].map((key) => type.fields.find((field) => field.key === key)?.id ?? "");
    const fields = { name: "Galil *Cold*", owner: owner.userId, [worth]: 122_680, [hush]: "between us" };
    const card = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields });
    const say = (templateId: TemplateRef, body: string) =>
      owner.call(named(templateProcedures, "templates.update"), { templateId, texts: { en: { subject: "Reminder", body } } });
    return { type, card, say };
  }
  async function textsTo({ userId }: Pick<Owner, "userId">): Promise<string[]> {
    const user = await findUser(userId);
    return backend.engines.mail.listMails({ to: user?.email ?? "" }).map(({ text }) => text ?? "");
  }
  const roleOf = (grants: object) =>
    owner.call(named(organizationProcedures, "roles.create"), { name: "Callers", grants: { "TASKS.read": "USER", ...grants } });

  it("names the card to whoever sees it, in Kartis' words as in those for cards of the type", async () => {
    const { type, card, say } = await client();
    await task({ cardId: card.id });
    await settle();
    await sweep(5.1);
    expect(await textsTo(owner)).toEqual([expect.stringContaining("Record: Galil *Cold*")]);
    await say(`TASK_EMAIL_REMINDER.${type.id}`, "Worth {{ card.worth }}");
    await task({ cardId: card.id });
    await task();
    await settle();
    await sweep(5.1);
    expect((await textsTo(owner)).filter((text) => /^Worth €1,226\.80$/.test(text))).toHaveLength(1);
    expect((await textsTo(owner)).filter((text) => text.includes("this is due soon"))).toHaveLength(2);
  });

  it("says nothing of it to whoever does not see it, in the words for all types", async () => {
    const { type, card, say } = await client();
    await say(`TASK_EMAIL_REMINDER.${type.id}`, "Of clients: {{ card.name }}");
    const { id: roleId } = await roleOf({ "CARDS.read": "USER" });
    const caller = await newMember(owner, { roleId });
    await task({ cardId: card.id, assignedTo: caller.userId });
    await settle();
    await sweep(5.1);
    const [mail = expect.fail("no mail")] = await textsTo(caller);
    expect(mail).toContain("Call Dana");
    expect(mail).not.toMatch(/Record:|Galil|Of clients/);
    await owner.call(named(cardProcedures, "cards.update"), { cardId: card.id, fields: { owner: caller.userId } });
    await task({ cardId: card.id, assignedTo: caller.userId });
    await settle();
    await sweep(5.1);
    expect(await textsTo(caller)).toContain("Of clients: Galil *Cold*");
  });

  it("never has a field that became internal after the text was written", async () => {
    const { type, card, say } = await client();
    await say(`TASK_EMAIL_REMINDER.${type.id}`, "[{{ card.hush }}]");
    const fields = type.fields.map((field) => ({ ...field, internal: field.key === "hush" }));
    await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: type.id,
      expectedVersion: type.version,
      fields,
    });
    await task({ cardId: card.id });
    await settle();
    await sweep(5.1);
    expect(await textsTo(owner)).toEqual(["[]"]);
  });

  it("of a meeting says how long it is, who holds it, and its card", async () => {
    const { type, card, say } = await client();
    const words = "{{ card.name }}: {{ meeting.duration }}, {{ meeting.organizer }}, {{ sender.email }}";
    await say(`MEETING_EMAIL_REMINDER.${type.id}`, words);
    const more = { start: inMinutes(20), minutes: 90, reminder: 15, timeZone: "UTC" } as const;
    await owner.call(createMeeting, { title: "Weekly", cardId: card.id, participants: [owner.userId], ...more });
    await settle();
    await sweep(5.1);
    const { name, email } = (await findUser(owner.userId)) ?? expect.fail("nobody");
    expect(await textsTo(owner)).toEqual([`Galil *Cold*: 1 hour and 30 minutes, ${name}, ${email}`]);
  });
});

it("a mail about one time of a series describes that time", async () => {
  const start = inMinutes(20);
  const repeat = { frequency: "day", every: 1, ends: { type: "after", times: 3 } } as const;
  await switchOn(owner, "content-templates");
  const texts = { en: { subject: "Reminder", body: "[{{ meeting.description }}]" } };
  await owner.call(named(templateProcedures, "templates.update"), { templateId: "MEETING_EMAIL_REMINDER", texts });
  const meeting = { title: "Weekly", start, reminder: 15, timeZone: "UTC", repeat, description: "Every day" } as const;
  const { id: meetingId } = await owner.call(createMeeting, meeting);
  const day = start.slice(0, 10);
  const change = { meetingId, scope: "one", day, description: "Bring the plans" } as const;
  await owner.call(named(meetingProcedures, "meetings.update"), change);
  await settle();
  await sweep(5.1);
  const user = await findUser(owner.userId);
  expect(backend.engines.mail.listMails({ to: user?.email ?? "" }).map(({ text }) => text?.trim())).toEqual([
    "[Bring the plans]",
  ]);
});

describe("a meeting's reminder", () => {
  const meet = (more: object = {}) =>
    owner.call(createMeeting, { title: "Weekly", start: inMinutes(20), minutes: 30, reminder: 15, timeZone: "UTC", ...more });
  const weekly = (start: string) => ({
    start,
    repeat: { frequency: "day", every: 1, ends: { type: "after", times: 3 } } as const,
  });

  it("reminds everybody who takes part", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await meet({ participants: [owner.userId, colleague.userId] });
    await settle();
    expect(await sweep(5.1)).toBe(1);
    expect([await mails(), await mails(colleague)]).toEqual([
      [expect.stringContaining("Weekly")],
      [expect.stringContaining("Weekly")],
    ]);
  });

  it("of a series is fired for each time, and once for those that an outage missed", async () => {
    const day = 24 * 60;
    const { id } = await meet(weekly(inMinutes(20)));
    await settle();
    expect(await sweep(6.1)).toBe(1);
    expect(await sweep(6.2)).toBe(0);
    expect(await findScheduled(owner.orgId, id)).toMatchObject({ dueAt: expect.stringMatching(/Z$/) });
    // Nobody swept on the second day: the third has the last of them.
    expect(await sweep(2 * day + 6.1)).toBe(1);
    const thirdDay = new Date(Date.now() + 2 * day * minute).toISOString().slice(0, 10);
    const [last] = (await records()).flatMap(({ changes }) => changes.filter(({ action }) => action === "reminder.fire"));
    expect(last?.after).toMatchObject({ startsAt: expect.stringContaining(thirdDay) });
    expect(await sweep(2 * day + 7)).toBe(0);
    expect((await findScheduled(owner.orgId, id))?.dueAt).toBeUndefined();
  });

  it("of an occurrence is for those who take part in it, with its own room and title, in mails, pop-up and notifications", async () => {
    const [dana, avi] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { systemRole: "ADMIN" })];
    const start = inMinutes(20);
    const day = start.slice(0, 10);
    const { id: meetingId } = await meet({ ...weekly(start), participants: [dana.userId], location: "Room 1" });
    const change = { title: "Review", location: "Room 7", participants: [avi.userId] };
    await owner.call(named(meetingProcedures, "meetings.update"), { meetingId, scope: "one", day, ...change });
    const ask = async (who: Owner, minutes: number) =>
      (await pending.call({}, { ...(await who.context()), clock: at(minutes) })).rows;
    expect(await ask(avi, 0)).toMatchObject([{ title: "Review", location: "Room 7", day, guests: [avi.userId] }]);
    expect(await ask(dana, 0)).toEqual([]);
    expect(await ask(dana, 24 * 60)).toMatchObject([{ title: "Weekly", location: "Room 1", guests: [dana.userId] }]);
    expect(await ask(avi, 24 * 60)).toEqual([]);
    await settle();
    expect(await sweep(6.1)).toBe(1);
    expect([await mails(avi), await mails(dana)]).toEqual([[expect.stringContaining("Review")], []]);
    const [firing = expect.fail("not fired")] = (await records()).filter(({ changes }) =>
      changes.some(({ action }) => action === "reminder.fire"),
    );
    // Both lead to that time of the series, and not to the next one.
    expect(await noticesOfActivities(firing)).toMatchObject([{ userId: avi.userId, details: { day } }]);
    const [{ text } = expect.fail("no mail")] = backend.engines.mail.listMails({
      to: (await findUser(avi.userId))?.email ?? "",
      limit: 1,
    });
    expect(text).toContain(encodeURIComponent(`/calendar?open=${meetingId}&on=${day}`));
  });

  it("of whole days is of a day, not of an hour that is another in each zone", async () => {
    const start = new Date(Date.now() + 2 * 1_440 * minute).toISOString().slice(0, 10);
    const { id: meetingId } = await meet({ ...weekly(start), minutes: null, timeZone: "Asia/Jerusalem", reminder: 60 });
    await owner.call(create, { title: "Report", due: start, reminder: 60 });
    const early = Date.parse(start) - Date.now() - 2 * 3_600_000;
    const rows = await pending.call({}, { ...(await owner.context()), clock: at(early / minute - 120) });
    expect(rows.rows.find(({ id }) => id === meetingId)).toMatchObject({ date: start, day: start });
    await settle();
    // The end of that day, wherever the person lives.
    await sweep(4 * 1_440);
    const firing = (await records()).filter(({ changes }) => changes.some(({ action }) => action === "reminder.fire"));
    const notices = (await Promise.all(firing.map(noticesOfActivities))).flat();
    expect(notices.find(({ kind }) => kind === "taskReminder")?.details).toMatchObject({ on: start });
    const ofMeeting = notices.find(({ kind }) => kind === "meetingReminder")?.details;
    expect(ofMeeting?.["on"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const entry = { id: "x", kind: "taskReminder", at: start, isRead: false, actorId: null, count: 1, subjects: [] } as const;
    const format = formatter({ language: "en", region: "US", timeZone: "America/New_York" });
    const details = { startsAt: `${start}T20:59:59.999Z`, on: "2030-06-03" };
    const [group = expect.fail("no group")] = groupsOf([{ ...entry, details }]);
    expect(detailOf(group, await translator("en"), format)).toBe(format.day("2030-06-03"));
  });

  it("of an occurrence is shown, and dismissed for that one alone", async () => {
    const day = 24 * 60;
    const { id } = await meet(weekly(inMinutes(20)));
    const ask = async (minutes: number) => (await pending.call({}, { ...(await owner.context()), clock: at(minutes) })).rows;
    const [row = expect.fail("none")] = await ask(0);
    expect(row).toMatchObject({ id, type: "MEETING", day: row.startsAt.slice(0, 10) });
    await owner.call(answer, { activityId: id, day: row.day, remindAt: row.remindAt, answer: "dismiss" });
    expect(await ask(0)).toEqual([]);
    expect(await ask(day)).toMatchObject([{ id }]);
  });
});

describe("reminders to be shown", () => {
  const shown = async (minutes = 0, input: object = {}) => {
    const { rows } = await pending.call(input, { ...(await owner.context()), clock: at(minutes) });
    return rows;
  };

  it("are those of one's own tasks, from a minute ago to four hours ahead", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    await task({ title: "Soon" });
    await task({ title: "Later", due: inMinutes(240 + 14) });
    await task({ title: "Too late", due: inMinutes(240 + 30) });
    await task({ title: "Theirs", assignedTo: colleague.userId });
    await task({ title: "None", reminder: null });
    expect((await shown()).map(({ title }) => title)).toEqual(["Soon", "Later"]);
    expect((await shown(5.5)).map(({ title }) => title)).toEqual(["Soon", "Later"]);
    expect((await shown(6.5)).map(({ title }) => title)).not.toContain("Soon");
    // One that is open on the screen stays until it is answered.
    expect((await shown(30, { from: inMinutes(4) })).map(({ title }) => title)).toContain("Soon");
    expect((await shown(13 * 60, { from: inMinutes(4) })).map(({ title }) => title)).not.toContain("Soon");
    expect((await colleague.call(pending, {})).rows.map(({ title }) => title)).toEqual(["Theirs"]);
  });

  it("are gone once they are dismissed, for this time and this person", async () => {
    const { id } = await task();
    const [row = expect.fail("none")] = await shown();
    await owner.call(answer, { activityId: id, remindAt: row.remindAt, answer: "dismiss" });
    expect(await shown()).toEqual([]);
    await owner.call(update, { taskId: id, due: inMinutes(60) });
    expect(await shown()).toMatchObject([{ id }]);
  });

  it("come again five minutes before, when there is time for that", async () => {
    const { id, due } = await task({ due: inMinutes(120), reminder: 60 });
    const [row = expect.fail("none")] = await shown();
    await owner.call(answer, { activityId: id, remindAt: row.remindAt, answer: "snooze" });
    const again = new Date(Date.parse(due) - 5 * minute).toISOString();
    expect(await shown()).toMatchObject([{ id, remindAt: row.remindAt, showAt: again }]);
    expect(await shown(114)).toMatchObject([{ id, showAt: again }]);
    const snooze = { activityId: id, remindAt: row.remindAt, answer: "snooze" };
    // Where that is over, a task is still to be done, also when it is due: it comes again in five minutes.
    for (const now of [116, 121]) {
      await answer.call(snooze, { ...(await owner.context()), clock: at(now) });
      const [shownAgain = expect.fail("none")] = await shown(now);
      expect(Date.parse(shownAgain.showAt) - at(now).now()).toBeGreaterThan(4.9 * minute);
      expect(Date.parse(shownAgain.showAt) - at(now).now()).toBeLessThanOrEqual(5 * minute);
    }
    await owner.call(update, { taskId: id, due: inMinutes(600) });
    expect(await shown(114)).toEqual([]);
  });

  it.each([
    ["MEETING", -6, "before", -5],
    ["MEETING", -5, "start", 0],
    ["MEETING", -1, "start", 0],
    ["TASK", -6, "before", -5],
    ["TASK", -5, "later", 0],
    ["TASK", 0, "later", 5],
    ["TASK", 20, "later", 25],
  ])("of a %s that are snoozed %i minutes from its time come again: %s", (type, now, to, until) => {
    const startsAt = "2030-06-03T09:00:00.000Z";
    const from = Date.parse(startsAt);
    const snoozed = snoozeOf({ type, startsAt }, from + now * minute);
    expect(snoozed).toEqual({ to, until: new Date(from + until * minute).toISOString() });
  });

  it("of a meeting that has started cannot be snoozed", () => {
    const startsAt = "2030-06-03T09:00:00.000Z";
    expect(snoozeOf({ type: "MEETING", startsAt }, Date.parse(startsAt))).toBeUndefined();
  });

  it("are answered by those who see the task alone", async () => {
    const stranger = await newOwner();
    const { id } = await task();
    const [row = expect.fail("none")] = await shown();
    const refused = await stranger.call(answer, { activityId: id, remindAt: row.remindAt, answer: "dismiss" }).then(
      () => expect.fail("was not refused"),
      (error: unknown) => errorShape(error, "r"),
    );
    expect(refused.code).toBe("NOT_FOUND");
    expect(await shown()).toHaveLength(1);
  });
});
