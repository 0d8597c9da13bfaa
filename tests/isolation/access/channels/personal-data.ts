import type { Permission } from "@kartis/core/kernel/permission.ts";
import { changing, type Channel, remove } from "../channel.ts";
import type { Level } from "../world.ts";

/** All of the organization or nothing: a right that reaches only some cards would leave out others unnoticed. */
const wholly = (_: Permission, level: Level): boolean => level === "ORGANIZATION";

export const personal: readonly Channel[] = [
  {
    name: "what is known of a person",
    procedures: ["personalData.preview"],
    rights: remove,
    expected: wholly,
    reaches: async (world, of) =>
      JSON.stringify(await world.ask("personalData.preview", { cardId: world.cards[of].id })).includes('"parts"'),
  },
  {
    name: "export of what is known of a person",
    procedures: ["personalData.export", "operations.get", "files.download"],
    rights: remove,
    expected: wholly,
    reaches: async (world, of) =>
      JSON.stringify(await world.ask("personalData.export", { cardId: world.cards[of].id })).includes('"operationId"'),
  },
  {
    ...changing("erasing a person", ["personalData.erase"], remove, (world, { id }) =>
      world.ask("personalData.erase", { cardId: id }),
    ),
    expected: wholly,
  },
];
