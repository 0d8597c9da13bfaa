import * as z from "zod";
import { connectNumber, openChat, unsentMessage } from "../../../support/whatsapp-number.ts";
import { atAnyLevel, type Channel, read, says } from "../channel.ts";

const Made = z.object({ id: z.string() });
const Options = z.object({ numbers: z.array(z.unknown()) });

/** What conversations reveal about a card, and whether a message can be sent from it. */
export const whatsapp: readonly Channel[] = [
  {
    name: "numbers of a card on WhatsApp",
    procedures: ["whatsapp.options"],
    rights: read,
    reaches: async (world, of) => Options.safeParse(await world.ask("whatsapp.options", { cardId: world.cards[of].id })).success,
  },
  {
    name: "message on WhatsApp from a card",
    procedures: ["whatsapp.send"],
    rights: read,
    async reaches(world, of) {
      const { id: cardId, phone } = world.cards[of];
      await connectNumber(world.owner);
      await openChat(world.owner, { cardId, phone });
      return Made.safeParse(await world.ask("whatsapp.send", { cardId, phone, text: "Seen" })).success;
    },
  },
  {
    name: "message on WhatsApp that was not sent, under outgoing messages, and the card's name",
    procedures: ["outbound.list"],
    rights: [...read, "ORGANIZATION.update"],
    expected: atAnyLevel("ORGANIZATION.update"),
    async reaches(world, of) {
      const { id: cardId, phone } = world.cards[of];
      await openChat(world.owner, { cardId, phone });
      await unsentMessage(world.owner, { cardId, phone, text: `Unsent to ${of}` });
      return says(await world.ask("outbound.list", {}), world.cards[of]);
    },
  },
  {
    name: "decision about a message on WhatsApp that was not sent",
    procedures: ["whatsapp.sendAgain", "whatsapp.dismiss"],
    rights: read,
    async reaches(world, of) {
      const { id: cardId, phone } = world.cards[of];
      await connectNumber(world.owner);
      await openChat(world.owner, { cardId, phone });
      const [one, other] = [
        await unsentMessage(world.owner, { cardId, phone }),
        await unsentMessage(world.owner, { cardId, phone }),
      ];
      const resent = Made.safeParse(await world.ask("whatsapp.sendAgain", { whatsappId: one.whatsappId })).success;
      const dismissed = Made.safeParse(await world.ask("whatsapp.dismiss", { whatsappId: other.whatsappId })).success;
      return resent === dismissed ? resent : "is answered differently";
    },
  },
  {
    name: "conversation on a card, and the card's name",
    procedures: ["chats.list", "chats.get", "chats.listMessages", "chats.markRead", "chats.update", "chats.move"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const { chatId } = await openChat(world.owner, { cardId: card.id, phone: card.phone, text: `Word of ${of}` });
      const answers = [
        says(await world.ask("chats.list", { limit: 100 }), card),
        says(await world.ask("chats.listMessages", { conversationSid: chatId }), card),
        Made.safeParse(await world.ask("chats.get", { chatId })).success,
        Made.safeParse(await world.ask("chats.markRead", { chatId })).success,
        Made.safeParse(await world.ask("chats.update", { chatId, isClosed: false })).success,
        // To where it is: whether it may be moved at all.
        Made.safeParse(await world.ask("chats.move", { chatId, cardId: card.id })).success,
      ];
      if (new Set(answers).size > 1) return `is answered differently: ${answers.join(", ")}`;
      return answers[0] === true;
    },
  },
];
