import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commentProcedures, meetingProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import type { CardId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { timelineProcedures } from "./index.ts";

const top = named(timelineProcedures, "timeline.top");
const [newMeeting, remove, update] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.update"),
];
const newTask = named(taskProcedures, "tasks.create");
const [comment, editComment] = [named(commentProcedures, "comments.create"), named(commentProcedures, "comments.update")];

let backend: Backend;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  cardId = (
    await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type?.id ?? expect.fail("no type"),
      fields: { name: "Galil Cold Storage" },
    })
  ).id;
});
afterAll(() => backend.close());

const dayMs = 86_400_000;
/** The instant so many days from now, to the minute. */
const inDays = (days: number): string => `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 16)}:00.000Z`;
const dayIn = (days: number): string => inDays(days).slice(0, 10);
const weekly = { frequency: "day" as const, every: 7, ends: { type: "never" as const } };
const meeting = (title: string, start: string, more: object = {}) =>
  owner.call(newMeeting, { title, start, minutes: start.length > 10 ? 30 : null, timeZone: "UTC", cardId, ...more });
const titles = async () => (await owner.call(top, { cardId })).upcoming.map(({ value }) => value.title);

describe("what is to come", () => {
  it("has series where their next time is, and none that are over, however long ago they began", async () => {
    await meeting("tomorrow", inDays(1));
    await owner.call(newTask, { cardId, title: "the day after", due: inDays(2) });
    await meeting("weekly since a year", inDays(-361), { repeat: weekly });
    await meeting("whole days", dayIn(-4), { days: 1, repeat: weekly });
    await meeting("over", inDays(-40), { repeat: { ...weekly, ends: { type: "after", times: 3 } } });
    await meeting("going on", new Date(Date.now() - 600_000).toISOString());
    expect(await titles()).toEqual(["going on", "tomorrow", "the day after", "whole days", "weekly since a year"]);
    const { upcoming } = await owner.call(top, { cardId });
    expect(upcoming.flatMap((one) => (one.type === "MEETING" ? [one.occurrence.start.slice(0, 10)] : []))).toEqual([
      dayIn(0),
      dayIn(1),
      dayIn(3),
      dayIn(3),
    ]);
  });

  it("passes over times that were canceled and follows those that were moved", async () => {
    const { id: meetingId } = await meeting("weekly", inDays(-6), { repeat: weekly });
    await meeting("in three days", inDays(3));
    expect(await titles()).toEqual(["weekly", "in three days"]);
    await owner.call(remove, { meetingId, scope: "one", day: dayIn(1) });
    expect(await titles()).toEqual(["in three days", "weekly"]);
    await owner.call(update, { meetingId, scope: "one", day: dayIn(8), start: inDays(2) });
    expect(await titles()).toEqual(["weekly", "in three days"]);
  });

  it("keeps the meeting of tomorrow beside more series than there is room for", async () => {
    for (let at = 0; at < 22; at++) await meeting(`series ${at}`, inDays(-365 + 3), { repeat: weekly });
    await meeting("tomorrow", inDays(1));
    const shown = await titles();
    expect(shown).toHaveLength(20);
    expect(shown[0]).toBe("tomorrow");
  });

  it("says who may change a meeting, and who is invited by which name", async () => {
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const guest = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type?.id ?? expect.fail("no type"),
      fields: { name: "Dana Levi" },
    });
    await meeting("visit", inDays(1), { guests: [{ cardId: guest.id }] });
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Reader",
      grants: { "CARDS.read": "ORGANIZATION", "MEETINGS.read": "ORGANIZATION", "MEETINGS.update": "USER" },
    });
    const reader = await newMember(owner, { roleId: role.id });
    const seen = await owner.call(top, { cardId });
    const seenByReader = await reader.call(top, { cardId });
    const canUpdate = ({ upcoming }: typeof seen) => upcoming.map((one) => one.type === "MEETING" && one.occurrence.canUpdate);
    expect([canUpdate(seen), canUpdate(seenByReader)]).toEqual([[true], [false]]);
    expect(seenByReader.related[guest.id]?.name).toBe("Dana Levi");
  });
});

it("pinned comments come with the replies to them", async () => {
  const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
  const { id: commentId } = await owner.call(comment, { cardId, body: said("Two cranes?") });
  const reply = await owner.call(comment, { cardId, body: said("One."), parentId: commentId });
  await owner.call(editComment, { commentId, pinned: true });
  const { pinned } = await owner.call(top, { cardId });
  expect(pinned.map(({ value, thread }) => [value.id, thread?.rows.map(({ id }) => id), thread?.total])).toEqual([
    [commentId, [reply.id], 1],
  ]);
});
