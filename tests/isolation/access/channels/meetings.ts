import * as z from "zod";
import { type Channel, owner, read, says } from "../channel.ts";
import type { TestCard, World } from "../world.ts";

const at = { start: "2030-01-01T10:00Z" };
const january = { from: "2030-01-01T00:00:00Z", until: "2030-01-31T00:00:00Z", timeZone: "UTC" };
const Made = z.object({ id: z.string() });
const meetingAbout = async (world: World, { id: cardId }: TestCard): Promise<string> =>
  Made.parse(await owner(world, "meetings.create", { title: "Site visit", ...at, cardId })).id;

/** Information about its card and its guests' cards that a meeting reveals. */
export const meetings: readonly Channel[] = [
  {
    name: "card of a meeting on the calendar",
    procedures: ["meetings.range"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      await meetingAbout(world, card);
      return says(await world.ask("meetings.range", { ...january, cardId: card.id }), card);
    },
  },
  {
    name: "card of a meeting",
    procedures: ["meetings.get"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      return says(await world.ask("meetings.get", { meetingId: await meetingAbout(world, card) }), card);
    },
  },
  {
    name: "new meeting about a card",
    procedures: ["meetings.create"],
    rights: read,
    async reaches(world, of) {
      const meeting = { title: "Site visit", ...at, cardId: world.cards[of].id };
      return Made.safeParse(await world.ask("meetings.create", meeting)).success;
    },
  },
  {
    name: "card as a guest",
    procedures: ["meetings.create"],
    rights: read,
    async reaches(world, of) {
      const meeting = { title: "Site visit", ...at, guests: [{ cardId: world.cards[of].id }] };
      return Made.safeParse(await world.ask("meetings.create", meeting)).success;
    },
  },
];
