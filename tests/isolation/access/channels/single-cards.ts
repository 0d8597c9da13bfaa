import * as z from "zod";
import { type Channel, atAnyLevel, field, inTrash, owner, read, reading, remove, says } from "../channel.ts";
import { belonging, newCard } from "../world.ts";

export const single: readonly Channel[] = [
  reading("card", "cards.get", (_, { id }) => ({ id })),
  reading("names that a card's values have", "cards.get", ({ hub }) => ({ id: hub.id })),
  reading("related cards", "cards.related", ({ hub }) => ({ cardId: hub.id })),
  reading("related cards, page by page", "cards.related", ({ hub }) => ({ cardId: hub.id, limit: 200 })),
  {
    ...reading("cards that name it", "cards.related", (_, { id }) => ({ cardId: id })),
    reaches: async (world, of) => says(await world.ask("cards.related", { cardId: world.cards[of].id }), world.hub),
  },
  reading("preview of a template", "templates.preview", (_, { id }) => ({
    channel: "mail",
    format: "plain",
    language: "en",
    body: "{{ card.name }}",
    cardId: id,
  })),
  {
    name: "mail of a template to oneself",
    procedures: ["templates.sendTest"],
    rights: read,
    async reaches(world, of) {
      const text = { channel: "mail", format: "plain", language: "en", subject: "Test", body: "{{ card.name }}" };
      const answer = await world.ask("templates.sendTest", { ...text, cardId: world.cards[of].id });
      return z.object({ to: z.string() }).safeParse(answer).success;
    },
  },
  reading("names in a previewed template", "templates.preview", ({ hub }) => ({
    channel: "mail",
    format: "plain",
    language: "en",
    body: "{{ card.links }}",
    cardId: hub.id,
  })),
  {
    name: "template filled with a card's values",
    procedures: ["templates.fill"],
    rights: read,
    async reaches(world, of) {
      const text = { subject: "Offer", body: "{{ card.name }}" };
      const made = await owner(world, "templates.create", { name: "Offer", channel: "mail", texts: { en: text } });
      const { id: templateId } = z.object({ id: z.string() }).parse(made);
      const answer = await world.ask("templates.fill", { templateId, cardId: world.cards[of].id });
      await owner(world, "templates.remove", { templateId });
      return says(answer, world.cards[of]);
    },
  },
  reading("history", "cards.history", (_, { id }) => ({ cardId: id })),
  reading("names in a history", "cards.history", ({ hub }) => ({ cardId: hub.id })),
  {
    name: "what was merged into it",
    procedures: ["cards.merges"],
    rights: read,
    async reaches(world, of) {
      const [survivor, other] = [await newCard(world, "own"), await newCard(world, of)];
      await owner(world, "cards.merge", { survivorId: survivor.id, otherIds: [other.id] });
      return says(await world.ask("cards.merges", { cardId: survivor.id }), other);
    },
  },
  {
    ...reading("who has this value already", "cards.checkDuplicate", () => ({})),
    async reaches(world, of) {
      const { email, name } = world.cards[of];
      const input = { cardTypeId: world.typeId, name: "Somebody new", fields: { [field(world, "email")]: email } };
      return says(await world.ask("cards.checkDuplicate", input), { name });
    },
  },
  {
    ...reading("who may be the same", "cards.checkDuplicate", () => ({})),
    async reaches(world, of) {
      const { phone, name } = world.cards[of];
      const input = { cardTypeId: world.typeId, name: "Somebody new", fields: { [field(world, "phone")]: phone } };
      return says(await world.ask("cards.checkDuplicate", input), { name });
    },
  },
  {
    name: "explanation of who may see it",
    procedures: ["cards.explainAccess"],
    rights: ["CARDS.read", "ROLES.read"],
    expected: atAnyLevel("ROLES.read"),
    async reaches(world, of) {
      const input = { cardId: world.cards[of].id, userId: world.people.mate.userId };
      return JSON.stringify(await world.ask("cards.explainAccess", input)).includes('"answers"');
    },
  },
  ...(["favorites", "recent"] as const).map((kept): Channel => ({
    name: kept,
    procedures: kept === "favorites" ? ["favorites.add", "favorites.list"] : ["recent.visit", "recent.list"],
    rights: read,
    async reaches(world, of) {
      const card = await newCard(world, of);
      await world.ask(kept === "favorites" ? "favorites.add" : "recent.visit", { cardId: card.id });
      return says(await world.ask(`${kept}.list`, {}), card);
    },
  })),
  ...(["favorites", "recent"] as const).map((kept): Channel => ({
    name: `${kept}, of a card that was one's own`,
    procedures: kept === "favorites" ? ["favorites.add", "favorites.list"] : ["recent.visit", "recent.list"],
    rights: read,
    async reaches(world, of) {
      const card = await newCard(world, "own");
      await world.ask(kept === "favorites" ? "favorites.add" : "recent.visit", { cardId: card.id });
      await owner(world, "cards.update", { cardId: card.id, fields: belonging(world, of) });
      return says(await world.ask(`${kept}.list`, {}), card);
    },
  })),
  {
    name: "trash",
    procedures: ["cards.trash"],
    rights: remove,
    async reaches(world, of) {
      const card = await inTrash(world, of);
      return says(await world.ask("cards.trash", { search: card.name }), card);
    },
  },
  {
    name: "card in the trash",
    procedures: ["cards.get"],
    rights: read,
    async reaches(world, of) {
      const card = await inTrash(world, of);
      return says(await world.ask("cards.get", { id: card.id }), card);
    },
  },
];
