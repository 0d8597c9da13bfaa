import * as z from "zod";
import { Begun, type Channel, changing, edit, inTrash, listOf, owner, refused, remove, stateOf, update } from "../channel.ts";
import { type World, finish, newCard } from "../world.ts";

const bulkKinds = [
  { kind: "edit", rights: update, prepare: newCard },
  { kind: "delete", rights: remove, prepare: newCard },
  { kind: "restore", rights: remove, prepare: inTrash },
  { kind: "purge", rights: remove, prepare: inTrash },
] as const;

export const bulk: readonly Channel[] = [
  ...bulkKinds.flatMap(({ kind, rights, prepare }): readonly Channel[] => {
    const change = (world: World) => (kind === "edit" ? edit(world) : { kind });
    return [
      {
        name: `preview of a bulk ${kind}`,
        procedures: ["bulk.preview"],
        rights,
        async reaches(world, of) {
          const card = await prepare(world, of);
          const answer = await world.ask("bulk.preview", { selection: { cardIds: [card.id] }, change: change(world) });
          const { changing: count } = z.object({ changing: z.number().default(0) }).parse(answer);
          return count > 0 || refused(world, of, answer, card);
        },
      },
      changing(
        `bulk ${kind} of chosen cards`,
        ["bulk.start", "operations.get"],
        rights,
        async (world, { id }) =>
          finish(world.me, await world.ask("bulk.start", { selection: { cardIds: [id] }, change: change(world) })),
        prepare,
      ),
    ];
  }),
  ...bulkKinds.slice(0, 2).flatMap(({ kind, rights }): readonly Channel[] => {
    const change = (world: World) => (kind === "edit" ? edit(world) : { kind });
    return [
      {
        name: `preview of a bulk ${kind} of a list`,
        procedures: ["bulk.preview"],
        rights,
        async reaches(world, of) {
          const card = await newCard(world, of);
          const answer = await world.ask("bulk.preview", { selection: listOf(world, card), change: change(world) });
          return z.object({ changing: z.number().default(0) }).parse(answer).changing > 0 || refused(world, of, answer, card);
        },
      },
      changing(`bulk ${kind} of a list`, ["bulk.start", "operations.get"], rights, async (world, card) =>
        finish(world.me, await world.ask("bulk.start", { selection: listOf(world, card), change: change(world) })),
      ),
    ];
  }),
  ...(["changes.previewRevert", "changes.revert"] as const).map((name): Channel => ({
    name: name === "changes.revert" ? "taking a bulk edit back" : "preview of taking a bulk edit back",
    procedures: [name],
    rights: update,
    async reaches(world, of) {
      const card = await newCard(world, of);
      const begun = await owner(world, "bulk.start", { selection: { cardIds: [card.id] }, change: edit(world) });
      await finish(world.owner, begun);
      const before = await stateOf(world, card.id);
      const answer = await world.ask(name, Begun.parse(begun));
      if (name === "changes.previewRevert") {
        const { changing: count } = z.object({ changing: z.number().default(0) }).parse(answer);
        return count > 0 || refused(world, of, answer, card);
      }
      const finished = await finish(world.me, answer);
      const isBack = (await stateOf(world, card.id))?.version !== before?.version;
      return isBack || refused(world, of, finished, card);
    },
  })),
];
