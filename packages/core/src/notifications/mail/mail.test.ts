import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onChange } from "@kartis/events/notifications/on-change.ts";
import { handler as runOperations } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { commentProcedures, meetingProcedures, taskProcedures } from "../../activities/index.ts";
import { bulkProcedures } from "../../bulk/index.ts";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { CardId } from "../../kernel/id.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { unsubscribeLink } from "../../unsubscribes/rules.ts";
import { findUser } from "../../users/index.ts";
import { notificationProcedures } from "../index.ts";
import { sweepMails } from "./sweep.ts";
import { findWaiting } from "./waiting.ts";

const [list, read] = [named(notificationProcedures, "notifications.list"), named(notificationProcedures, "notifications.read")];
const [createTask, updateTask] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.update")];
const createMeeting = named(meetingProcedures, "meetings.create");
const [createCard, updateCard] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.update")];
const setProfile = named(profileProcedures, "profile.update");

let backend: Backend;
let owner: Owner;
let colleague: Owner;
let typeId: `typ_${string}`;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
  colleague = await newMember(owner, { systemRole: "ADMIN" });
  typeId = (await owner.call(named(cardProcedures, "cards.types"), {}))[0]?.id ?? expect.fail("no type");
});
afterAll(() => backend.close());

const at = (minutes: number) => ({ now: () => Date.now() + minutes * 60_000 });
const task = (title: string, assignedTo = colleague.userId) => owner.call(createTask, { title, due: "2030-06-01", assignedTo });
const card = async (name: string, fields: object = {}): Promise<CardId> =>
  (await owner.call(createCard, { typeId, fields: { name, ...fields } })).id;

/** Hands the organization's records to the consumers, the latest first, as the queue may: at least once. */
async function settle(): Promise<void> {
  for (const [reaction, handler] of [
    ["notifications-on-change", onChange],
    ["meetings-on-changed", onMeeting],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
}
/** A sweep at so many minutes from now, and what follows from it. @returns what the person has been mailed so far, the latest first. */
async function mailed(minutes = 10.1, who = colleague) {
  await settle();
  expect((await sweepMails(at(minutes), 20_000)).failed).toBe(0);
  expect(await sendIntended(owner.orgId)).toBe(0);
  return mailsOf(who);
}
async function mailsOf({ userId }: Owner) {
  const user = await findUser(userId);
  return backend.engines.mail.listMails({ to: user?.email ?? "" });
}
const subjects = async (minutes?: number, who?: Owner) => (await mailed(minutes, who)).map(({ subject }) => subject);

describe("what stays unread", () => {
  it("is one mail after ten minutes, and one an hour from then on, with a link to each", async () => {
    const { id } = await task("Call Dana");
    await card("Galil", { owner: colleague.userId });
    const places = [/next=%2Fcards%2Fleads%2Fcrd_\w+/.source, `next=${encodeURIComponent(`/tasks?list=team&task=${id}`)}`];
    const [toCard, toTask] = places.map((place) => `http\\S+/switch-org/${owner.orgId}\\?${place}`);
    expect(await mailed(9)).toEqual([]);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Firm \d+: 2 unread notifications$/);
    expect(mail?.text).toMatch(
      new RegExp(`Owner \\d+ assigned you Galil\n${toCard}\n\nOwner \\d+ assigned you Call Dana\n${toTask}\n`),
    );
    expect(mail?.html).toMatch(new RegExp(`href="${toTask}"`));
    const stop = unsubscribeLink({ userId: colleague.userId, kind: "unreadMails" });
    expect(mail?.headers).toEqual({ "list-unsubscribe": `<${stop}>`, "list-unsubscribe-post": "List-Unsubscribe=One-Click" });
    expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(stop), expect.stringContaining(stop)]);
    expect(await mailed(11)).toHaveLength(1);
    await task("Visit");
    expect(await mailed(30)).toHaveLength(1);
    expect((await subjects(71))[0]).toMatch(/assigned you Visit$/);
    expect(await mailsOf(owner)).toEqual([]);
  });

  it("is not mailed once it is read, here or up to it", async () => {
    await task("One");
    await task("Two");
    await settle();
    const { rows } = await colleague.call(list, {});
    await colleague.call(read, { ids: [rows[1]?.id ?? ""] });
    expect((await subjects())[0]).toMatch(/assigned you Two$/);
    await task("Three");
    await settle();
    const [newest] = (await colleague.call(list, {})).rows;
    await colleague.call(read, { until: newest?.id ?? "" });
    expect(await mailed(80)).toHaveLength(1);
  });

  it("is mailed as the switches say, in every combination", async () => {
    const cases = [
      [{ web: true, email: true }, 1, 1],
      [{ web: true, email: false }, 1, 0],
      [{ web: false, email: true }, 0, 1],
      [{ web: false, email: false }, 0, 0],
      [{ tasks: false }, 0, 0],
      [{ unreadMails: false }, 1, 0],
    ] as const;
    const all = { web: true, email: true, tasks: true, unreadMails: true };
    for (const [switches, inApp, byMail] of cases) {
      const member = await newMember(owner, { systemRole: "ADMIN" });
      await member.call(setProfile, { notifications: { ...all, ...switches } });
      await task("Call", member.userId);
      expect(await subjects(10.1, member), JSON.stringify(switches)).toHaveLength(byMail);
      const { rows, unread } = await member.call(list, {});
      expect([rows.length, unread.all], JSON.stringify(switches)).toEqual([inApp, inApp]);
    }
  });

  it("is not mailed to who has switched it off meanwhile, or is no member any more", async () => {
    await task("Call");
    await settle();
    expect((await sweepMails(at(10.1), 20_000)).failed).toBe(0);
    await colleague.call(setProfile, { notifications: { email: false } });
    expect(await sendIntended(owner.orgId)).toBe(0);
    expect(await mailsOf(colleague)).toEqual([]);
  });

  it("names nothing that the reader may no longer see, or that no longer holds", async () => {
    const grants = { "TASKS.read": "USER", "CARDS.read": "USER", "COMMENTS.read": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own", grants });
    colleague = await newMember(owner, { roleId: role.id });
    const { id: taskId } = await task("Secret task");
    const cardId = await card("Secret card", { owner: colleague.userId });
    const { id: doneId } = await task("Done task");
    await task("Kept task");
    await settle();
    expect((await sweepMails(at(10.1), 20_000)).failed).toBe(0);
    // After the mail was intended, before it is sent.
    await owner.call(updateTask, { taskId, assignedTo: owner.userId });
    await owner.call(updateTask, { taskId: doneId, done: true });
    await owner.call(updateCard, { cardId, fields: { owner: owner.userId } });
    expect(await sendIntended(owner.orgId)).toBe(0);
    const [mail, ...others] = await mailsOf(colleague);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/assigned you Kept task$/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Secret|Done task/);
  });

  it("has a mention with its card, and not of a card out of sight", async () => {
    const grants = { "COMMENTS.read": "ORGANIZATION", "CARDS.read": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Some", grants });
    colleague = await newMember(owner, { roleId: role.id });
    const [seen, hidden] = [await card("Galil", { owner: colleague.userId }), await card("Hidden")];
    for (const [cardId, text] of [
      [seen, " <b>have a look</b>"],
      [hidden, " between us"],
    ] as const)
      await owner.call(named(commentProcedures, "comments.create"), {
        cardId,
        body: [{ type: "paragraph", content: [{ member: colleague.userId }, { text }] }],
      });
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    // The card that they were assigned, and one mention.
    expect(mail?.subject).toMatch(/: 2 unread notifications$/);
    expect(mail?.text).toContain("mentioned you on Galil");
    expect(mail?.html).toContain("&lt;b&gt;have a look&lt;/b&gt;");
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Hidden|between us/);
  });

  it("does not repeat an invitation that was mailed, and has one that was not", async () => {
    const participants = [owner.userId, colleague.userId];
    const meeting = { start: "2030-06-03T09:00:00.000Z", minutes: 60, participants };
    await owner.call(createMeeting, { title: "Kick-off", ...meeting });
    await owner.call(createMeeting, { title: "Quiet", ...meeting, notify: { invite: false, changes: false } });
    const all = await subjects();
    expect(all).toHaveLength(2);
    expect(all.filter((subject) => subject?.includes("Kick-off"))).toHaveLength(1);
    expect(all).toContainEqual(expect.stringMatching(/invited you to Quiet$/));
  });

  it("is in the reader's language, from the right in Hebrew", async () => {
    await colleague.call(setProfile, { language: "he" });
    await task("Call <Dana> & Co");
    const [mail] = await mailed();
    expect(mail?.subject).toContain("המשימה Call <Dana> & Co שויכה אליך");
    expect(mail?.html).toMatch(/<html lang="he" dir="rtl">/);
    expect(mail?.html).toContain("Call &lt;Dana&gt; &amp; Co");
  });

  it("of long operations is gathered as well; what an undo brings back is not", async () => {
    // More than are kept by name.
    const cardIds: CardId[] = [];
    for (let count = 0; count < 22; count++) cardIds.push(await card(`Card ${count}`));
    const change = { kind: "edit" as const, fields: { owner: colleague.userId } };
    const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), { selection: { cardIds }, change });
    const asked = sqsRecord({ orgId: owner.orgId, operationId });
    await runOperations({ Records: [asked] });
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/assigned you 22 cards$/);
    expect(mail?.text).toContain("17 more");

    const cardId = await card("Back and forth", { owner: colleague.userId });
    const { recordId } = await owner.call(updateCard, { cardId, fields: { owner: owner.userId } });
    await owner.call(named(undoProcedures, "changes.undo"), { recordId: recordId ?? "" });
    await settle();
    const { rows } = await colleague.call(list, {});
    expect(rows.filter(({ subjects: [subject] }) => subject?.name === "Back and forth")).toHaveLength(1);
  });

  it("has cards that a field assigns, and not those that one only names", async () => {
    const { id, fields } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Job",
        pluralName: "Jobs",
        hue: "blue",
        fields: [
          { key: "technician", type: "user", label: "Technician", assigns: true },
          { key: "witness", type: "user", label: "Witness" },
        ],
      },
    });
    const fieldId = (key: string) => fields.find((field) => field.key === key)?.id ?? "";
    await owner.call(createCard, { typeId: id, fields: { name: "Boiler", [fieldId("technician")]: colleague.userId } });
    await owner.call(createCard, { typeId: id, fields: { name: "Quarrel", [fieldId("witness")]: colleague.userId } });
    expect(await subjects()).toEqual([expect.stringMatching(/assigned you Boiler$/)]);
  });
});

describe("a mail of unread notifications goes out once", () => {
  it("when ten sweep and send at the same time, and every record comes again", async () => {
    for (const title of ["One", "Two", "Three"]) await task(title);
    await Promise.all(Array.from({ length: 4 }, settle));
    const sweeps = await Promise.all(Array.from({ length: 10 }, () => sweepMails(at(10.1), 20_000)));
    expect(sweeps.every(({ failed }) => failed === 0)).toBe(true);
    const report = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await Promise.all(Array.from({ length: 10 }, () => sendIntended(owner.orgId)));
    report.mockRestore();
    await settle();
    const [mail, ...others] = await mailed(80);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/assigned you 3 tasks$/);
  });

  it.each(["before", "after"])("when its sweep is killed right %s its transaction", async (moment) => {
    await task("Call");
    await settle();
    const fixture = join(import.meta.dirname, "dying-sweep.fixture.ts");
    const dying = spawn(process.execPath, [fixture, owner.orgId, colleague.userId, moment], {
      env: { ...process.env, ...backend.environment },
      stdio: "inherit",
    });
    expect((await once(dying, "exit"))[1]).toBe("SIGKILL");
    expect((await findWaiting(owner.orgId, colleague.userId, at(0)))?.waiting).toHaveLength(moment === "before" ? 1 : 0);
    expect(await mailed(12)).toHaveLength(1);
    expect(await mailed(80)).toHaveLength(1);
  });

  it("with a hundred entries, and the number of what was before", async () => {
    await colleague.call(setProfile, { notifications: { web: false } });
    for (let count = 0; count < 104; count++) await task(`Task ${count}`);
    const records = await latestRecords(owner.orgId, 200, null);
    for (const { id, changes } of records.toReversed()) {
      const detail = { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) };
      await onChange({ Records: [sqsRecord({ detail })] });
    }
    expect((await sweepMails(at(10.1), 20_000)).failed).toBe(0);
    expect(await sendIntended(owner.orgId)).toBe(0);
    const [mail, ...others] = await mailsOf(colleague);
    expect(others).toEqual([]);
    expect(mail?.text).toContain("4 older notifications are waiting in the app.");
  });
});
