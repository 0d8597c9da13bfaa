import * as z from "zod";
import { type Channel, owner, read, says } from "../channel.ts";
import type { TestCard, World } from "../world.ts";

const Made = z.object({ id: z.string() });
const said = (text: string) => [{ type: "paragraph", content: [{ text }] }];
const isMade = async (
  world: World,
  procedure: "comments.create" | "communications.create" | "mails.send",
  input: unknown,
): Promise<boolean> => Made.safeParse(await world.ask(procedure, input)).success;

let counter = 0;
/** A comment on the card, by its owner; its words are the card's as far as whoever asks is concerned. */
async function commentOn(world: World, { id: cardId }: TestCard): Promise<string> {
  const words = `comment${++counter}x`;
  await owner(world, "comments.create", { cardId, body: said(words) });
  return words;
}

/** Information about its card that a timeline reveals, and what can be written on it. */
export const timeline: readonly Channel[] = [
  {
    name: "comment on a card",
    procedures: ["timeline.list"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const words = await commentOn(world, card);
      return JSON.stringify(await world.ask("timeline.list", { cardId: card.id })).includes(words);
    },
  },
  {
    name: "name of a card that a comment mentions",
    procedures: ["timeline.list"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const body = [{ type: "paragraph", content: [{ card: card.id }] }];
      await owner(world, "comments.create", { cardId: world.cards.own.id, body });
      const answer = z
        .object({ related: z.record(z.string(), z.unknown()) })
        .safeParse(await world.ask("timeline.list", { cardId: world.cards.own.id, channels: ["comments"] }));
      return answer.success && says(answer.data.related, card);
    },
  },
  {
    name: "new comment on a card",
    procedures: ["comments.create"],
    rights: read,
    reaches: (world, of) => isMade(world, "comments.create", { cardId: world.cards[of].id, body: said("Seen") }),
  },
  {
    name: "call logged on a card",
    procedures: ["communications.create"],
    rights: read,
    reaches: (world, of) => isMade(world, "communications.create", { type: "CALL", cardId: world.cards[of].id }),
  },
  {
    name: "mail from a card",
    procedures: ["mails.send"],
    rights: read,
    reaches: (world, of) =>
      isMade(world, "mails.send", {
        cardId: world.cards[of].id,
        to: [{ email: "dana@x.example" }],
        subject: "Seen",
        body: said("Seen"),
      }),
  },
];
