import { named } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { undoProcedures } from "../../undo/index.ts";
import { meetingProcedures } from "../index.ts";
import { addressed, at, one, owner, refusal, series, setUpMeetings } from "./weekly.fixture.ts";

const [update, remove, get, answer] = [
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.answer"),
];
const undoRecord = named(undoProcedures, "changes.undo");

setUpMeetings();

const [first, day, later] = ["2030-06-03", "2030-06-10", "2030-06-17"] as const;
const [dana, yuval] = ["dana@x.example", "yuval@x.example"] as const;

/** Every Monday at nine, with Dana. */
const weekly = () => series([dana], { title: "Stand-up" });
const changed = async (...of: Parameters<typeof one>) => (await one(...of)).recordId ?? expect.fail("no record");
const undo = (recordId: string) => owner.call(undoRecord, { recordId });
const isRefused = async (promise: Promise<unknown>) =>
  expect(await refusal(promise)).toMatchObject({ code: "CONFLICT", fields: { exceptions: "validation.changedMeanwhile" } });

describe("the undo of a change of one time", () => {
  it("leaves what was changed of others since, in whatever order they are undone", async () => {
    const { id } = await weekly();
    const renamed = await changed(id, day, { title: "Review" });
    const moved = await changed(id, later, { start: "2030-06-17T15:00Z" });
    const { recordId: removed } = await owner.call(remove, { meetingId: id, scope: "one", day: first });
    await undo(renamed);
    expect(await at(id, day)).toMatchObject({ title: "Stand-up", isChanged: false });
    expect(await at(id, later)).toMatchObject({ start: "2030-06-17T15:00:00.000Z" });
    await undo(removed ?? "");
    await undo(moved);
    expect((await owner.call(get, { meetingId: id })).exceptions).toEqual([]);
  });

  it("is in conflict with a change of the same time since, and of the days that a series has", async () => {
    const { id } = await weekly();
    const renamed = await changed(id, day, { title: "Review" });
    await changed(id, later, { title: "Decision" });
    const again = await changed(id, day, { location: "Room 7" });
    await isRefused(undo(renamed));
    await undo(again);
    await owner.call(update, {
      meetingId: id,
      start: "2030-06-04T09:00Z",
      repeat: { frequency: "week", every: 1, weekdays: ["TU"], ends: { type: "never" } },
    });
    await isRefused(undo(renamed));
  });

  it("brings back the replies to it, and leaves those to other times", async () => {
    const { id, guests } = await weekly();
    const guestId = guests[0]?.id ?? "";
    const reply = (on: string, rsvp: "ACCEPTED" | "DECLINED") => owner.call(answer, { meetingId: id, guestId, rsvp, day: on });
    const repliesAt = () => Promise.all([day, later].map(async (on) => (await at(id, on)).guests.map(({ rsvp }) => rsvp)));
    await reply(day, "ACCEPTED");
    const moved = await changed(id, day, { start: "2030-06-10T15:00Z" });
    await changed(id, later, { location: "Room 7" });
    await reply(later, "DECLINED");
    expect(await repliesAt()).toEqual([["PENDING"], ["DECLINED"]]);
    await undo(moved);
    expect(await repliesAt()).toEqual([["ACCEPTED"], ["DECLINED"]]);
    // A reply to the hour that is none any more is void.
    const again = await changed(id, day, { start: "2030-06-10T15:00Z" });
    await reply(day, "DECLINED");
    await undo(again);
    expect(await repliesAt()).toEqual([["PENDING"], ["DECLINED"]]);
  });

  it("leaves out guests who have come to the series since", async () => {
    const { id } = await weekly();
    await changed(id, day, { guests: addressed(dana, yuval) });
    const gone = await changed(id, day, { guests: addressed(dana) });
    await changed(id, later, { guests: addressed(dana, "noa@x.example") });
    await owner.call(update, { meetingId: id, guests: addressed(dana, yuval) });
    await undo(gone);
    expect((await at(id, day)).guests.map(({ email }) => email)).toEqual([dana, yuval]);
    expect((await owner.call(get, { meetingId: id })).exceptions.map((exception) => exception.day)).toEqual([later]);
  });
});
