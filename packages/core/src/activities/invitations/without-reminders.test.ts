import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onMeeting } from "@kartis/events/meetings/on-changed.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { handler as onFired } from "@kartis/events/reminders/on-fired.ts";
import { handler as api } from "@kartis/functions/api/handler.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { meetingProcedures } from "../index.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { rsvpProcedures } from "./rsvp.ts";
import { tokenOf } from "./token.ts";

const [create, update, remove, get] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.get"),
];
const [find, setReminders] = [named(rsvpProcedures, "rsvp.find"), named(rsvpProcedures, "rsvp.setReminders")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "hu" });
});
afterAll(() => backend.close());

const minute = 60_000;
const inMinutes = (minutes: number) => `${new Date(Date.now() + minutes * minute).toISOString().slice(0, 16)}:00.000Z`;
let addresses = 0;
const newAddress = () => `unreminded${++addresses}.${process.pid}@bakony.example`;
const notify = { invite: false, changes: false, remind: true };

const meeting = (emails: readonly string[], more: object = {}) =>
  owner.call(create, {
    title: "Pilot review",
    start: inMinutes(20),
    timeZone: "UTC",
    reminder: 15 as const,
    guests: emails.map((email) => ({ email })),
    notify,
    ...more,
  });
async function settle(): Promise<void> {
  for (const [reaction, handler] of [
    ["meetings-on-changed", onMeeting],
    ["reminders-on-changed", onChanged],
    ["reminders-on-fired", onFired],
  ] as const)
    expect(await handler({ Records: await queued(reaction, owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
}
async function sweep(minutes: number): Promise<void> {
  await settle();
  expect((await sweepReminders({ now: () => Date.now() + minutes * minute }, 20_000)).failed).toBe(0);
  await settle();
}
const mailsTo = (to: string) => backend.engines.mail.listMails({ to, limit: 100 });
const unreminded = async (meetingId: ActivityId) => (await owner.call(get, { meetingId })).withoutReminders;

/** Requests the link as a mail program does: without cookies. */
function request(link: string, method: "GET" | "HEAD" | "POST", body?: string) {
  const { pathname } = new URL(link);
  return api(
    gatewayEvent({
      method,
      path: pathname,
      routeKey: `${method} /api/unsubscribe/{token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      pathParameters: { token: decodeURIComponent(pathname.split("/").at(-1) ?? "") },
      body,
    }),
  );
}

describe("a reminder by mail to a guest", () => {
  it("can be switched off for that meeting, by its link or a click of the mail program; looking at it changes nothing", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const repeat = { frequency: "day" as const, every: 1, ends: { type: "never" as const } };
    const { id, guests } = await meeting([dana, omer], { repeat });
    await sweep(6);
    const [mail] = mailsTo(dana);
    const page = /http\S+\/rsvp\/\S+&reminders=off/.exec(mail?.text ?? "")?.[0] ?? expect.fail("no link");
    expect(page).toContain("lang=hu");
    const headers = mail?.headers ?? {};
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const link = /<(http[^>]+)>/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? expect.fail("no header");
    const token = /\/rsvp\/([^?]+)/.exec(page)?.[1] ?? "";
    for (const method of ["GET", "HEAD"] as const)
      expect(await request(link, method)).toMatchObject({
        statusCode: 303,
        headers: { location: expect.stringMatching(new RegExp(`/rsvp/${token}\\?reminders=off$`)) },
      });
    expect(await new Visitor().call(find, { token })).toMatchObject({ reminders: "wanted" });
    expect((await request(link, "POST", "x=1")).statusCode).toBe(400);
    expect(await unreminded(id)).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect(await request(link, "POST", "List-Unsubscribe=One-Click")).toMatchObject({ statusCode: 200 });
    const danas = guests.find(({ email }) => email === dana)?.id ?? expect.fail("no guest");
    expect(await unreminded(id)).toEqual([danas]);
    const records = await latestRecords(owner.orgId, 10, null);
    const own = records.filter(({ actor }) => actor.kind === "guest");
    expect(own).toMatchObject([{ actor: { id: danas }, changes: [{ action: "meeting.update" }] }]);
    // Of the next time, the other guest alone is reminded, and nobody hears that something has changed.
    await sweep(6 + 1_440);
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([1, 2]);
    expect(await new Visitor().call(find, { token })).toMatchObject({ reminders: "unwanted", reply: "PENDING" });
    expect(await new Visitor().call(setReminders, { token, isWanted: true })).toMatchObject({ reminders: "wanted" });
    expect(await unreminded(id)).toEqual([]);
  });

  it("does not come to whoever has switched it off after it was fired, nor does it collide with a change of the organizer's", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const { id: meetingId, guests } = await meeting([dana, omer]);
    await settle();
    expect((await sweepReminders({ now: () => Date.now() + 6 * minute }, 20_000)).failed).toBe(0);
    const guestId = guests.find(({ email }) => email === dana)?.id ?? expect.fail("no guest");
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId });
    // An organizer who has the meeting open as it was does not collide with it, nor does it lose the organizer's change.
    const { version } = await owner.call(get, { meetingId });
    await new Visitor().call(setReminders, { token, isWanted: false });
    await owner.call(update, { meetingId, title: "Review", expectedVersion: version });
    await settle();
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([0, 1]);
    expect(await unreminded(meetingId)).toEqual([guestId]);
  });

  it("that was fired while they were off does not come when they are switched on and its record is delivered again", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const { id: meetingId, guests } = await meeting([dana, omer]);
    const silent = await meeting([omer], { notify: { ...notify, remind: false } });
    const guestId = guests.find(({ email }) => email === dana)?.id ?? expect.fail("no guest");
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId });
    await new Visitor().call(setReminders, { token, isWanted: false });
    await sweep(6);
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([0, 1]);
    await new Visitor().call(setReminders, { token, isWanted: true });
    await owner.call(update, { meetingId: silent.id, notify });
    await settle();
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([0, 1]);
  });

  it("is not switched off by whoever is no guest, and for a canceled meeting there is nothing to do", async () => {
    const dana = newAddress();
    const { id: meetingId, guests } = await meeting([dana]);
    const guestId = guests[0]?.id ?? expect.fail("no guest");
    const to = { orgId: owner.orgId, meetingId };
    const refused = { code: "NOT_FOUND" };
    const forged = tokenOf({ ...to, guestId }).replace(/[^_]{10}$/, "AAAAAAAAAA");
    for (const token of ["x", forged, tokenOf({ ...to, guestId: "gst_nobody" })])
      await expect(new Visitor().call(setReminders, { token, isWanted: false })).rejects.toMatchObject(refused);
    await owner.call(remove, { meetingId });
    const shown = await new Visitor().call(setReminders, { token: tokenOf({ ...to, guestId }), isWanted: false });
    expect(shown).toMatchObject({ state: "canceled", reminders: "wanted" });
    expect(await unreminded(meetingId)).toEqual([]);
  });
});
