import { automationProcedures } from "@kartis/core/automations/procedures.ts";
import * as z from "zod";
import { buttonDefinition, beginRun, publishButton } from "../../../support/automation.ts";
import { named } from "../../../support/people.ts";
import { type Channel, read, refused, says, update } from "../channel.ts";
import { finish, newCard } from "../world.ts";

const removeOf = named(automationProcedures, "automations.remove");
const DryRun = z.object({ met: z.literal(true) });
const Begun = z.object({ operationId: z.string() });
const Pressed = z.object({ runId: z.string() });

/** What automations reveal about a card, and whether a user can start one for it. */
export const automations: readonly Channel[] = [
  {
    name: "name of a card in the runs of an automation",
    procedures: ["automations.runs", "automations.run"],
    rights: read,
    async reaches(world, of) {
      const card = world.cards[of];
      const automationId = await publishButton(world.owner, world.typeId);
      const runId = await beginRun(world.owner, automationId, card.id);
      const answers = [
        says(await world.ask("automations.runs", { automationId }), card),
        says(await world.ask("automations.run", { automationId, runId }), card),
      ];
      await world.owner.call(removeOf, { automationId });
      return answers.every(Boolean) || (answers.some(Boolean) ? "is in one of the two" : false);
    },
  },
  {
    name: "trial of an automation on a card",
    procedures: ["automations.try"],
    rights: read,
    reaches: async (world, of) =>
      DryRun.safeParse(
        await world.ask("automations.try", {
          cardId: world.cards[of].id,
          cardTypeId: world.typeId,
          definition: buttonDefinition,
        }),
      ).success,
  },
  {
    name: "simulation of an automation over the card's past",
    procedures: ["automations.simulate", "automations.simulation"],
    rights: read,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const definition = { ...buttonDefinition, trigger: { kind: "cardCreated" as const } };
      const made = { cardTypeId: world.typeId, name: "Welcome", definition };
      const { id: automationId } = await world.owner.call(named(automationProcedures, "automations.create"), made);
      const begun = await world.ask("automations.simulate", { automationId, versions: ["draft"], days: 7 });
      await finish(world.me, begun);
      const answer = await world.ask("automations.simulation", { operationId: Begun.parse(begun).operationId });
      await world.owner.call(removeOf, { automationId });
      const isListed = JSON.stringify(answer).includes(card.id);
      return says(answer, card) === isListed ? isListed : "lists the card without its name";
    },
  },
  {
    name: "buttons of a card",
    procedures: ["automations.buttons"],
    rights: read,
    reaches: async (world, of) =>
      z.array(z.unknown()).safeParse(await world.ask("automations.buttons", { cardId: world.cards[of].id })).success,
  },
  {
    name: "press of a card's button",
    procedures: ["automations.press"],
    rights: ["CARDS.update"],
    async reaches(world, of) {
      const automationId = await publishButton(world.owner, world.typeId);
      const answer = await world.ask("automations.press", { automationId, cardId: world.cards[of].id });
      await world.owner.call(removeOf, { automationId });
      return Pressed.safeParse(answer).success;
    },
  },
  {
    name: "press of a button on chosen cards",
    procedures: ["bulk.preview", "bulk.start"],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const automationId = await publishButton(world.owner, world.typeId);
      const job = { target: "button", selection: { cardIds: [card.id] }, change: { kind: "press", automationId } };
      const foreseen = await world.ask("bulk.preview", job);
      const finished = await finish(world.me, await world.ask("bulk.start", job));
      await world.owner.call(removeOf, { automationId });
      const isStarted = z.object({ operation: z.object({ updated: z.literal(1) }) }).safeParse(finished).success;
      const isForeseen = z.object({ changing: z.literal(1) }).safeParse(foreseen).success;
      if (isStarted !== isForeseen) return "is foreseen otherwise than it is done";
      return isStarted || refused(world, of, finished, card);
    },
  },
];
