import { named } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { undoProcedures } from "../../undo/index.ts";
import { meetingProcedures } from "../index.ts";
import { owner, setUpMeetings } from "./weekly.fixture.ts";

const [create, update, get, answer] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.answer"),
];
const undo = named(undoProcedures, "changes.undo");

setUpMeetings();

const [dana, yuval] = [{ email: "dana@x.example" }, { email: "yuval@x.example" }];

/** Every day from 3 June 2030 on, with Dana. */
const daily = async (): Promise<ActivityId> =>
  (
    await owner.call(create, {
      title: "Survey",
      start: "2030-06-03T10:00",
      minutes: 60,
      timeZone: "Asia/Jerusalem",
      repeat: { frequency: "day", every: 1, ends: { type: "never" } },
      guests: [dana],
    })
  ).id;
const guestAt = async (meetingId: ActivityId, day: string, email: string) =>
  (await owner.call(get, { meetingId, day })).occurrence?.guests.find((guest) => guest.email === email);
const reply = async (meetingId: ActivityId, day: string, email: string, rsvp: "ACCEPTED" | "DECLINED") => {
  const { id: guestId = expect.fail("no guest") } = (await guestAt(meetingId, day, email)) ?? {};
  return owner.call(answer, { meetingId, guestId, rsvp, day });
};

describe("a reply", () => {
  it("stays with the time that it is to, when the series moves and the days have other names", async () => {
    const meetingId = await daily();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-04", start: "2030-06-04T12:00" });
    await reply(meetingId, "2030-06-04", dana.email, "ACCEPTED");
    await reply(meetingId, "2030-06-05", dana.email, "DECLINED");
    const { recordId } = await owner.call(update, { meetingId, scope: "all", start: "2030-06-04T10:00" });
    const { exceptions, answers } = await owner.call(get, { meetingId });
    // It is at noon of 4 June still, as the second time of the series.
    expect(exceptions).toMatchObject([{ day: "2030-06-05", start: "2030-06-04T09:00:00.000Z" }]);
    expect(answers.map(({ day, rsvp }) => [day, rsvp])).toEqual([["2030-06-05", "ACCEPTED"]]);
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
    const before = await owner.call(get, { meetingId });
    expect(before.answers.map(({ day, rsvp }) => [day, rsvp])).toEqual([
      ["2030-06-04", "ACCEPTED"],
      ["2030-06-05", "DECLINED"],
    ]);
  });

  it.each(["one", "all"] as const)(
    "goes with a guest whose invitation to %s is undone, who has not replied once invited again",
    async (scope) => {
      const meetingId = await daily();
      const day = "2030-06-05";
      const { guests: there = [] } = (await owner.call(get, { meetingId, day })).occurrence ?? {};
      const guests = [...there.map(({ rsvp: _, ...guest }) => guest), yuval];
      const invite = () => owner.call(update, { meetingId, scope, ...(scope === "one" ? { day } : {}), guests });
      const { recordId } = await invite();
      await reply(meetingId, day, yuval.email, "ACCEPTED");
      await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
      expect((await owner.call(get, { meetingId })).answers).toEqual([]);
      await invite();
      expect(await guestAt(meetingId, day, yuval.email)).toMatchObject({ rsvp: "PENDING" });
    },
  );

  it("and the link are of one address of a card: with another one, at another time, they are somebody else's", async () => {
    const meetingId = await daily();
    const [type = expect.fail("no type")] = await owner.call(named(cardProcedures, "cards.types"), {});
    const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Omer" } });
    const invite = async (day: string, email: string | null) => {
      await owner.call(update, { meetingId, scope: "one", day, guests: [{ cardId, email }] });
      return (await owner.call(get, { meetingId, day })).occurrence?.guests.find((guest) => guest.cardId === cardId)?.id;
    };
    const [home, work, homeAgain] = [
      await invite("2030-06-04", "omer@home.example"),
      await invite("2030-06-05", "omer@work.example"),
      await invite("2030-06-06", "omer@home.example"),
    ];
    expect(work).not.toBe(home);
    expect(homeAgain).toBe(home);
  });
});
