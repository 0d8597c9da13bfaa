import * as z from "zod";
import { type Channel, field, read, reading } from "../channel.ts";
import { counted, whose, worth } from "../world.ts";

export const lists: readonly Channel[] = [
  reading("list of a type", "cards.search", ({ typeId }) => ({ cardTypeId: typeId, limit: 200 })),
  reading("list of all types", "cards.search", () => ({ limit: 200 })),
  reading("list, filtered", "cards.search", (_, { name }) => ({ filter: { fieldId: "name", operator: "EQUAL", value: name } })),
  reading("list, searched", "cards.search", ({ typeId }, { email }) => ({ cardTypeId: typeId, search: email })),
  reading("list as of a moment", "cards.asOf", ({ typeId }) => ({
    cardTypeId: typeId,
    limit: 200,
    at: new Date().toISOString(),
  })),
  {
    name: "total of a list",
    procedures: ["cards.search"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.search", { cardTypeId: world.countedTypeId, limit: 1 });
      const { total } = z.object({ total: z.number().default(0) }).parse(answer);
      return (total & counted[of]) !== 0;
    },
  },
  {
    name: "sum of a list",
    procedures: ["cards.search"],
    rights: read,
    async reaches(world, of) {
      const filter = { fieldId: "name", operator: "IN", value: whose.map((one) => world.cards[one].name) };
      const answer = await world.ask("cards.search", {
        cardTypeId: world.typeId,
        filter,
        sums: [field(world, "worth")],
        limit: 1,
      });
      const Sums = z.object({ sums: z.record(z.string(), z.object({ sum: z.number() })).default({}) });
      const { sum = 0 } = Sums.parse(answer).sums[field(world, "worth")] ?? {};
      return Math.floor(sum / worth[of]) % 10 === 1;
    },
  },
  {
    name: "count beside a type",
    procedures: ["cards.types"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.types", {});
      const types = z.array(z.object({ id: z.string(), count: z.number() })).parse(answer);
      return ((types.find(({ id }) => id === world.countedTypeId)?.count ?? 0) & counted[of]) !== 0;
    },
  },
  reading("names of related cards in a list", "cards.search", ({ typeId, hub }) => ({
    cardTypeId: typeId,
    filter: { fieldId: "name", operator: "EQUAL", value: hub.name },
  })),
  reading("group by owner", "cards.group", ({ typeId }) => ({ cardTypeId: typeId, by: "owner" }), {
    reaches: async (world, of) => {
      const by = { cardTypeId: world.typeId, by: "owner" };
      return JSON.stringify(await world.ask("cards.group", by)).includes(world.people[of].userId);
    },
  }),
  {
    name: "board's lane",
    procedures: ["cards.group"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("cards.group", { cardTypeId: world.countedTypeId, by: "status" });
      const lanes = z
        .array(z.object({ count: z.number() }))
        .catch([])
        .parse(answer);
      return ((lanes[0]?.count ?? 0) & counted[of]) !== 0;
    },
  },
  reading("a line that names it", "cards.namedIn", (_, card) => ({ text: `Call ${card.name} tomorrow` })),
  ...(["name", "email", "phone"] as const).map((by) =>
    reading(`search by ${by}`, "cards.freeSearch", (_, card) => ({ query: card[by], limit: 50 })),
  ),
  {
    name: "next and previous",
    procedures: ["cards.neighbours"],
    rights: read,
    async reaches(world, of) {
      const query = { cardTypeId: world.typeId, sort: [{ fieldId: "createdAt", direction: "asc" }] };
      const Place = z.object({ position: z.number().nullish(), nextId: z.string().nullish(), previousId: z.string().nullish() });
      const place = async (cardId: string) => Place.parse(await world.ask("cards.neighbours", { ...query, cardId }));
      const { id } = world.cards[of];
      const { position = null } = await place(id);
      let next: string | null | undefined = world.cards.own.id;
      while (next && next !== id) next = (await place(next)).nextId;
      if ((position !== null) !== (next === id && position !== null)) return "has a place that no way leads to";
      return position !== null;
    },
  },
];
