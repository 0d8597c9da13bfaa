import * as z from "zod";
import { connectProvider, missedCall } from "../../../support/voip-call.ts";
import { type Channel, read, says } from "../channel.ts";

const Made = z.object({ id: z.string(), cardId: z.string().nullable() });
const Listed = z.object({ calls: z.array(z.object({ id: z.string() })) });

/** What calls reveal about a card, and whether one can be placed from it. */
export const voip: readonly Channel[] = [
  {
    name: "calls of a card in the VoIP center, and the card's name",
    procedures: ["voip.list", "voip.get"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const callId = await missedCall(world.owner, { number: card.phone, cardId: card.id });
      const list = await world.ask("voip.list", { limit: 100 });
      const isListed = Listed.parse(list).calls.some(({ id }) => id === callId);
      const isGot = Made.safeParse(await world.ask("voip.get", { callId })).success;
      if (isListed !== isGot) return "is answered differently";
      return isListed ? says(list, card) : false;
    },
  },
  {
    name: "call that rings at the caller's extension, and the card's name",
    procedures: ["voip.current"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      for (const { userId } of Object.values(world.people)) await connectProvider({ orgId: world.owner.orgId, userId });
      await missedCall(world.owner, { number: card.phone, cardId: card.id, rings: "204" });
      return says(await world.ask("voip.current", {}), card);
    },
  },
  {
    name: "missed call of a card that is marked as handled",
    procedures: ["voip.handle"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const callId = await missedCall(world.owner, { number: card.phone, cardId: card.id });
      return Made.safeParse(await world.ask("voip.handle", { callId, isHandled: true })).success;
    },
  },
  {
    name: "call placed from a card",
    procedures: ["voip.place"],
    rights: read,
    async reaches(world, of) {
      const { id: cardId } = world.cards[of];
      await connectProvider(world.owner);
      for (const { userId } of Object.values(world.people)) await connectProvider({ orgId: world.owner.orgId, userId });
      return Made.safeParse(await world.ask("voip.place", { number: "+36301234567", cardId })).success;
    },
  },
];
