import { named } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { meetingProcedures } from "../index.ts";
import { addressed, at, one, owner, refusal, series, setUpMeetings } from "./weekly.fixture.ts";

const [create, update, answer] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.answer"),
];
const undo = named(undoProcedures, "changes.undo");

setUpMeetings();

const [dana, omer, yuval, noa] = ["dana@x.example", "omer@x.example", "yuval@x.example", "noa@x.example"] as const;
const [day, later] = ["2030-06-10", "2030-06-17"] as const;
const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => ({ email: `${name}${at}@x.example` }));

/** Every Monday at nine. */
const weekly = (guests = addressed(dana)) => series([], { guests });
const guestsAt = async (...of: Parameters<typeof at>) => (await at(...of)).guests;
const idOf = (guests: readonly { readonly id: string; readonly email: string | null }[], email: string) =>
  guests.find((guest) => guest.email === email)?.id ?? expect.fail(`no ${email}`);
const tooMany = { code: "INVALID_INPUT", fields: { guests: "validation.arraySize" } };

describe("the id of a guest", () => {
  it("is not that of two guests, where one is given by it with another address and one by their address alone", async () => {
    const { id: meetingId, guests } = await owner.call(create, {
      title: "Visit",
      start: "2030-06-03T09:00Z",
      guests: addressed(dana),
    });
    const given = [{ id: idOf(guests, dana), email: omer }, { email: dana }];
    const changed = await owner.call(update, { meetingId, guests: given });
    expect(changed.guests).toMatchObject(addressed(omer, dana));
    expect(idOf(changed.guests, dana)).toBe(idOf(guests, dana));
    expect(idOf(changed.guests, omer)).not.toBe(idOf(guests, dana));
    // The list can be saved as it is.
    const same = changed.guests.map(({ id, email }) => ({ id, email }));
    expect((await owner.call(update, { meetingId, guests: same })).recordId).toBe(null);
    const twice = owner.call(update, { meetingId, guests: [...same, { email: dana }] });
    expect((await refusal(twice)).fields).toEqual({ guests: "validation.guestTwice" });
  });

  it("is not that of two guests of one time, of whom both are there", async () => {
    const { id } = await weekly([]);
    await one(id, day, { guests: addressed(yuval) });
    const own = idOf(await guestsAt(id, day), yuval);
    await one(id, day, { guests: [{ id: own, email: noa }, { email: yuval }] });
    const guests = await guestsAt(id, day);
    expect(guests).toMatchObject(addressed(noa, yuval));
    expect(idOf(guests, yuval)).toBe(own);
    expect(idOf(guests, noa)).not.toBe(own);
  });

  it("is found by who they are in a change of all that was made on a time with guests of its own", async () => {
    const { id } = await weekly();
    await one(id, day, { guests: addressed(dana, yuval) });
    const own = idOf(await guestsAt(id, day), yuval);
    const guests = [{ id: own, email: noa }, ...addressed(yuval, dana)];
    await owner.call(update, { meetingId: id, scope: "all", day, guests });
    expect(new Set((await guestsAt(id, day)).map(({ email }) => email))).toEqual(new Set([dana, noa, yuval]));
    expect((await guestsAt(id, later)).map(({ email }) => email)).toEqual([dana, noa]);
    expect(idOf(await guestsAt(id, day), yuval)).toBe(own);
  });

  it("stays with a new name and goes with another address, and so do the replies", async () => {
    const { id: meetingId, guests } = await weekly(addressed(dana, omer));
    for (const email of [dana, omer]) await owner.call(answer, { meetingId, guestId: idOf(guests, email), rsvp: "ACCEPTED" });
    const changed = await owner.call(update, {
      meetingId,
      guests: [
        { id: idOf(guests, dana), email: dana, name: "Dana Levi" },
        { id: idOf(guests, omer), email: noa },
      ],
    });
    expect(changed.guests).toMatchObject([
      { id: idOf(guests, dana), name: "Dana Levi", rsvp: "ACCEPTED" },
      { email: noa, rsvp: "PENDING" },
    ]);
    expect(changed.guests[1]?.id).not.toBe(idOf(guests, omer));
    // A call that is repeated after a lost answer names them by the id that is nobody's any more.
    const again = [
      { id: idOf(guests, dana), email: dana, name: "Dana Levi" },
      { id: idOf(guests, omer), email: noa },
    ];
    expect((await owner.call(update, { meetingId, guests: again })).recordId).toBe(null);
    // They who had that address come back with their own id.
    const back = await owner.call(update, { meetingId, guests: [{ id: changed.guests[1]?.id ?? "", email: omer }] });
    expect(back.guests).toMatchObject([{ id: idOf(guests, omer), rsvp: "PENDING" }]);
  });

  it("stays with a card, whatever address that gets, and not with another address or another card", async () => {
    const types = await owner.call(named(cardProcedures, "cards.types"), {});
    const type = types.find(({ fields }) => fields.some((field) => field.type === "email")) ?? expect.fail("no type");
    const field = type.fields.find((other) => other.type === "email")?.id ?? "";
    const newCard = (name: string, email: string) =>
      owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name, [field]: email } });
    const [galil, carmel] = [(await newCard("Galil", dana)).id, (await newCard("Carmel", omer)).id];
    const { id: meetingId, guests } = await owner.call(create, {
      title: "Visit",
      start: "2030-06-03T09:00Z",
      guests: [{ cardId: galil }],
    });
    const id = guests[0]?.id ?? "";
    await owner.call(named(cardProcedures, "cards.update"), { cardId: galil, fields: { [field]: yuval } });
    const idWith = async (guest: object) => (await owner.call(update, { meetingId, guests: [guest] })).guests[0]?.id;
    expect(await idWith({ id, cardId: galil })).toBe(id);
    expect(await idWith({ id, cardId: galil, email: yuval })).toBe(id);
    expect(await idWith({ id, cardId: galil, email: noa })).not.toBe(id);
    expect(await idWith({ cardId: galil })).toBe(id);
    expect(await idWith({ id, cardId: carmel })).not.toBe(id);
  });
});

describe("the guests of one time", () => {
  it("are not more than a meeting takes, also when somebody is invited to the series", async () => {
    const { id, guests } = await weekly(many("series", 60));
    const kept = guests.map(({ id: guestId, email }) => ({ id: guestId, email: email ?? "" }));
    await one(id, day, { guests: [...kept, ...many("own", 40)] });
    expect(await refusal(owner.call(update, { meetingId: id, guests: [...kept, { email: noa }] }))).toMatchObject(tooMany);
    // Who is invited to that time already takes no room there.
    await owner.call(update, { meetingId: id, guests: [...kept, ...many("own", 1)] });
    expect(await guestsAt(id, day)).toHaveLength(100);
  });

  it("are not more after an undo, whoever has come since", async () => {
    const { id, guests } = await weekly(many("series", 60));
    const kept = guests.map(({ id: guestId, email }) => ({ id: guestId, email: email ?? "" }));
    await one(id, day, { guests: [...kept, ...many("own", 40)] });
    const { recordId } = await one(id, day, { guests: kept });
    await owner.call(update, { meetingId: id, guests: [...kept, { email: noa }] });
    expect(await refusal(owner.call(undo, { recordId: recordId ?? "" }))).toMatchObject(tooMany);
    await owner.call(update, { meetingId: id, guests: kept });
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await guestsAt(id, day)).toHaveLength(100);
  });
});
