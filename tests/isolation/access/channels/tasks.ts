import * as z from "zod";
import { type Channel, owner, read, says } from "../channel.ts";
import type { TestCard, World } from "../world.ts";

const timeZone = "UTC";
const Made = z.object({ id: z.string() });
const taskAbout = async (world: World, { id: cardId }: TestCard): Promise<string> =>
  Made.parse(await owner(world, "tasks.create", { title: "To do", due: "2030-01-01", cardId })).id;

/** Information about its card that a task reveals. */
export const tasks: readonly Channel[] = [
  {
    name: "card of a task in a list",
    procedures: ["tasks.list"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      await taskAbout(world, card);
      return says(await world.ask("tasks.list", { timeZone, cardId: card.id }), card);
    },
  },
  {
    name: "card of an activity",
    procedures: ["activities.search"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      await taskAbout(world, card);
      return says(await world.ask("activities.search", { type: "TASK", cardId: card.id }), card);
    },
  },
  {
    name: "card of a task",
    procedures: ["tasks.get"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      return says(await world.ask("tasks.get", { taskId: await taskAbout(world, card) }), card);
    },
  },
  {
    name: "new task about a card",
    procedures: ["tasks.create"],
    rights: read,
    async reaches(world, of) {
      const task = { title: "To do", due: "2030-01-01", cardId: world.cards[of].id };
      return Made.safeParse(await world.ask("tasks.create", task)).success;
    },
  },
  {
    name: "card of a reminder",
    procedures: ["reminders.pending"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const due = new Date(world.owner.clock.now() + 3_600_000).toISOString();
      const task = { title: "Soon", due, reminder: 5, assignedTo: world.me.userId, cardId: card.id };
      await owner(world, "tasks.create", task);
      return says(await world.ask("reminders.pending", {}), card);
    },
  },
];
