import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { meetingProcedures } from "../activities/index.ts";
import { noticesOfActivities } from "../activities/notices.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { activityExportProcedures } from "../exports/index.ts";
import { findOperation } from "../operations/index.ts";
import { runRevert, undoProcedures } from "../undo/index.ts";
import { findUser } from "../users/index.ts";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { importProcedures } from "./index.ts";
import { readClock, readMinutes } from "./values/when.ts";

const [suggest, start] = [named(importProcedures, "imports.suggestMapping"), named(importProcedures, "imports.start")];
const [range, newMeeting] = [named(meetingProcedures, "meetings.range"), named(meetingProcedures, "meetings.create")];
const timeZone = "Asia/Jerusalem";
const window = { from: "2031-01-01T00:00:00.000Z", until: "2031-12-31T00:00:00.000Z", timeZone };

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

async function importMeetings(firm: Firm, content: string) {
  const headers = (content.split(/\r?\n/)[0] ?? "").replace("\ufeff", "").split(/[,;]/);
  const { mapping } = await firm.owner.call(suggest, { typeId: "meetings", headers });
  const fileId = await firm.upload(content);
  const { operationId } = await firm.owner.call(start, { typeId: "meetings", fileId, mapping, timeZone });
  await firm.run(operationId);
  return { operationId, ...(await firm.get(operationId)) };
}

const meetingsOf = async ({ owner }: Firm) => (await owner.call(range, window)).occurrences;

it.each([
  ["9", "09:00"],
  ["9:05 PM", "21:05"],
  ["12 a.m.", "00:00"],
  ["21.05", "21:05"],
  ["21h", "21:00"],
  ["du. 3", "15:00"],
  ["3 дня", "15:00"],
  ["8 בערב", "20:00"],
  ["24:00", undefined],
  ["13 pm", undefined],
  ["soon", undefined],
])("the time %j is %s", (text, time) => expect(readClock(text)).toBe(time));

it.each([
  ["45", 45],
  ["1:30", 90],
  ["1h 30m", 90],
  ["1,5 óra", 90],
  ["90 мин", 90],
  ["2 שעות", 120],
  ["", undefined],
  ["long", undefined],
  ["1:99", undefined],
  ["-5", undefined],
  ["1e9", undefined],
  ["1000000000", undefined],
])("the duration %j is %s minutes", (text, minutes) => expect(readMinutes(text)).toBe(minutes));

describe("an import of meetings", () => {
  it("reads ends, durations and whole days, people and guests, and invites nobody, nor cancels when it is reverted", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    const noa = await newMember(owner, { systemRole: "BASIC" });
    const address = (await findUser(noa.userId))?.email ?? expect.fail("no address");
    const outside = `outside.${process.pid}@bakony.example`;
    const card = await firm.create({ name: "Arbel, Winery" });
    const result = await importMeetings(
      firm,
      [
        "Title;Start date;Start time;End date;End time;Duration;All day;Location;Participants;Guests;Card",
        `Review;3/4/2031;9:00;;10:30;;;Room 1;"${address}; ${(await findUser(owner.userId))?.email}";"Dana <${outside}>; Arbel, Winery";Arbel, Winery`,
        "Night shift;2031-04-03;22:00;;06:00;;;;;;",
        "Short;2031-04-03 11:00;;;;1h 15m;;;;;",
        "Fair;2031-04-03;;2031-04-05;;;;;;;",
        "Whole;2031-04-03 10:00;;;;;yes;;;;",
        "Backwards;2031-04-03;10:00;2031-04-02;;;;;;;",
        "Too early;2031-04-03;12:00;2031-04-03;11:00;;;;;;",
        "Skipped;2031-03-28;02:30;;;;;;;;",
        "Stranger;2031-04-03;;;;;;;nobody;;",
        "Guestless;2031-04-03;;;;;;;;Nobody at all;",
      ].join("\n"),
    );
    expect(result.errors.map(({ line, fieldId, message }) => [line, fieldId, message])).toEqual([
      [7, "end", "validation.endBeforeStart"],
      [8, "endTime", "validation.endBeforeStart"],
      [9, "startTime", "validation.skippedTime"],
      [10, "participants", "validation.person"],
      [11, "guests", "validation.guest"],
    ]);
    const meetings = await meetingsOf(firm);
    const meeting = (title: string) => meetings.find((one) => one.title === title) ?? expect.fail(title);
    expect(meeting("Review")).toMatchObject({
      start: "2031-04-03T06:00:00.000Z",
      end: "2031-04-03T07:30:00.000Z",
      location: "Room 1",
      participants: [noa.userId, owner.userId],
      guests: [{ email: outside, name: "Dana" }, { cardId: card.id }],
      cardId: card.id,
    });
    // Nor of what somebody changes later, until they turn the mails on.
    const { meetingId } = meeting("Review");
    expect(await owner.call(named(meetingProcedures, "meetings.get"), { meetingId })).toMatchObject({
      notify: { invite: false, changes: false, remind: false },
    });
    expect(meeting("Night shift")).toMatchObject({ start: "2031-04-03T19:00:00.000Z", end: "2031-04-04T03:00:00.000Z" });
    expect(meeting("Short")).toMatchObject({ start: "2031-04-03T08:00:00.000Z", end: "2031-04-03T09:15:00.000Z" });
    expect(meeting("Fair")).toMatchObject({ start: "2031-04-03", end: "2031-04-06", isAllDay: true });
    expect(meeting("Whole")).toMatchObject({ start: "2031-04-03", end: "2031-04-04" });

    const { operationId: revertId } = await owner.call(named(undoProcedures, "changes.revert"), {
      operationId: result.operationId,
    });
    const operation = (await findOperation(owner.orgId, revertId)) ?? expect.fail("no operation");
    await runRevert(operation, await owner.actor(), owner.clock, Number.POSITIVE_INFINITY);
    expect(await meetingsOf(firm)).toEqual([]);
    const records = await latestRecords(owner.orgId, 50, null);
    for (const record of records) expect(await noticesOfActivities(record)).toEqual([]);
    const Records = records.map(({ id, changes }) =>
      sqsRecord(
        { detail: { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) } },
        { messageId: id },
      ),
    );
    expect(await onMeeting({ Records })).toEqual({ batchItemFailures: [] });
    await sendIntended(owner.orgId);
    expect(backend.engines.mail.listMails({ to: outside, limit: 100 })).toEqual([]);
  });

  it("brings an exported file back as it went, each time of a series as a meeting of its own", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    const card = await firm.create({ name: "Kinneret" });
    const guests = [{ email: "dana@bakony.example", name: "Dana" }, { cardId: card.id }];
    const ends = { type: "after" as const, times: 3 };
    const repeat = { frequency: "week" as const, every: 1, weekdays: ["SA" as const], ends };
    await owner.call(newMeeting, { title: "=1+1", start: "2031-03-01T07:00Z", minutes: 45, repeat, guests, description: "A\nB" });
    await owner.call(newMeeting, { title: "Fair", start: "2031-03-02", days: 2, cardId: card.id, participants: [] });
    const exported = async () => {
      const { operationId } = await owner.call(named(activityExportProcedures, "meetings.export"), window);
      await firm.run(operationId);
      return firm.textOf((await firm.get(operationId)).resultUrl);
    };
    const went = await exported();
    const meetings = await meetingsOf(firm);
    for (const meetingId of new Set(meetings.map((one) => one.meetingId)))
      await owner.call(named(meetingProcedures, "meetings.remove"), { meetingId });
    expect(await importMeetings(firm, went)).toMatchObject({ created: 4, failed: 0, errors: [] });
    expect((await exported()).replaceAll(",No,", ",Yes,")).toBe(went.replaceAll(",No,", ",Yes,"));
  });
});
