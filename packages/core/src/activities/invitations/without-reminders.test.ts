import { handler as api } from "@kartis/functions/api/handler.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { named, Visitor } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { meetingProcedures } from "../index.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { rsvpProcedures } from "./rsvp.ts";
import { tokenOf } from "./token.ts";
import { addressed, owner, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { mailsTo, newAddress } from "./mails.fixture.ts";
import { minute, onlyReminders, reminded, settle, sweep } from "./reminded.fixture.ts";

const [update, remove, get] = [
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.get"),
];
const [find, setReminders] = [named(rsvpProcedures, "rsvp.find"), named(rsvpProcedures, "rsvp.setReminders")];

setUpMeetings({ language: "hu" });

const meeting = (emails: readonly string[], more: Parameters<typeof reminded>[1] = {}) =>
  reminded(addressed(...emails), { timeZone: "UTC", ...more });
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
    const silent = await meeting([omer], { notify: { ...onlyReminders, remind: false } });
    const guestId = guests.find(({ email }) => email === dana)?.id ?? expect.fail("no guest");
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId });
    await new Visitor().call(setReminders, { token, isWanted: false });
    await sweep(6);
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([0, 1]);
    await new Visitor().call(setReminders, { token, isWanted: true });
    await owner.call(update, { meetingId: silent.id, notify: onlyReminders });
    await settle();
    expect([dana, omer].map((address) => mailsTo(address).length)).toEqual([0, 1]);
  });

  it("is not switched off by whoever is no guest, and for a canceled meeting there is nothing to do", async () => {
    const dana = newAddress();
    const { id: meetingId, guests } = await meeting([dana]);
    const guestId = guests[0]?.id ?? expect.fail("no guest");
    const to = { orgId: owner.orgId, meetingId };
    const refused = { code: "NOT_FOUND" };
    const forged = `${tokenOf({ ...to, guestId }).slice(0, -10)}AAAAAAAAAA`;
    for (const token of ["x", forged, tokenOf({ ...to, guestId: "gst_nobody" })])
      await expect(new Visitor().call(setReminders, { token, isWanted: false })).rejects.toMatchObject(refused);
    await owner.call(remove, { meetingId });
    const shown = await new Visitor().call(setReminders, { token: tokenOf({ ...to, guestId }), isWanted: false });
    expect(shown).toMatchObject({ state: "canceled", reminders: "wanted" });
    expect(await unreminded(meetingId)).toEqual([]);
  });
});
