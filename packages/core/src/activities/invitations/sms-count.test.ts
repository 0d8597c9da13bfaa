import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onOperation } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { proveSender } from "@kartis/tests/support/sms-sender.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bulkProcedures } from "../../bulk/index.ts";
import type { BulkMeetingChange } from "../../bulk/schema.ts";
import { cardProcedures } from "../../cards/index.ts";
import type { ActivityId, CardId } from "../../kernel/id.ts";
import { operationProcedures } from "../../operations/index.ts";
import { smsSettingsProcedures } from "../../sms/procedures.ts";
import { meetingProcedures } from "../index.ts";

const [create, update] = [named(meetingProcedures, "meetings.create"), named(meetingProcedures, "meetings.update")];
const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const getOperation = named(operationProcedures, "operations.get");
const settings = named(smsSettingsProcedures, "sms.settings");
const [types, makeCard] = [named(cardProcedures, "cards.types"), named(cardProcedures, "cards.create")];

let backend: Backend;
let provider: SmsSide;
let owner: Owner;
let guests: { dana: CardId; yuval: CardId; noa: CardId };
beforeAll(async () => {
  backend = await startBackend();
  provider = await startSms();
});
beforeEach(async () => {
  owner = await newOwner({ language: "en" });
  await proveSender(owner, "Meridian");
  guests = { dana: await card("Dana"), yuval: await card("Yuval"), noa: await card("Noa") };
});
afterAll(async () => {
  await provider.close();
  await backend.close();
});

let counter = 0;
const newPhone = () => `+97254${String(process.pid).slice(-4).padStart(4, "0")}${String(100 + ++counter).slice(-3)}`;
async function card(name: string): Promise<CardId> {
  const [type] = await owner.call(types, {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? expect.fail("no phone");
  return (await owner.call(makeCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name, [field]: newPhone() } })).id;
}
async function settle(): Promise<void> {
  for (let time = 0; time < 2; time++)
    expect(await onMeeting({ Records: await queued("meetings-on-changed", owner.orgId, 100) })).toEqual({
      batchItemFailures: [],
    });
  for (let time = 0; time < 2; time++) expect(await sendIntended(owner.orgId)).toBe(0);
  expect(await provider.send(owner.orgId)).toBe(0);
  await provider.keep(owner.orgId);
}
const left = async () => (await owner.call(settings, {})).balance.left;
const [day, later] = ["2030-06-10", "2030-06-17"] as const;

/** Every Monday at nine in UTC from 3 June 2030 with Dana, on the 10th Yuval too and on the 17th Noa in Dana's place. */
async function series(): Promise<ActivityId> {
  const { id: meetingId } = await owner.call(create, {
    title: "Pilot review",
    start: "2030-06-03T09:00Z",
    timeZone: "UTC",
    repeat: { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } },
    guests: [{ cardId: guests.dana }],
    notify: { invite: false, changes: false, remind: false, inviteBySms: true, changesBySms: true, remindBySms: false },
  });
  const one = (on: string, cardIds: CardId[]) =>
    owner.call(update, { meetingId, scope: "one", day: on, guests: cardIds.map((cardId) => ({ cardId })) });
  await one(day, [guests.dana, guests.yuval]);
  await one(later, [guests.yuval, guests.noa]);
  await settle();
  return meetingId;
}

describe("the number of SMS that a change of many meetings takes", () => {
  it.each<[string, readonly string[] | null, BulkMeetingChange, number]>([
    ["a series is moved, with guests of single times", null, { kind: "move", days: 1 }, 5],
    ["a series is deleted, with guests of single times", null, { kind: "delete" }, 3],
    ["one time of it is moved", [day], { kind: "move", days: 1 }, 2],
    ["one time of it is deleted", [later], { kind: "delete" }, 2],
    ["two times of it are deleted", [day, later], { kind: "delete" }, 3],
  ])("is the number that is sent when %s", async (_, days, change, messages) => {
    const meetingId = await series();
    const chosen = days ? days.map((on) => ({ meetingId, day: on })) : [{ meetingId }];
    const job = { target: "meetings" as const, selection: { meetings: chosen }, change, notifyGuests: true };
    const { sms } = await owner.call(preview, job);
    const [before, sent] = [await left(), provider.twilio.messages.length];
    const { operationId } = await owner.call(start, job);
    for (let state = "running"; state === "running"; state = (await owner.call(getOperation, { operationId })).state)
      expect(await deliver(onOperation, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
    await settle();
    expect(provider.twilio.messages.length - sent).toBe(messages);
    expect(sms).toMatchObject({ parts: before - (await left()), left: before });
  });
});
