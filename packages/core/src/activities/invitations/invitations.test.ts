import { queued } from "@kartis/tests/support/queued.ts";
import { handler } from "@kartis/events/meetings/on-changed.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { mailboxPage } from "@kartis/simulators/mailbox.ts";
import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { errorShape } from "../../kernel/error.ts";
import { linkInto } from "../../kernel/link.ts";
import { templateProcedures } from "../../message-templates/procedures.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { findUser } from "../../users/index.ts";
import { meetingProcedures } from "../index.ts";
import { rsvpProcedures } from "./rsvp.ts";
import { tokenOf } from "./token.ts";

const [create, update, remove, restore, get] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.get"),
];
const [find, answer, calendar] = [
  named(rsvpProcedures, "rsvp.find"),
  named(rsvpProcedures, "rsvp.answer"),
  named(rsvpProcedures, "rsvp.calendar"),
];

let backend: Backend;
let owner: Owner;
let visitors = 0;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

/** A guest's browser, from an address of its own. */
function guest(): Visitor {
  const visitor = new Visitor();
  visitor.address = `10.9.${visitors >> 8}.${visitors++ & 255}`;
  return visitor;
}

let addresses = 0;
const newAddress = () => `guest${++addresses}.${process.pid}@bakony.example`;

const start = "2030-06-03T09:00:00.000Z";
const meeting = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title: "Pilot review", start, location: "Room 1", ...more });

/** Everything that follows from the newest records, as the queues bring it: each more than once. */
async function react(): Promise<void> {
  const Records = await queued("meetings-on-changed", owner.orgId, 50);
  for (let time = 0; time < 2; time++) expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(await sendIntended(owner.orgId)).toBe(0);
  expect(await sendIntended(owner.orgId)).toBe(0);
}
const mailsTo = (to: string) => backend.engines.mail.listMails({ to, limit: 100 });
const tokenIn = (text: string | undefined) => /\/rsvp\/([^?\s)]+)/.exec(text ?? "")?.[1] ?? expect.fail("no link");
const calendarOf = (mail: ReturnType<typeof mailsTo>[number] | undefined) => {
  const file = mail?.attachments.find(({ name }) => name === "invite.ics") ?? expect.fail("no calendar");
  return new ICAL.Component(ICAL.parse(Buffer.from(file.base64, "base64").toString()));
};
const eventOf = (mail: ReturnType<typeof mailsTo>[number] | undefined) =>
  calendarOf(mail).getFirstSubcomponent("vevent") ?? expect.fail();
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );

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

describe("what a mail about a meeting says of a card", () => {
  /** A type whose fields the organization's own invitation names. */
  async function clients() {
    await switchOn(owner, "content-templates");
    const draft = {
      name: "Client",
      pluralName: "Clients",
      hue: "blue" as const,
      fields: [
        { id: "fld_mail", key: "mail", type: "email" as const, label: "Mail" },
        { id: "fld_site", key: "site", type: "text" as const, label: "Site" },
        { id: "fld_peer", key: "peer", type: "cardRelation" as const, label: "Peer", relation: { typeIds: [], many: false } },
      ],
    };
    const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
    const idOf = (key: string) => type.fields.find((field) => field.key === key)?.id ?? "";
    const add = (name: string, given: { mail?: string; site?: string; peer?: string[] }) =>
      owner.call(named(cardProcedures, "cards.create"), {
        typeId: type.id,
        fields: { name, ...Object.fromEntries(Object.entries(given).map(([key, value]) => [idOf(key), value])) },
      });
    const body = "[{{ card.name }}][{{ card.site }}][{{ card.peer }}]";
    await owner.call(named(templateProcedures, "templates.update"), {
      templateId: `MEETING_EMAIL_SCHEDULED.${type.id}`,
      texts: { he: { subject: "S", body } },
    });
    await owner.call(named(templateProcedures, "templates.update"), {
      templateId: "MEETING_EMAIL_SCHEDULED",
      texts: { he: { subject: "S", body: "[{{ card.name }}]" } },
    });
    return add;
  }

  it("to a guest is of their own card, at an address of that card, and never of the meeting's or of others", async () => {
    const add = await clients();
    const [own, elsewhere, bare] = [newAddress(), newAddress(), newAddress()];
    const deal = await add("Secret deal", { site: "Vault" });
    const guestCard = await add("Eszter", { mail: own, site: "Pecs", peer: [deal.id] });
    const other = await add("Gabor", { mail: newAddress(), site: "Buda" });
    await meeting({
      cardId: deal.id,
      guests: [{ cardId: guestCard.id }, { cardId: other.id, email: elsewhere }, { email: bare }],
    });
    await react();
    expect(mailsTo(own)[0]?.text).toBe("[Eszter][Pecs][]");
    expect(mailsTo(elsewhere)[0]?.text).toBe("[][][]");
    expect(mailsTo(bare)[0]?.text).toBe("[]");
  });

  it("to a member is of the meeting's card, if they see it", async () => {
    const add = await clients();
    const deal = await add("Galil Cold", { site: "Rosh Pina", peer: [(await add("Kibbutz", {})).id] });
    const role = { name: "Callers", grants: { "MEETINGS.read": "ORGANIZATION", "CARDS.read": "USER" } } as const;
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), role);
    const [sees, doesNot] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { roleId })];
    for (const one of [sees, doesNot]) await one.call(named(profileProcedures, "profile.update"), { language: "he" });
    await meeting({ cardId: deal.id, participants: [sees.userId, doesNot.userId] });
    await react();
    const textTo = async ({ userId }: Owner) => mailsTo((await findUser(userId))?.email ?? "")[0]?.text;
    expect(await textTo(sees)).toBe("[Galil Cold][Rosh Pina][Kibbutz]");
    expect(await textTo(doesNot)).toBe("[]");
  });
});

describe("when a meeting is", () => {
  /** The text that one mail has of it. */
  const whenTo = async (address: string) => /(?:When|מתי|Mikor): (.*)/.exec(mailsTo(address)[0]?.text ?? "")?.[1];

  it("is said by a guest's own clocks and by those of the meeting, or with how far these are from UTC", async () => {
    const [near, far, unknown] = [newAddress(), newAddress(), newAddress()];
    const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Client",
        pluralName: "Clients",
        hue: "blue",
        fields: [
          { key: "mail", type: "email", label: "Mail" },
          { key: "language", type: "text", label: "Language" },
          { key: "timeZone", type: "text", label: "Zone" },
        ],
      },
    });
    const idOf = (key: string) => type.fields.find((field) => field.key === key)?.id ?? "";
    const living = async (mail: string, zone: string) => {
      const fields = { name: "Guest", [idOf("mail")]: mail, [idOf("language")]: "English", [idOf("timeZone")]: zone };
      return { cardId: (await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields })).id };
    };
    const guests = [
      await living(near, "Europe/Budapest"),
      await living(far, "Pacific/Auckland"),
      await living(unknown, "Atlantis"),
    ];
    await meeting({ guests, start: "2030-06-03T18:00Z" });
    await react();
    expect(await whenTo(near)).toBe("Monday, 3 June 2030, 20:00–21:00 (Central European Time) · 21:00–22:00 (Israel Time)");
    expect(await whenTo(far)).toBe(
      "Tuesday, 4 June 2030, 6:00–7:00 (New Zealand Time) · Monday, 3 June 2030, 21:00–22:00 (Israel Time)",
    );
    expect(mailsTo(far)[0]?.subject).toContain("Tuesday, 4 June");
    expect(await whenTo(unknown)).toBe("Monday, 3 June 2030, 21:00–22:00 (Israel Time, GMT+3)");
    const nameless = newAddress();
    await meeting({ guests: [await living(nameless, "Atlantis")], start: "2030-06-03T18:00Z", timeZone: "UTC" });
    await react();
    expect(await whenTo(nameless)).toBe("Monday, 3 June 2030, 18:00–19:00 (GMT+0)");
  });

  it("is said by its own zone alone for a series, whose hour elsewhere changes", async () => {
    const address = newAddress();
    const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
    await meeting({ guests: [{ email: address }], repeat });
    await react();
    expect(await whenTo(address)).toContain("(שעון ישראל)");
  });

  it("is said to members by the organization's clocks, and those of the meeting", async () => {
    const dana = await newMember(owner, { systemRole: "ADMIN" });
    await meeting({ participants: [dana.userId], timeZone: "America/New_York" });
    await react();
    const said = await whenTo((await findUser(dana.userId))?.email ?? "");
    expect(said).toMatch(/12:00–13:00.*\(Israel Time\) · 5:00–6:00.*\(Eastern Time\)/);
  });
});

/** A meeting with two guests, and the first one's token. */
async function invited(more: Partial<z.input<typeof create.input>> = {}) {
  const guests = [
    { id: "gst_eszter", email: newAddress(), name: "Eszter Nagy" },
    { id: "gst_gabor", email: newAddress() },
  ];
  const { id: meetingId } = await meeting({ guests, ...more });
  const token = tokenOf({ orgId: owner.orgId, meetingId, guestId: "gst_eszter" });
  return { meetingId, token, guests };
}

describe("a guest's link", () => {
  it("is the one in their mail, and stays the same", async () => {
    const { meetingId, token, guests } = await invited();
    await react();
    await owner.call(update, { meetingId, title: "Other" });
    await react();
    const mails = mailsTo(guests[0]?.email ?? "");
    expect(mails.map(({ text }) => tokenIn(text))).toEqual([token, token]);
  });

  it("shows the meeting with names and replies, and nobody's address but their own", async () => {
    const { token, guests } = await invited({ description: "Bring the key" });
    const shown = await guest().call(find, { token });
    expect(shown).toMatchObject({
      state: "open",
      title: "Pilot review",
      description: "Bring the key",
      start,
      timeZone: "Asia/Jerusalem",
      guestName: "Eszter Nagy",
      reply: "PENDING",
      language: "he",
      people: [
        { role: "organizer", isYou: false, rsvp: null },
        { name: "Eszter Nagy", role: "guest", isYou: true, rsvp: "PENDING" },
        { name: null, role: "guest", isYou: false },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain(guests[1]?.email);
    expect(JSON.stringify(shown)).not.toContain((await findUser(owner.userId))?.email);
  });

  it("takes a reply, another one and none again, each in the journal as the guest's", async () => {
    const { meetingId, token } = await invited();
    expect(await guest().call(answer, { token, rsvp: "TENTATIVE", message: "If the train comes" })).toMatchObject({
      reply: "TENTATIVE",
      message: "If the train comes",
    });
    expect(await guest().call(answer, { token, rsvp: "ACCEPTED" })).toMatchObject({ reply: "ACCEPTED" });
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record).toMatchObject({ actor: { kind: "guest", id: "gst_eszter" }, changes: [{ action: "meeting.rsvp" }] });
    // Again the same: there is nothing to record.
    await guest().call(answer, { token, rsvp: "ACCEPTED" });
    expect((await latestRecords(owner.orgId, 1, null))[0]?.id).toBe(record?.id);
    const stored = await owner.call(get, { meetingId });
    expect(stored.guests.map(({ rsvp }) => rsvp)).toEqual(["ACCEPTED", "PENDING"]);
    expect(stored.answers).toMatchObject([{ guestId: "gst_eszter", message: "If the train comes" }]);
    expect(await guest().call(answer, { token, rsvp: "PENDING" })).toMatchObject({ reply: "PENDING" });
  });

  it("says which reply a member has recorded for them, until they give their own", async () => {
    const { meetingId, token } = await invited();
    const reply = { meetingId, guestId: "gst_eszter", rsvp: "ACCEPTED" as const };
    await owner.call(named(meetingProcedures, "meetings.answer"), reply);
    expect(await guest().call(find, { token })).toMatchObject({ reply: "ACCEPTED", isRecorded: true });
    expect(await guest().call(answer, { token, rsvp: "ACCEPTED" })).toMatchObject({ reply: "ACCEPTED", isRecorded: false });
  });

  it("gives a series' rule with its first time, as a calendar needs them, also when that is over", async () => {
    const repeat = { frequency: "week", every: 2, ends: { type: "after", times: 600 } } as const;
    const { token } = await invited({ start: "2020-06-01T09:00:00.000Z", minutes: 45, repeat: { ...repeat, weekdays: ["MO"] } });
    const { series, start: next } = await guest().call(find, { token });
    expect(series).toEqual({
      start: "2020-06-01T09:00:00.000Z",
      end: "2020-06-01T09:45:00.000Z",
      rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=600",
    });
    expect(next > "2020-06-02").toBe(true);
    expect(await guest().call(find, { token: (await invited()).token })).toMatchObject({ series: null });
  });

  it("describes the time that comes, where that has a description of its own", async () => {
    const repeat = { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "after", times: 3 } } as const;
    const { token, meetingId } = await invited({ description: "Every week", repeat: { ...repeat, weekdays: ["MO"] } });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", description: "Bring the plans" });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-03", description: "Every week" });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-03", description: null });
    expect(await guest().call(find, { token })).toMatchObject({ description: null });
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-03" });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-10", description: "Bring the plans" });
  });

  it("takes a reply for one time of a series, or for all", async () => {
    const rule = { frequency: "week", every: 2, weekdays: ["MO"], weekStart: "SU", ends: { type: "after", times: 6 } } as const;
    const { token } = await invited({ repeat: { ...rule, weekdays: ["MO"] } });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-03", times: 6 });
    await guest().call(answer, { token, rsvp: "ACCEPTED" });
    expect(await guest().call(answer, { token, rsvp: "DECLINED", day: "2030-06-03" })).toMatchObject({
      reply: "DECLINED",
      replyToAll: "ACCEPTED",
    });
    // A reply to all is one to each.
    expect(await guest().call(answer, { token, rsvp: "TENTATIVE" })).toMatchObject({
      reply: "TENTATIVE",
      replyToAll: "TENTATIVE",
    });
    expect((await refusal(guest().call(answer, { token, rsvp: "ACCEPTED", day: "2030-06-04" }))).code).toBe("NOT_FOUND");
  });

  it("shows what is over or canceled, and takes no reply to it", async () => {
    const { token, meetingId } = await invited();
    await owner.call(remove, { meetingId });
    expect(await guest().call(find, { token })).toMatchObject({ state: "canceled" });
    const refused = await refusal(guest().call(answer, { token, rsvp: "ACCEPTED" }));
    expect([refused.code, refused.messageKey]).toEqual(["PRECONDITION_FAILED", "errors.meetingCanceled"]);
    await owner.call(restore, { meetingId });
    expect(await guest().call(find, { token })).toMatchObject({ state: "open" });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await owner.call(update, { meetingId, start: yesterday });
    expect(await guest().call(find, { token })).toMatchObject({ state: "over" });
    expect((await refusal(guest().call(answer, { token, rsvp: "ACCEPTED" }))).messageKey).toBe("errors.meetingOver");
    await owner.call(update, { meetingId, start: "2020-01-01T10:00Z" });
    expect((await refusal(guest().call(find, { token }))).code).toBe("NOT_FOUND");
  });

  it("gives the calendar file", async () => {
    const { token } = await invited();
    const { content } = await guest().call(calendar, { token });
    const event = new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent("vevent");
    expect(event?.getFirstPropertyValue("summary")).toBe("Pilot review");
    expect(event?.getAllProperties("attendee")).toEqual([]);
  });

  it("opens nothing but this guest's part in this meeting of this organization", async () => {
    const { meetingId, token } = await invited();
    const other = await invited();
    const stranger = await newOwner();
    const { orgId } = owner;
    const signature = token.slice(52, 84);
    const from = (org: string, meetingOf: string, guestId: string) =>
      `${org.slice(4)}${meetingOf.slice(4)}${signature}${guestId}`;
    expect(from(orgId, meetingId, "gst_eszter")).toBe(token);
    const hostile = [
      "",
      "x",
      token.slice(0, -1),
      `${token}a`,
      token.toLowerCase(),
      from(orgId, meetingId, "gst_gabor"),
      from(orgId, other.meetingId, "gst_eszter"),
      from(stranger.orgId, meetingId, "gst_eszter"),
      `${token.slice(0, 52)}${"A".repeat(32)}${token.slice(84)}`,
      `${token.slice(0, 52)}${"\u0000".repeat(32)}gst_eszter`,
      `${token.slice(0, 52)}${"ש".repeat(32)}gst_eszter`,
      "../../../../etc/passwd".padEnd(110, "A"),
      `${"org_".repeat(30)}`,
    ];
    for (const token of hostile) {
      const calls = [
        guest().call(find, { token }),
        guest().call(calendar, { token }),
        guest().call(answer, { token, rsvp: "DECLINED" }),
      ];
      const codes = (await Promise.all(calls.map(refusal))).map(({ code }) => code);
      expect([token, ...codes]).toEqual([token, "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
    }
    expect((await refusal(guest().call(find, { token: "A".repeat(100_000) }))).code).toBe("INVALID_INPUT");
    expect((await owner.call(get, { meetingId })).answers).toEqual([]);
    // A link that was right ends when its guest is taken off.
    await owner.call(update, { meetingId, guests: [] });
    expect((await refusal(guest().call(find, { token }))).code).toBe("NOT_FOUND");
  });

  // A count whose answer was lost counts twice.
  it.skipIf(underFaults)("is limited by the caller's address", async () => {
    const { token } = await invited();
    const visitor = guest();
    for (let call = 0; call < 300; call++) await visitor.call(find, { token });
    expect((await refusal(visitor.call(find, { token }))).code).toBe("TOO_MANY_REQUESTS");
    expect(await guest().call(find, { token })).toMatchObject({ state: "open" });
  });
});
