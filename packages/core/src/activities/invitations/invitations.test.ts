import { switchOn } from "@kartis/tests/support/features.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { mailboxPage } from "@kartis/simulators/mailbox.ts";
import type * as z from "zod";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { linkInto } from "../../kernel/link.ts";
import { templateProcedures } from "../../message-templates/procedures.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { findUser } from "../../users/index.ts";
import { tokenOf } from "./token.ts";
import { describe, expect, it } from "vitest";
import { owner, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { calendarOf, type Mail, mailsTo, newAddress, react, subjectsTo, tokenIn } from "./mails.fixture.ts";
import { meetingProcedures } from "../index.ts";

const [create, update, remove, restore, get] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.get"),
];

setUpMeetings({ language: "he" }); // in Jerusalem

const start = "2030-06-03T09:00:00.000Z";
const meeting = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title: "Pilot review", start, location: "Room 1", ...more });
const eventOf = (mail: Mail | undefined) => calendarOf(mail).getFirstSubcomponent("vevent") ?? expect.fail();

describe("a guest's mail", () => {
  it("when the meeting comes out of the trash is sent or not as whoever restores it says", async () => {
    const address = newAddress();
    const { id: meetingId } = await meeting({ guests: [{ email: address }] });
    await react();
    await owner.call(remove, { meetingId, notifyGuests: false });
    await owner.call(restore, { meetingId, notifyGuests: false });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
    await owner.call(remove, { meetingId });
    await react();
    expect(mailsTo(address)).toHaveLength(2);
    await owner.call(restore, { meetingId, notifyGuests: true });
    await react();
    expect(mailsTo(address)).toHaveLength(3);
    expect(calendarOf(mailsTo(address)[0]).getFirstPropertyValue("method")).toBe("REQUEST");
  });

  it("is counted for guests with an address, of their own or of their card", async () => {
    const types = await owner.call(named(cardProcedures, "cards.types"), {});
    const type = types.find(({ fields }) => fields.some((one) => one.type === "email")) ?? expect.fail("no type");
    const field = type.fields.find((one) => one.type === "email")?.id ?? "";
    const cardNamed = (name: string, more: Record<string, string> = {}) =>
      owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name, ...more } });
    const [reachable, silent] = [await cardNamed("Dana", { [field]: newAddress() }), await cardNamed("Omer")];
    const guests = [{ email: newAddress() }, { cardId: reachable.id }, { cardId: silent.id }];
    const { id: meetingId } = await meeting({ guests });
    expect(await owner.call(get, { meetingId })).toMatchObject({ guestsWithAddress: 2 });
  });

  it("invites once, in the organization's language, with a calendar for this guest alone", async () => {
    const [address, other] = [newAddress(), newAddress()];
    await meeting({ guests: [{ email: address, name: "Eszter Nagy" }, { email: other }] });
    await react();
    const [mail, ...more] = mailsTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Pilot review");
    expect(mail?.text).toContain("הוזמנת");
    expect(mail?.html).toContain("/rsvp/");
    expect(mail?.from).toMatch(/^Owner \d+ </);
    expect(mail?.replyTo).toEqual([(await findUser(owner.userId))?.email]);
    expect(mail?.attachments.map(({ type }) => type)).toEqual(["text/calendar", "application/ics"]);
    expect(calendarOf(mail).getFirstPropertyValue("method")).toBe("REQUEST");
    expect(mailboxPage([], mail)).toContain('value="ACCEPTED"');
    const event = eventOf(mail);
    expect(event.getAllProperties("attendee").map((one) => one.getFirstValue())).toEqual([`mailto:${address}`]);
    expect(String(event.getFirstPropertyValue("dtstart"))).toBe("2030-06-03T09:00:00Z");
    expect(JSON.stringify(mail)).not.toContain(other);
    expect(mailsTo(other)).toHaveLength(1);
  });

  it("brings the files of its template beside the calendar", async () => {
    await switchOn(owner, "content-templates");
    const templateId = "MEETING_EMAIL_SCHEDULED";
    const fileId = await storeFile(owner, { name: "directions.txt", content: "Second floor", templateId });
    await owner.call(named(templateProcedures, "templates.update"), { templateId, attachments: [fileId] });
    const address = newAddress();
    const { id: meetingId } = await meeting({ guests: [{ email: address }] });
    await react();
    const [mail] = mailsTo(address);
    expect(eventOf(mail).getFirstPropertyValue("uid")).toBeTruthy();
    const file = mail?.attachments.find(({ name }) => name === "directions.txt");
    expect(Buffer.from(file?.base64 ?? "", "base64").toString()).toBe("Second floor");
    await owner.call(update, { meetingId, location: "Room 2" });
    await react();
    expect(mailsTo(address)[0]?.attachments.some(({ name }) => name === "directions.txt")).toBe(false);
  });

  it("comes in the language of the guest's card, to its address", async () => {
    const address = newAddress();
    const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Client",
        pluralName: "Clients",
        hue: "blue",
        fields: [
          { key: "mail", type: "email", label: "Mail" },
          { key: "language", type: "text", label: "Language" },
        ],
      },
    });
    const idOf = (key: string) => type.fields.find((field) => field.key === key)?.id ?? "";
    const card = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type.id,
      fields: { name: "Eszter Nagy", [idOf("mail")]: address, [idOf("language")]: "hu" },
    });
    await meeting({ guests: [{ cardId: card.id }] });
    await react();
    expect(mailsTo(address)[0]?.text).toContain("Eszter");
    expect(mailsTo(address)[0]?.text).toMatch(/meghív/i);
    expect(mailsTo(address)[0]?.text).toContain("?lang=hu");
  });

  it("comes once to an address by which two guests are invited, the card's, and takes nobody off who stays", async () => {
    const address = newAddress();
    const types = await owner.call(named(cardProcedures, "cards.types"), {});
    const type = types.find(({ fields }) => fields.some((one) => one.type === "email")) ?? expect.fail("no type");
    const field = type.fields.find((one) => one.type === "email")?.id ?? "";
    const values = (email: string) => ({ name: "Dana", [field]: email });
    const card = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: values(newAddress()) });
    const { id: meetingId, guests } = await meeting({ guests: [{ email: address }, { cardId: card.id }] });
    expect(guests).toHaveLength(2);
    // The card gets that address later.
    await owner.call(named(cardProcedures, "cards.update"), { cardId: card.id, fields: values(address) });
    await react();
    expect(mailsTo(address).map(({ subject }) => subject)).toHaveLength(1);
    expect(tokenIn(mailsTo(address)[0]?.text)).toBe(tokenOf({ orgId: owner.orgId, meetingId, guestId: guests[1]?.id ?? "" }));
    await owner.call(update, { meetingId, guests: [{ id: guests[1]?.id ?? "", cardId: card.id }] });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
    await owner.call(remove, { meetingId });
    await react();
    expect(mailsTo(address)).toHaveLength(2);
  });

  it("sends changes of time, place or title, and no others", async () => {
    const address = newAddress();
    const { id: meetingId } = await meeting({ guests: [{ email: address }] });
    await react();
    await owner.call(update, { meetingId, description: "Six months of output" });
    await owner.call(update, { meetingId, reminder: 15 });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
    await owner.call(update, { meetingId, start: "2030-06-04T09:00Z" });
    await react();
    const [changed, invited] = mailsTo(address);
    expect(mailsTo(address)).toHaveLength(2);
    expect(changed?.text).toContain("4 ביוני");
    expect(changed?.text).toContain("קודם: יום שני, 3 ביוני 2030");
    expect(eventOf(changed).getFirstPropertyValue("uid")).toBe(eventOf(invited).getFirstPropertyValue("uid"));
    expect(Number(eventOf(changed).getFirstPropertyValue("sequence"))).toBeGreaterThan(
      Number(eventOf(invited).getFirstPropertyValue("sequence")),
    );
    await owner.call(update, { meetingId, title: "Second review" });
    await owner.call(update, { meetingId, location: "Room 2" });
    await react();
    // Two changes within moments are one mail.
    expect(mailsTo(address)).toHaveLength(3);
    expect(mailsTo(address)[0]?.text).toContain("Room 2");
  });

  it("cancels when the meeting is deleted or they are taken off it, and invites again when that is undone", async () => {
    const [address, other] = [newAddress(), newAddress()];
    const { id: meetingId } = await meeting({ guests: [{ email: address }, { email: other }] });
    await react();
    await owner.call(update, { meetingId, guests: [{ email: address }] });
    await react();
    expect([mailsTo(address).length, mailsTo(other).length]).toEqual([1, 2]);
    const [canceled, invited] = mailsTo(other);
    expect(calendarOf(canceled).getFirstPropertyValue("method")).toBe("CANCEL");
    expect(eventOf(canceled).getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(Number(eventOf(canceled).getFirstPropertyValue("sequence"))).toBeGreaterThan(
      Number(eventOf(invited).getFirstPropertyValue("sequence")),
    );
    const { recordId } = await owner.call(remove, { meetingId });
    await react();
    expect(mailsTo(address)[0]?.subject).toContain("בוטלה");
    await owner.call(named(undoProcedures, "changes.undo"), { recordId: recordId ?? "" });
    await react();
    expect(mailsTo(address)).toHaveLength(3);
    expect(calendarOf(mailsTo(address)[0]).getFirstPropertyValue("method")).toBe("REQUEST");
    expect(mailsTo(other)).toHaveLength(2);
  });

  it("is not sent for what was made and deleted at once, for the past, nor when nobody is to be notified", async () => {
    const address = newAddress();
    const guests = [{ email: address }];
    const { id: meetingId } = await meeting({ guests });
    await owner.call(remove, { meetingId });
    await meeting({ guests, start: "2020-06-03T09:00Z" });
    await meeting({ guests, notify: { invite: false } });
    await react();
    expect(mailsTo(address)).toEqual([]);
    const { id } = await meeting({ guests, notify: { changes: false } });
    await react();
    await owner.call(update, { meetingId: id, title: "Other" });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it("is not sent of what happened before mails were switched on, when its record is delivered again", async () => {
    const address = newAddress();
    const { id: meetingId } = await meeting({ guests: [{ email: address }], notify: { invite: false, changes: false } });
    await owner.call(update, { meetingId, location: "Room 2" });
    await react();
    await owner.call(update, { meetingId, notify: { invite: true, changes: true } });
    await react();
    expect(mailsTo(address)).toEqual([]);
    await owner.call(update, { meetingId, location: "Room 3" });
    await react();
    expect(subjectsTo(address)).toEqual([expect.stringContaining("Pilot review")]);
  });

  it("about a change is sent or not as whoever makes it says, and so about its undo", async () => {
    const undo = named(undoProcedures, "changes.undo");
    const [address, added] = [newAddress(), newAddress()];
    const { id: meetingId } = await meeting({ guests: [{ email: address }] });
    await react();
    const moved = await owner.call(update, { meetingId, start: "2030-06-04T09:00:00.000Z", notifyGuests: false });
    await react();
    await owner.call(undo, { recordId: moved.recordId ?? expect.fail("no record") });
    await react();
    // Guests who are added are still invited.
    await owner.call(update, { meetingId, guests: [{ email: address }, { email: added }], title: "Other", notifyGuests: false });
    await react();
    await owner.call(remove, { meetingId, notifyGuests: false });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
    expect(mailsTo(added)).toHaveLength(1);

    const silent = newAddress();
    const { id } = await meeting({ guests: [{ email: silent }], notify: { invite: false, changes: false } });
    await owner.call(update, { meetingId: id, location: "Room 9" });
    await react();
    expect(mailsTo(silent)).toEqual([]);
    await owner.call(update, { meetingId: id, location: "Room 8", notifyGuests: true });
    await react();
    expect(mailsTo(silent)[0]?.text).toContain("Room 8");
  });

  it("about a series that is divided is sent to nobody where its guests are not to learn of it", async () => {
    const address = newAddress();
    const repeat = { frequency: "day" as const, every: 7, ends: { type: "never" as const } };
    const { id: meetingId } = await meeting({ guests: [{ email: address }], repeat });
    await react();
    await owner.call(update, { meetingId, scope: "following", day: "2030-06-17", title: "Other", notifyGuests: false });
    await react();
    expect(mailsTo(address)).toHaveLength(1);
  });

  it("about one time of a series is of that time, for whoever is at it", async () => {
    const [dana, avi] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { systemRole: "ADMIN" })];
    const mailsOf = async ({ userId }: Owner) => mailsTo((await findUser(userId))?.email ?? "");
    const address = newAddress();
    const repeat = { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } } as const;
    const made = { title: "Stand-up", participants: [dana.userId], guests: [{ email: address }] };
    const { id: meetingId } = await meeting({ ...made, repeat: { ...repeat, weekdays: ["MO"] } });
    await react();
    const one = { meetingId, scope: "one" } as const;
    await owner.call(update, { ...one, day: "2030-06-10", participants: [avi.userId] });
    await react();
    // Nothing has changed for the guest.
    expect(mailsTo(address)).toHaveLength(1);
    const [invitation, ...others] = await mailsOf(avi);
    expect(others).toEqual([]);
    expect(invitation?.text).toContain("Monday, 10 June 2030, 12:00–13:00");
    expect(invitation?.text).toContain(linkInto(owner.orgId, `/calendar?open=${meetingId}&on=2030-06-10`));
    const times = calendarOf(invitation).getAllSubcomponents("vevent");
    expect(times.map((event) => String(event.getFirstPropertyValue("recurrence-id")))).toEqual([
      expect.stringMatching(/^2030-06-10/),
    ]);
    const [left] = await mailsOf(dana);
    expect(left?.subject).toMatch(/^Canceled: Stand-up, .*10 June/);
    // All the others stay in her calendar.
    expect(calendarOf(left).getFirstPropertyValue("method")).toBe("REQUEST");
    expect(String(eventOf(left).getFirstPropertyValue("exdate"))).toMatch(/^2030-06-10/);
    await owner.call(update, { ...one, day: "2030-06-10", location: "Room 7" });
    await react();
    expect((await mailsOf(avi))[0]?.text).toContain("Previously: Room 1");
    expect(await mailsOf(dana)).toHaveLength(2);
    expect(mailsTo(address)[0]?.text).toContain("10 ביוני 2030");
    await owner.call(update, { ...one, day: "2030-06-10", participants: [dana.userId] });
    await react();
    const [off] = await mailsOf(avi);
    expect(calendarOf(off).getFirstPropertyValue("method")).toBe("CANCEL");
    expect(String(eventOf(off).getFirstPropertyValue("recurrence-id"))).toMatch(/^2030-06-10/);
    expect((await mailsOf(dana))[0]?.subject).toContain("10 June");
    expect(mailsTo(address)).toHaveLength(2);
  });

  it("reaches no member who may not see meetings", async () => {
    const role = { name: "Cards only", grants: { "CARDS.read": "ORGANIZATION" as const } };
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), role);
    const [blind, seeing] = [await newMember(owner, { roleId }), await newMember(owner, { systemRole: "ADMIN" })];
    const addressOf = async ({ userId }: Owner) => (await findUser(userId))?.email ?? "";
    const { id: meetingId } = await meeting({ participants: [blind.userId, seeing.userId] });
    await react();
    await owner.call(remove, { meetingId });
    await react();
    expect(mailsTo(await addressOf(seeing))).toHaveLength(2);
    expect(mailsTo(await addressOf(blind))).toEqual([]);
  });

  it("about a whole series reaches whoever takes part in a single time of it, about that time", async () => {
    const [dana, avi] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { systemRole: "ADMIN" })];
    const mailsOf = async ({ userId }: Owner) => mailsTo((await findUser(userId))?.email ?? "");
    const repeat = { frequency: "week" as const, every: 1, weekdays: ["MO" as const], ends: { type: "never" as const } };
    const { id: meetingId } = await meeting({ title: "Stand-up", participants: [dana.userId], repeat });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", participants: [avi.userId] });
    await react();
    expect(await mailsOf(avi)).toHaveLength(1);
    await owner.call(update, { meetingId, location: "Room 7" });
    await react();
    const [moved, ...before] = await mailsOf(avi);
    expect(before).toHaveLength(1);
    expect(moved?.text).toContain("Room 7");
    expect(moved?.text).toContain("10 June 2030");
    expect(String(eventOf(moved).getFirstPropertyValue("recurrence-id"))).toMatch(/^2030-06-10/);
    await owner.call(remove, { meetingId });
    await react();
    const [gone] = await mailsOf(avi);
    expect(gone?.subject).toMatch(/^Canceled: Stand-up, .*10 June/);
    expect(calendarOf(gone).getFirstPropertyValue("method")).toBe("CANCEL");
    expect(String(eventOf(gone).getFirstPropertyValue("recurrence-id"))).toMatch(/^2030-06-10/);
  });

  it("reaches participants who did not do it themselves and want it", async () => {
    const [dana, avi] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { systemRole: "ADMIN" })];
    await avi.call(named(profileProcedures, "profile.update"), { notifications: { meetings: false } });
    const { id } = await meeting({ participants: [owner.userId, dana.userId, avi.userId] });
    await react();
    const mailsOf = async ({ userId }: Owner) => mailsTo((await findUser(userId))?.email ?? "");
    expect((await mailsOf(dana)).map(({ subject }) => subject)).toEqual([expect.stringContaining("Pilot review")]);
    expect(await mailsOf(avi)).toEqual([]);
    expect(await mailsOf(owner)).toEqual([]);
    // They are not asked, neither by the file nor by what a mailbox makes of it, and the link leads to the meeting.
    const [mail] = await mailsOf(dana);
    const attendee = eventOf(mail).getFirstProperty("attendee");
    expect([attendee?.getParameter("rsvp"), attendee?.getParameter("partstat")]).toEqual(["FALSE", "ACCEPTED"]);
    expect(mailboxPage([], mail)).not.toContain('value="ACCEPTED"');
    expect(mail?.text).toContain(linkInto(owner.orgId, `/calendar?open=${id}`));
    await owner.call(remove, { meetingId: id });
    await react();
    expect((await mailsOf(dana))[0]?.text).not.toContain("open=");
  });
});
