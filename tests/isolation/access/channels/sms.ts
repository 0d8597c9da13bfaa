import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import { topUp } from "@kartis/core/sms/balance.ts";
import * as z from "zod";
import { proveSender } from "../../../support/sms-sender.ts";
import { type Channel, read, says } from "../channel.ts";

const Made = z.object({ id: z.string() });
const Options = z.object({ numbers: z.array(z.unknown()) });
const ToGuests = z.object({ guests: z.tuple([z.object({ phone: z.string().nullable() })]) });
const Noted = z.object({ optOut: z.object({ since: z.string() }) });

/** What SMS reveal about a card, and whether one can be sent from it. */
export const sms: readonly Channel[] = [
  {
    name: "numbers of a card for an SMS",
    procedures: ["sms.options"],
    rights: read,
    reaches: async (world, of) => Options.safeParse(await world.ask("sms.options", { cardId: world.cards[of].id })).success,
  },
  {
    name: "the phone of a card that is a meeting's guest",
    procedures: ["meetings.smsToGuests"],
    rights: read,
    reaches: async (world, of) => {
      const guests = [{ cardId: world.cards[of].id }];
      const asked = { title: "Visit", start: "2030-06-03T10:00:00Z", guests, kinds: ["reminded"] };
      const answer = ToGuests.safeParse(await world.ask("meetings.smsToGuests", asked));
      return answer.success && answer.data.guests[0].phone !== null;
    },
  },
  {
    name: "SMS from a card",
    procedures: ["sms.send"],
    rights: read,
    async reaches(world, of) {
      await proveSender(world.owner);
      return Made.safeParse(await world.ask("sms.send", { cardId: world.cards[of].id, text: "Seen" })).success;
    },
  },
  {
    name: "opt-out of a card's number",
    procedures: ["sms.setOptOut"],
    rights: read,
    async reaches(world, of) {
      const { id, phone } = world.cards[of];
      return Noted.safeParse(await world.ask("sms.setOptOut", { cardId: id, phone, isOptedOut: true })).success;
    },
  },
  {
    name: "name of a card in the ledger of SMS",
    procedures: ["sms.entries"],
    rights: read,
    async reaches(world, of) {
      const { orgId } = world.owner;
      const card = world.cards[of];
      const context = {
        orgId,
        actor: systemActor(orgId, "test"),
        clock: systemClock,
        requestId: newId("req"),
        origin: "system" as const,
      };
      await commit(context, (at) =>
        Promise.resolve({ writes: topUp({ orgId, at, cardId: card.id }, 1), records: [], result: undefined }),
      );
      return says(await world.ask("sms.entries", { limit: 100 }), card);
    },
  },
];
