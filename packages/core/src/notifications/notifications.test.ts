import { queued } from "@kartis/tests/support/queued.ts";
import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { handler } from "@kartis/events/notifications/on-change.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { rsvpProcedures } from "../activities/invitations/rsvp.ts";
import { tokenOf } from "../activities/invitations/token.ts";
import { notificationProcedures } from "./index.ts";
import { keepNotices } from "./notify.ts";
import { groupsOf } from "./wording/groups.ts";
import { detailOf, textOf } from "./wording/words.ts";

const [list, read] = [named(notificationProcedures, "notifications.list"), named(notificationProcedures, "notifications.read")];
const [createTask, updateTasks] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.updateMany")];
const [createMeeting, updateMeeting, removeMeeting] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
];
const setProfile = named(profileProcedures, "profile.update");

let backend: Backend;
let owner: Owner;
let colleague: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
  colleague = await newMember(owner, { systemRole: "ADMIN" });
});
afterAll(() => backend.close());

/** Hands the organization's records to the consumer, the latest first, as the queue may. */
async function settle(): Promise<void> {
  const Records = await queued("notifications-on-change", owner.orgId, 100);
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
}
const seen = async (who: Owner, input: object = {}) => {
  await settle();
  return who.call(list, input);
};
const received = async (who: Owner, input: object = {}) =>
  (await seen(who, input)).rows.map(({ kind, subjects }) => `${kind} ${subjects.map(({ name }) => name).join()}`);
const task = (title: string, assignedTo = colleague.userId) => owner.call(createTask, { title, due: "2030-06-01", assignedTo });

describe("a notification", () => {
  it("comes once for what others assign, and never for one's own actions", async () => {
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const typeId = type?.id ?? expect.fail("no type");
    await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Galil", owner: colleague.userId } });
    const first = await task("Call");
    const second = await task("Visit", owner.userId);
    await colleague.call(createTask, { title: "My own", due: "2030-06-01" });
    expect(await received(colleague)).toEqual(["taskAssigned Call", "cardAssigned Galil"]);
    await settle();
    expect(await received(colleague)).toHaveLength(2);
    expect(await received(owner)).toEqual([]);
    const assignedTo = colleague.userId;
    const changes = [second.id, (await task("Order", owner.userId)).id].map((taskId) => ({ taskId, assignedTo }));
    await owner.call(updateTasks, { changes: [...changes, { taskId: first.id, title: "Call Dana" }] });
    const { rows } = await seen(colleague);
    expect(rows[0]).toMatchObject({ kind: "taskAssigned", count: 2, actorId: owner.userId, isRead: false });
    // Names are those of when it is read.
    expect(rows[1]?.subjects).toMatchObject([{ name: "Call Dana" }]);
  });

  it("shows who replied to an invitation, how, and with which message, to everyone who sees the meeting", async () => {
    const guests = [{ email: "eszter@bakony.example", name: "Eszter Nagy" }];
    const grants = { "MEETINGS.read": "USER", "MEETINGS.create": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own meetings", grants });
    const member = await newMember(owner, { roleId: role.id });
    const made = await member.call(createMeeting, { title: "Review", start: "2030-06-03T09:00:00Z", guests });
    const token = tokenOf({ orgId: owner.orgId, meetingId: made.id, guestId: made.guests[0]?.id ?? "" });
    const guest = new Visitor(owner.clock);
    await guest.call(named(rsvpProcedures, "rsvp.answer"), { token, rsvp: "TENTATIVE", message: "Perhaps later" });
    const { rows } = await seen(member);
    const [group] = groupsOf(rows);
    const t = await translator("en", { isolates: false });
    const words = group ? [textOf(group, { actor: "", card: undefined }, t), detailOf(group, t, formatter())] : [];
    expect(words).toEqual(["Eszter Nagy: tentative, Review", "Perhaps later"]);
    const hidden = group && { ...group, subjects: group.subjects.map((subject) => ({ ...subject, name: null })) };
    expect(hidden && textOf(hidden, { actor: "", card: undefined }, t)).not.toContain("Eszter");
    await owner.call(named(organizationProcedures, "roles.update"), {
      roleId: role.id,
      expectedVersion: role.version,
      grants: {},
    });
    expect(JSON.stringify(await member.call(list, {}))).not.toContain("Eszter");
  });

  it("names only what the reader may see when they read it", async () => {
    const grants = { "TASKS.read": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own tasks", grants });
    const member = await newMember(owner, { roleId: role.id });
    const { id: taskId } = await task("Secret", member.userId);
    expect(await received(member)).toEqual(["taskAssigned Secret"]);
    await owner.call(updateTasks, { changes: [{ taskId, assignedTo: owner.userId }] });
    expect(await received(member)).toEqual(["taskAssigned "]);
  });

  it("has the card that its task belongs to, where the reader sees that", async () => {
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const typeId = type?.id ?? expect.fail("no type");
    const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Galil" } });
    const grants = { "TASKS.read": "USER", "CARDS.read": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own", grants });
    const member = await newMember(owner, { roleId: role.id });
    for (const { userId: assignedTo } of [colleague, member])
      await owner.call(createTask, { title: "Call", due: "2030-06-01", assignedTo, cardId });
    const { rows, cards } = await seen(colleague);
    expect(rows[0]?.subjects).toMatchObject([{ name: "Call", cardId }]);
    expect(cards[cardId]).toMatchObject({ name: "Galil" });
    const hidden = await seen(member);
    expect([hidden.rows[0]?.subjects, hidden.cards]).toMatchObject([[{ name: "Call", cardId: null }], {}]);
  });

  it("comes of meetings to who takes part: invited, moved, no longer, and canceled", async () => {
    const participants = [owner.userId, colleague.userId];
    const start = "2030-06-03T09:00:00.000Z";
    const { id: meetingId } = await owner.call(createMeeting, { title: "Kick-off", start, minutes: 60, participants });
    expect(await received(colleague)).toEqual(["meetingInvited Kick-off"]);
    await owner.call(updateMeeting, { meetingId, start: "2030-06-03T10:00:00.000Z" });
    await owner.call(updateMeeting, { meetingId, title: "Kick-off, again" });
    await owner.call(removeMeeting, { meetingId });
    expect((await seen(colleague)).rows.map(({ kind }) => kind)).toEqual(["meetingCanceled", "meetingInvited"]);
    expect(await received(owner)).toEqual([]);
  });

  it("comes of one time of a series to whoever is added to it, taken off it, or at it when it moves", async () => {
    const dana = await newMember(owner, { systemRole: "ADMIN" });
    const repeat = { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } } as const;
    const made = { title: "Stand-up", start: "2030-06-03T09:00:00.000Z", participants: [colleague.userId], timeZone: "UTC" };
    const { id: meetingId } = await owner.call(createMeeting, { ...made, repeat: { ...repeat, weekdays: ["MO"] } });
    await settle();
    const one = { meetingId, scope: "one", day: "2030-06-10" } as const;
    const kindsOf = async (who: Owner) =>
      (await seen(who)).rows.map(({ kind, details }) => [kind, details["day"]].filter(Boolean).join(" "));
    await owner.call(updateMeeting, { ...one, participants: [colleague.userId, dana.userId] });
    expect(await kindsOf(dana)).toEqual(["meetingInvited 2030-06-10"]);
    expect(await kindsOf(colleague)).toEqual(["meetingInvited"]);
    await owner.call(updateMeeting, { ...one, start: "2030-06-11T15:00" });
    expect(await kindsOf(dana)).toEqual(["meetingChanged 2030-06-10", "meetingInvited 2030-06-10"]);
    expect(await kindsOf(colleague)).toEqual(["meetingChanged 2030-06-10", "meetingInvited"]);
    await owner.call(updateMeeting, { ...one, participants: [colleague.userId] });
    expect((await kindsOf(dana))[0]).toBe("meetingCanceled 2030-06-10");
    await owner.call(removeMeeting, one);
    expect((await kindsOf(colleague))[0]).toBe("meetingCanceled 2030-06-10");
    expect(await kindsOf(dana)).toHaveLength(3);
  });

  it("comes of a whole series to whoever takes part in a single time of it, where that time is another", async () => {
    const dana = await newMember(owner, { systemRole: "ADMIN" });
    const weekly = (weekday: "MO" | "TU", until?: string) => ({
      frequency: "week" as const,
      every: 1,
      weekdays: [weekday],
      ends: until ? { type: "on" as const, day: until } : { type: "never" as const },
    });
    const made = { title: "Stand-up", start: "2030-06-03T09:00:00.000Z", participants: [colleague.userId], timeZone: "UTC" };
    const { id: meetingId } = await owner.call(createMeeting, { ...made, repeat: weekly("MO") });
    const day = "2030-06-10";
    await owner.call(updateMeeting, { meetingId, scope: "one", day, participants: [dana.userId] });
    await settle();
    const kindsOf = async (who: Owner) =>
      (await seen(who)).rows.map(({ kind, details }) => [kind, details["day"]].filter(Boolean).join(" "));
    await owner.call(updateMeeting, { meetingId, location: "Room 7" });
    expect(await kindsOf(dana)).toEqual([`meetingChanged ${day}`, `meetingInvited ${day}`]);
    // It ends long after that time.
    await owner.call(updateMeeting, { meetingId, repeat: weekly("MO", "2031-06-30") });
    expect(await kindsOf(dana)).toHaveLength(2);
    await owner.call(removeMeeting, { meetingId });
    expect((await kindsOf(dana))[0]).toBe(`meetingCanceled ${day}`);
    await owner.call(named(meetingProcedures, "meetings.restore"), { meetingId });
    expect((await kindsOf(dana))[0]).toBe(`meetingInvited ${day}`);
    await owner.call(updateMeeting, { meetingId, repeat: weekly("TU"), start: "2030-06-04T09:00" });
    expect((await kindsOf(dana))[0]).toMatch(/^meeting(Changed|Canceled)/);
    expect(await kindsOf(dana)).toHaveLength(5);
  });

  it("comes only as the person's settings say", async () => {
    for (const notifications of [{ web: false }, { web: true, tasks: false }]) {
      await colleague.call(setProfile, { notifications });
      await task("Call");
      expect(await received(colleague)).toEqual([]);
    }
    await colleague.call(setProfile, { notifications: { tasks: true } });
    await task("Visit");
    expect(await received(colleague)).toContain("taskAssigned Visit");
  });
});

it("is read one by one or all at once, and stays so", async () => {
  for (const title of ["One", "Two", "Three"]) await task(title);
  const { rows, unread } = await seen(colleague);
  expect(unread).toMatchObject({ all: 3, unread: 3, assigned: 3, mentions: 0 });
  const [newest = expect.fail("none"), middle = expect.fail("none")] = rows.map(({ id }) => id);
  await colleague.call(read, { ids: [middle] });
  expect(await received(colleague, { filter: "unread" })).toEqual(["taskAssigned Three", "taskAssigned One"]);
  await colleague.call(read, { until: newest });
  expect((await seen(colleague)).unread.all).toBe(0);
  await colleague.call(read, { ids: [middle], isRead: false });
  expect(await received(colleague, { filter: "unread" })).toEqual(["taskAssigned Two"]);
  // Nobody else's, and none that there is not.
  await owner.call(read, { ids: [middle], isRead: true });
  expect((await seen(colleague)).unread.all).toBe(1);
  expect(await received(colleague, { filter: "mentions" })).toEqual([]);
  await task("Four");
  expect((await seen(colleague, { limit: 2 })).rows).toHaveLength(2);
  expect((await seen(colleague, { limit: 2, before: newest })).rows.map(({ subjects }) => subjects[0]?.name)).toEqual([
    "Two",
    "One",
  ]);
});

it("of what took long is unread, though the person has read everything while it went on", async () => {
  await task("Call");
  const { newest } = await seen(colleague);
  await colleague.call(read, { until: newest ?? expect.fail("none") });
  const began = "0".repeat(26);
  const cause = { id: began, orgId: owner.orgId, at: new Date().toISOString(), actorId: null };
  const notice = { userId: colleague.userId, kind: "importDone", subjectId: "opn_1", details: { done: 1 } } as const;
  await keepNotices(cause, [notice], { pushesOf: async () => [] }, owner.clock);
  const { rows, unread } = await seen(colleague);
  expect(rows.map(({ kind, isRead }) => [kind, isRead])).toEqual([
    ["taskAssigned", true],
    ["importDone", false],
  ]);
  expect(unread.all).toBe(1);
});

it("is read under a filter where that shows it, on every page, and nothing else is", async () => {
  await task("Call");
  await owner.call(createMeeting, { title: "Kick-off", start: "2030-06-03T09:00:00.000Z", participants: [colleague.userId] });
  const { newest, rows } = await seen(colleague, { filter: "assigned" });
  expect(rows).toHaveLength(1);
  expect(newest).not.toBe(rows[0]?.id);
  await colleague.call(read, { until: newest ?? expect.fail("none"), filter: "assigned" });
  expect(await received(colleague, { filter: "unread" })).toEqual(["meetingInvited Kick-off"]);
  await colleague.call(read, { until: newest ?? "", filter: "unread" });
  expect((await seen(colleague)).unread.all).toBe(0);
});
