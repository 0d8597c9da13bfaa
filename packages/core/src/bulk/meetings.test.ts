import { handler as mailGuests } from "@kartis/events/meetings/on-changed.ts";
import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { meetingProcedures } from "../activities/index.ts";
import { smsPartsOf } from "../activities/invitations/rules.ts";
import type { Rule } from "../activities/recurrence/schema.ts";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { type ActivityId, newId, type OperationId } from "../kernel/id.ts";
import { operationProcedures } from "../operations/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { bulkProcedures } from "./index.ts";
import type { BulkMeetingChange } from "./schema.ts";

const [create, get, range] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.range"),
];
const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const revert = named(undoProcedures, "changes.revert");
const getOperation = named(operationProcedures, "operations.get");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});

type Chosen = { readonly meetingId: ActivityId; readonly day?: string };
async function run(operationId: OperationId) {
  for (let state = "running"; state === "running"; state = (await owner.call(getOperation, { operationId })).state)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  return owner.call(getOperation, { operationId });
}
const job = (meetings: readonly Chosen[], asked: BulkMeetingChange) => ({
  target: "meetings" as const,
  selection: { meetings: [...meetings] },
  change: asked,
});
const change = async (meetings: readonly Chosen[], asked: BulkMeetingChange, more: { notifyGuests?: boolean } = {}) =>
  run((await owner.call(start, { ...job(meetings, asked), ...more })).operationId);
const takeBack = async (operationId: string) =>
  run((await owner.call(revert, { operationId: operationId as OperationId })).operationId);
const meeting = async (more: Partial<z.input<typeof create.input>> = {}) =>
  (await owner.call(create, { title: "Review", start: "2030-03-28T09:00:00.000Z", timeZone: "Asia/Jerusalem", ...more })).id;
const weekly: Rule = {
  frequency: "week",
  every: 1,
  weekdays: ["TH"],
  weekStart: "SU",
  ends: { type: "after", times: 5 },
};
/** Everything in the window, as people see it. */
async function times() {
  const window = { from: "2030-03-01T00:00:00.000Z", until: "2030-06-01T00:00:00.000Z", timeZone: "Asia/Jerusalem" };
  const { occurrences } = await owner.call(range, window);
  return occurrences.map(({ start: at, participants }) => [at.slice(0, 16), participants.length] as const);
}
let addresses = 0;
const newAddress = () => `many${++addresses}.${process.pid}@bakony.example`;
async function react(): Promise<void> {
  for (const { id, changes } of await latestRecords(owner.orgId, 50, null)) {
    const detail = { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) };
    await mailGuests({ Records: [sqsRecord({ detail }, { messageId: id })] });
  }
  expect(await sendIntended(owner.orgId)).toBe(0);
}
const mailsTo = (to: string) => backend.engines.mail.listMails({ to, limit: 100 });

describe("several meetings", () => {
  it("move by days, the hour kept when the clocks change, of a series the chosen times alone, and are undone as a whole", async () => {
    const single = await meeting();
    const wholeDay = await meeting({ start: "2030-03-30", title: "Fair" });
    const series = await meeting({ repeat: weekly });
    const before = await times();
    const chosen = [
      { meetingId: single },
      { meetingId: wholeDay },
      { meetingId: series, day: "2030-04-04" },
      { meetingId: series, day: "2030-04-11" },
    ];
    const asked = { kind: "move", days: 2 } as const;
    expect(await owner.call(preview, job(chosen, asked))).toMatchObject({
      total: 4,
      changing: 4,
      refused: [],
      examples: [
        { typeId: "MEETING", before: { start: "2030-03-28T09:00:00.000Z" }, after: { start: "2030-03-30T08:00:00.000Z" } },
        { before: { start: "2030-03-30" }, after: { start: "2030-04-01" } },
        { before: { start: "2030-04-04T08:00:00.000Z" }, after: { start: "2030-04-06T08:00:00.000Z" } },
        { before: { start: "2030-04-11T08:00:00.000Z" }, after: { start: "2030-04-13T08:00:00.000Z" } },
      ],
    });
    const done = await change(chosen, asked);
    expect(done).toMatchObject({ kind: "bulk", state: "done", total: 4, updated: 4, failed: 0 });
    // Summer time begins on 29 March 2030.
    expect((await times()).map(([at]) => at)).toEqual([
      "2030-03-28T09:00",
      "2030-03-30T08:00",
      "2030-04-01",
      "2030-04-06T08:00",
      "2030-04-13T08:00",
      "2030-04-18T08:00",
      "2030-04-25T08:00",
    ]);
    expect(await takeBack(done.id)).toMatchObject({ state: "done", failed: 0 });
    expect(await times()).toEqual(before);
  });

  it("move to the first moment after an hour that the clocks skip, which the preview counts; a series as a whole stays", async () => {
    // On 29 March 2030 the clocks of Jerusalem show no 02:30.
    const early = "2030-03-28T00:30:00.000Z";
    const [single, other] = [await meeting({ start: early }), await meeting()];
    const daily: Rule = { frequency: "day", every: 1, ends: { type: "after", times: 4 } };
    const series = await meeting({ start: "2030-03-26T00:30:00.000Z", repeat: daily });
    const chosen = [{ meetingId: single }, { meetingId: other }, { meetingId: series, day: "2030-03-28" }, { meetingId: series }];
    const asked = { kind: "move", days: 1 } as const;
    expect(await owner.call(preview, job(chosen.slice(0, 3), asked))).toMatchObject({
      changing: 3,
      refused: [],
      pastGap: 2,
      examples: [{ after: { start: "2030-03-29T00:00:00.000Z" } }, {}, { after: { start: "2030-03-29T00:00:00.000Z" } }],
    });
    expect(await owner.call(preview, job(chosen.slice(1, 2), asked))).not.toHaveProperty("pastGap");
    const whole = job(chosen.slice(3), { kind: "move", days: 3 });
    expect(await owner.call(preview, whole)).toMatchObject({ changing: 0, refused: [{ message: "validation.skippedTime" }] });
    expect(await change(chosen.slice(0, 3), asked)).toMatchObject({ updated: 3, failed: 0 });
    expect((await owner.call(get, { meetingId: single })).start).toBe("2030-03-29T00:00:00.000Z");
  });

  it("are deleted, of a series the chosen times alone, and come back", async () => {
    const single = await meeting();
    const series = await meeting({ repeat: weekly });
    const before = await times();
    const chosen = [{ meetingId: single }, { meetingId: series, day: "2030-04-04" }, { meetingId: series, day: "2030-04-18" }];
    const done = await change(chosen, { kind: "delete" });
    expect(done).toMatchObject({ updated: 3, failed: 0 });
    expect((await times()).map(([at]) => at.slice(0, 10))).toEqual(["2030-03-28", "2030-04-11", "2030-04-25"]);
    expect(await owner.call(get, { meetingId: single })).toMatchObject({ trashedAt: expect.any(String) });
    // What is gone is said, and the rest is done.
    expect(await owner.call(preview, job(chosen, { kind: "move", days: 1 }))).toMatchObject({
      changing: 0,
      refused: [{ message: "validation.activityGone", count: 3 }],
    });
    expect(await takeBack(done.id)).toMatchObject({ failed: 0 });
    expect(await times()).toEqual(before);
  });

  it("get participants and lose them; who is not in the organization takes no part", async () => {
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const single = await meeting();
    const series = await meeting({ repeat: weekly });
    const chosen = [{ meetingId: single }, { meetingId: series, day: "2030-04-04" }];
    const done = await change(chosen, { kind: "participants", add: [colleague.userId, owner.userId] });
    expect(done).toMatchObject({ updated: 2 });
    expect((await times()).map(([, count]) => count)).toEqual([2, 1, 2, 1, 1, 1]);
    expect(await owner.call(preview, job(chosen, { kind: "participants", add: [colleague.userId] }))).toMatchObject({ same: 2 });
    expect(await change(chosen, { kind: "participants", remove: [colleague.userId] })).toMatchObject({ updated: 2 });
    expect((await times()).map(([, count]) => count)).toEqual([1, 1, 1, 1, 1, 1]);
    await expect(owner.call(start, job(chosen, { kind: "participants", add: [newId("usr")] }))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { "add.0": "validation.person" } },
    });
    await expect(owner.call(start, job(chosen, { kind: "participants" }))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("send guests no mail, unless that is asked for, nor does their undo", async () => {
    const [silent, told] = [newAddress(), newAddress()];
    const [quiet, loud] = [await meeting({ guests: [{ email: silent }] }), await meeting({ guests: [{ email: told }] })];
    await react();
    const done = await change([{ meetingId: quiet }], { kind: "move", days: 1 });
    await react();
    await takeBack(done.id);
    await react();
    expect(mailsTo(silent)).toHaveLength(1);
    await change([{ meetingId: loud }], { kind: "move", days: 1 }, { notifyGuests: true });
    await react();
    expect(mailsTo(told)).toHaveLength(2);
  });

  it("say before how many SMS tell their guests, if they are told", async () => {
    const phoned = async (name: string, number: string) => {
      const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
      const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
      const fields = { name, [field]: number };
      return (await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields })).id;
    };
    const sms = await startSms();
    await proveSender(owner, "0501110000", "+972501110000");
    const guests = [{ cardId: await phoned("Galil", "+972502345678") }, { cardId: await phoned("Negev", "+972502345679") }];
    const notify = { invite: false, changes: false, remind: false, inviteBySms: false, changesBySms: true, remindBySms: false };
    const told = await meeting({ guests, notify });
    const silent = await meeting({ guests, notify: { ...notify, changesBySms: false } });
    const past = await meeting({ guests, notify, start: "2020-03-28T09:00:00.000Z" });
    const chosen = [told, silent, past].map((meetingId) => ({ meetingId }));
    const asked = async (kind: BulkMeetingChange, notifyGuests: boolean) =>
      (await owner.call(preview, { ...job(chosen, kind), notifyGuests })).sms;
    const one = await owner.call(named(meetingProcedures, "meetings.smsToGuests"), {
      title: "Review",
      start: "2030-03-29T09:00:00.000Z",
      timeZone: "Asia/Jerusalem",
      guests,
      kinds: ["changed", "canceled"],
    });
    const partsOf = (kind: "changed" | "canceled") => smsPartsOf(one.guests, kind);
    expect(partsOf("changed")).toBeGreaterThan(1);
    expect(await asked({ kind: "move", days: 1 }, true)).toMatchObject({ parts: partsOf("changed"), left: one.left });
    expect(await asked({ kind: "delete" }, true)).toMatchObject({ parts: partsOf("canceled") });
    expect(await asked({ kind: "move", days: 1 }, false)).toBeUndefined();
    expect(await asked({ kind: "participants", add: [owner.userId] }, true)).toBeUndefined();
    await sms.close();
  });

  it("are changed by whom the permission reaches, and the others are named", async () => {
    const grants = { "MEETINGS.read": "ORGANIZATION", "MEETINGS.update": "USER", "MEETINGS.create": "USER" } as const;
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Callers", grants });
    const member = await newMember(owner, { systemRole: "BASIC", roleId: role.id });
    const theirs = await meeting({ title: "Board" });
    const own = (await member.call(create, { title: "Own", start: "2030-03-28T09:00:00.000Z" })).id;
    const both = [{ meetingId: theirs }, { meetingId: own }];
    expect(await member.call(preview, job(both, { kind: "move", days: 1 }))).toMatchObject({
      changing: 1,
      refused: [{ message: "validation.activityReadOnly", names: ["Board"] }],
    });
    await expect(member.call(start, job(both, { kind: "delete" }))).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const stranger = await newOwner();
    expect(await stranger.call(preview, job(both, { kind: "move", days: 1 }))).toMatchObject({
      changing: 0,
      refused: [{ message: "validation.activityGone", count: 2, names: [] }],
    });
  });

  it("that would leave the calendar stay, and say why", async () => {
    const late = await meeting({ start: "9989-12-30" });
    const series = await meeting({
      start: "9989-12-29",
      repeat: { frequency: "day", every: 1, ends: { type: "after", times: 5 } },
    });
    const both = [{ meetingId: late }, { meetingId: series, day: "9989-12-30" }];
    expect(await owner.call(preview, job(both, { kind: "move", days: 30 }))).toMatchObject({
      changing: 0,
      refused: [{ fieldId: "start", message: "validation.range", count: 2 }],
    });
  });
});
