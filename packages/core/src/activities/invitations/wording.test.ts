import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import type * as z from "zod";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { templateProcedures } from "../../message-templates/procedures.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { findUser } from "../../users/index.ts";
import { describe, expect, it } from "vitest";
import { owner, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { mailsTo, newAddress, react } from "./mails.fixture.ts";
import { meetingProcedures } from "../index.ts";

const create = named(meetingProcedures, "meetings.create");

setUpMeetings({ language: "he" }); // in Jerusalem

const start = "2030-06-03T09:00:00.000Z";
const meeting = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title: "Pilot review", start, location: "Room 1", ...more });

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
