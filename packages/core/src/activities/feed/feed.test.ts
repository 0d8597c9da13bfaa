import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { errorShape } from "../../kernel/error.ts";
import { linkInto } from "../../kernel/link.ts";
import { membersProcedures } from "../../members/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { meetingProcedures, taskProcedures } from "../index.ts";
import { calendarFeed } from "./feed.ts";
import { calendarFeedProcedures } from "./procedures.ts";
import { feedTokenOf } from "./token.ts";

const create = named(meetingProcedures, "meetings.create");
const update = named(meetingProcedures, "meetings.update");
const remove = named(meetingProcedures, "meetings.remove");
const createTask = named(taskProcedures, "tasks.create");
const [get, renew, choose, end] = [
  named(calendarFeedProcedures, "calendarFeed.get"),
  named(calendarFeedProcedures, "calendarFeed.renew"),
  named(calendarFeedProcedures, "calendarFeed.update"),
  named(calendarFeedProcedures, "calendarFeed.remove"),
];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const dayMs = 86_400_000;
/** An hour of a day from today on, by UTC. */
const inDays = (days: number, time = "09:00"): string =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${time}:00.000Z`;
const tokenOf = (url: string | null): string => /\/calendar\/feed\/([\w-]+)\.ics$/.exec(url ?? "")?.[1] ?? expect.fail("no link");
const linkOf = async (person: Visitor): Promise<string> => tokenOf((await person.call(renew, {})).url);
const read = async (token: string) => calendarFeed(token, await new Visitor().context());
const refused = async (token: string) =>
  read(token).then(
    () => undefined,
    (error: unknown) => errorShape(error, "r").code,
  );

/** Events that both parsers find, by UID. */
function eventsIn(content: string) {
  const component = new ICAL.Component(ICAL.parse(content));
  const found = component.getAllSubcomponents("vevent").map((event) => ({
    uid: String(event.getFirstPropertyValue("uid")),
    title: String(event.getFirstPropertyValue("summary")),
    start: String(event.getFirstPropertyValue("dtstart")),
    occurrence: event.getFirstPropertyValue("recurrence-id")?.toString() ?? null,
    removed: event.getAllProperties("exdate").map((one) => String(one.getFirstValue())),
    rule: event.getFirstPropertyValue("rrule")?.toString() ?? null,
  }));
  const others = Object.values(nodeIcal.parseICS(content)).flatMap((one) => (one?.type === "VEVENT" ? [one] : []));
  const series = found.filter(({ occurrence }) => occurrence === null);
  expect(others.map(({ uid, summary }) => JSON.stringify([uid, summary])).toSorted()).toEqual(
    series.map(({ uid, title }) => JSON.stringify([uid, title])).toSorted(),
  );
  return { found, others };
}

describe("a calendar link", () => {
  it("shows one's own meetings to two readers of calendars, with all times of a series and without anybody's address", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const guests = [{ email: "secret.guest@bakony.example", name: "Dana" }];
    const single = await owner.call(create, { title: "Pilot; review", start: inDays(2), guests, location: "Room, 1" });
    await colleague.call(create, { title: "Not theirs", start: inDays(2) });
    const rule = { frequency: "day", every: 1, ends: { type: "after", times: 10 } } as const;
    const series = await owner.call(create, {
      title: "Standup",
      start: inDays(3),
      timeZone: "Asia/Jerusalem",
      repeat: rule,
      guests,
    });
    const [moved, gone] = [inDays(4), inDays(5)].map((at) => at.slice(0, 10));
    await owner.call(update, {
      meetingId: series.id,
      scope: "one",
      day: moved,
      start: inDays(4, "12:00"),
      title: "Later standup",
    });
    await owner.call(remove, { meetingId: series.id, scope: "one", day: gone });
    const { content } = await read(await linkOf(owner));
    expect(content.replaceAll("\r\n ", "")).toContain(linkInto(owner.orgId, `/calendar?open=${single.id}`));
    expect(content).not.toContain("bakony");
    expect(content).not.toMatch(/ATTENDEE|ORGANIZER|mailto/);
    expect(content).toContain("BEGIN:VTIMEZONE\r\nTZID:Asia/Jerusalem");
    const { found, others } = eventsIn(content);
    expect(found.map(({ title }) => title).toSorted()).toEqual(["Later standup", "Pilot; review", "Standup"]);
    expect(found.find(({ uid }) => uid === `${single.id}@kartis`)).toMatchObject({ rule: null, occurrence: null });
    const whole = found.find(({ title }) => title === "Standup");
    expect(whole?.removed.map((at) => at.slice(0, 10))).toEqual([gone]);
    expect(whole?.rule).toContain("COUNT=10");
    expect(found.find(({ title }) => title === "Later standup")?.occurrence?.slice(0, 10)).toBe(moved);
    const other = others.find(({ summary }) => summary === "Standup");
    expect(Object.keys(other?.recurrences ?? {}).some((at) => at.startsWith(moved ?? "-"))).toBe(true);
    expect(Object.keys(other?.exdate ?? {}).some((at) => at.startsWith(gone ?? "-"))).toBe(true);
  });

  it("leaves out the times of a series that are not theirs, and has those of others' series that are", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const rule = { frequency: "day", every: 1, ends: { type: "after", times: 5 } } as const;
    const own = await owner.call(create, { title: "Standup", start: inDays(3), repeat: rule });
    const day = inDays(4).slice(0, 10);
    await owner.call(update, { meetingId: own.id, scope: "one", day, participants: [colleague.userId] });
    const ofOwner = eventsIn((await read(await linkOf(owner))).content).found;
    expect(ofOwner).toHaveLength(1);
    expect(ofOwner[0]?.removed.map((at) => at.slice(0, 10))).toEqual([day]);
    const theirs = eventsIn((await read(await linkOf(colleague))).content).found;
    expect(theirs).toMatchObject([{ uid: `${own.id}-${day}@kartis`, rule: null, occurrence: null }]);
  });

  it("has tasks with an hour where they are chosen, and none otherwise", async () => {
    const token = await linkOf(owner);
    await owner.call(createTask, { title: "Call Dana", due: inDays(1), assignedTo: owner.userId });
    await owner.call(createTask, { title: "Some time that day", due: inDays(1).slice(0, 10), assignedTo: owner.userId });
    expect(eventsIn((await read(token)).content).found).toEqual([]);
    await owner.call(choose, { includesTasks: true });
    const { content } = await read(token);
    expect(eventsIn(content).found.map(({ title }) => title)).toEqual(["Call Dana"]);
    expect(content).toContain("TRANSP:TRANSPARENT");
  });

  it("keeps its tag until something in it changes", async () => {
    const token = await linkOf(owner);
    const { id } = await owner.call(create, { title: "Review", start: inDays(2) });
    const first = await read(token);
    expect((await read(token)).etag).toBe(first.etag);
    await owner.call(update, { meetingId: id, title: "Second review" });
    expect((await read(token)).etag).not.toBe(first.etag);
  });

  it("reaches 90 days back and a year ahead", async () => {
    for (const days of [-100, -80, 350, 380]) await owner.call(create, { title: `${days}`, start: inDays(days) });
    const { found } = eventsIn((await read(await linkOf(owner))).content);
    expect(found.map(({ title }) => title).toSorted()).toEqual(["-80", "350"]);
  });

  it("ends with a new one, when it is removed, and stays ended; the journal knows, but not the link", async () => {
    const first = await linkOf(owner);
    const second = await linkOf(owner);
    expect(await refused(first)).toBe("NOT_FOUND");
    expect(await refused(second)).toBeUndefined();
    expect(tokenOf((await owner.call(get, {})).url)).toBe(second);
    expect((await owner.call(end, {})).url).toBeNull();
    expect(await refused(second)).toBe("NOT_FOUND");
    expect(errorShape(await owner.call(choose, { includesTasks: true }).catch((error: unknown) => error), "r").code).toBe(
      "NOT_FOUND",
    );
    const third = await linkOf(owner);
    expect([await refused(first), await refused(second), await refused(third)]).toEqual(["NOT_FOUND", "NOT_FOUND", undefined]);
    const records = await latestRecords(owner.orgId, 10, null);
    const actions = records
      .flatMap(({ changes }) => changes.map(({ action }) => action))
      .filter((name) => name.startsWith("calendarFeed"));
    expect(actions).toEqual(["calendarFeed.create", "calendarFeed.delete", "calendarFeed.create", "calendarFeed.create"]);
    for (const token of [first, second, third]) expect(JSON.stringify(records)).not.toContain(token.slice(-22));
  });

  it("has what the permissions allow now", async () => {
    const roles = named(organizationProcedures, "roles.create");
    const role = await owner.call(roles, { name: "Meetings", grants: { "MEETINGS.read": "ORGANIZATION" } });
    const member = await newMember(owner, { roleId: role.id });
    await owner.call(create, { title: "Together", start: inDays(2), participants: [member.userId] });
    const token = await linkOf(member);
    expect(eventsIn((await read(token)).content).found).toHaveLength(1);
    await owner.call(named(organizationProcedures, "roles.update"), {
      roleId: role.id,
      expectedVersion: 1,
      grants: { "TASKS.read": "USER" },
    });
    expect(eventsIn((await read(token)).content).found).toEqual([]);
  });

  it("is not found while the member is suspended, and for good once they have left", async () => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    const token = await linkOf(member);
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [member.userId] });
    expect(await refused(token)).toBe("NOT_FOUND");
    await owner.call(named(membersProcedures, "members.reinstate"), { userIds: [member.userId] });
    expect(await refused(token)).toBeUndefined();
    await owner.call(named(membersProcedures, "members.remove"), { userId: member.userId, heirId: null });
    expect(await refused(token)).toBe("NOT_FOUND");
  });

  it("is refused in any form that Kartis has not made, and by whoever reads too often", async () => {
    const stranger = await newOwner();
    const token = await linkOf(owner);
    const linkId = token.slice(-22);
    const hostile = [
      "",
      "x",
      `${token}x`,
      token.slice(0, -1),
      token.toLowerCase(),
      `${stranger.orgId.slice(4)}${token.slice(26)}`,
      `${token.slice(0, 26)}${stranger.userId.slice(4)}${token.slice(52)}`,
      // Right in everything but its signature.
      `${token.slice(0, 52)}${"A".repeat(32)}${linkId}`,
      // Signed for another organization, where they are nobody.
      feedTokenOf({ orgId: stranger.orgId, userId: owner.userId, linkId }),
      feedTokenOf({ orgId: owner.orgId, userId: owner.userId, linkId: "A".repeat(22) }),
      "\u0000".repeat(100),
      "A".repeat(10_000),
      "../../../etc/passwd",
    ];
    for (const one of hostile) expect(await refused(one)).toBe("NOT_FOUND");
    const answers = new Set<string | undefined>();
    for (let time = 0; time < 61; time++) answers.add(await refused(token));
    expect([...answers]).toEqual([undefined, "TOO_MANY_REQUESTS"]);
  });
});
