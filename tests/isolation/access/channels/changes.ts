import {
  type Channel,
  Recorded,
  changing,
  field,
  inTrash,
  owner,
  read,
  refused,
  remove,
  says,
  stateOf,
  update,
} from "../channel.ts";
import { belonging, newCard } from "../world.ts";

export const changes: readonly Channel[] = [
  changing("edit", ["cards.update"], update, (world, { id }) =>
    world.ask("cards.update", { cardId: id, fields: { [field(world, "note")]: "Changed" } }),
  ),
  changing("paste into a table", ["cards.updateMany"], update, (world, { id }) =>
    world.ask("cards.updateMany", { changes: [{ cardId: id, fields: { [field(world, "note")]: "Changed" } }] }),
  ),
  changing("move to another status", ["cards.update"], update, (world, { id }) =>
    world.ask("cards.update", { cardId: id, fields: { status: "done" } }),
  ),
  changing("link from it", ["cards.link"], update, (world, { id }) =>
    world.ask("cards.link", { cardId: id, fieldId: field(world, "links"), targetId: world.cards.own.id }),
  ),
  changing(
    "taking a link off it",
    ["cards.unlink"],
    update,
    (world, { id }) => world.ask("cards.unlink", { cardId: id, fieldId: field(world, "links"), targetId: world.cards.own.id }),
    (world, of) => newCard(world, of, { [field(world, "links")]: [world.cards.own.id] }),
  ),
  {
    name: "link to it",
    procedures: ["cards.link"],
    rights: read,
    async reaches(world, of) {
      const [from, to] = [await newCard(world, "own"), await newCard(world, of)];
      const answer = await world.ask("cards.link", { cardId: from.id, fieldId: field(world, "links"), targetId: to.id });
      const now = JSON.stringify(await owner(world, "cards.get", { id: from.id })).includes(to.id);
      return now || (says(answer, to) ? "is answer of, though not linked" : false);
    },
  },
  ...(["cards.create", "cards.update", "cards.updateMany"] as const).map((name): Channel => ({
    name: `naming it, by ${name}`,
    procedures: [name],
    rights: read,
    async reaches(world, of) {
      const [from, to] = [await newCard(world, "own"), await newCard(world, of)];
      const links = { [field(world, "links")]: [to.id] };
      const input = {
        "cards.create": { typeId: world.typeId, fields: { name: "From", owner: world.people.own.userId, ...links } },
        "cards.update": { cardId: from.id, fields: links },
        "cards.updateMany": { changes: [{ cardId: from.id, fields: links }] },
      }[name];
      const answer = await world.ask(name, input);
      const related = JSON.stringify(await owner(world, "cards.related", { cardId: to.id }));
      return related.includes('"namedBy"') && related.includes(name === "cards.create" ? "From" : from.name)
        ? true
        : says(answer, to)
          ? "is answer of, though not named"
          : false;
    },
  })),
  {
    name: "new card for somebody",
    procedures: ["cards.create"],
    rights: ["CARDS.create"],
    reaches: async (world, of) =>
      JSON.stringify(
        await world.ask("cards.create", { typeId: world.typeId, fields: { name: "New", ...belonging(world, of) } }),
      ).includes('"recordId"'),
  },
  changing("new card that it names", ["cards.create"], update, (world, { id }) =>
    world.ask("cards.create", {
      typeId: world.typeId,
      fields: { name: "Named", owner: world.people.own.userId },
      namedBy: { cardId: id, fieldId: field(world, "links") },
    }),
  ),
  {
    name: "showing a password",
    procedures: ["cards.reveal"],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of, { [field(world, "safe")]: `open ${of}` });
      const answer = await world.ask("cards.reveal", { cardId: card.id, fieldId: field(world, "safe") });
      return JSON.stringify(answer).includes(`open ${of}`);
    },
  },
  changing("deletion", ["cards.remove"], remove, (world, { id }) => world.ask("cards.remove", { cardId: id })),
  changing("restoring", ["cards.restore"], remove, (world, { id }) => world.ask("cards.restore", { cardId: id }), inTrash),
  changing("deletion for good", ["cards.purge"], remove, (world, { id }) => world.ask("cards.purge", { cardId: id }), inTrash),
  {
    name: "undoing an edit of it",
    procedures: ["changes.undo"],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const edited = await owner(world, "cards.update", { cardId: card.id, fields: { [field(world, "note")]: "Changed" } });
      const answer = await world.ask("changes.undo", { recordId: Recorded.parse(edited).recordId });
      const isUndone = !JSON.stringify(await owner(world, "cards.get", { id: card.id })).includes("Changed");
      return isUndone || refused(world, of, answer, card);
    },
  },
  {
    name: "undoing its deletion",
    procedures: ["changes.undo"],
    rights: remove,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const { recordId } = Recorded.parse(await owner(world, "cards.remove", { cardId: card.id }));
      const answer = await world.ask("changes.undo", { recordId });
      const isBack = (await stateOf(world, card.id))?.trashedAt === null;
      return isBack || refused(world, of, answer, card);
    },
  },
];
