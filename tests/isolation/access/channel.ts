import * as z from "zod";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Permission } from "@kartis/core/kernel/permission.ts";
import {
  type CardState,
  type Level,
  type ProcedureName,
  type TestCard,
  type Way,
  type Whose,
  type World,
  askAs,
  newCard,
} from "./world.ts";

/** A way in which something of a card could reach somebody, or something be done to it. */
export interface Channel {
  readonly name: string;
  /** Procedures of the API that it uses. */
  readonly procedures: readonly ProcedureName[];
  /** Each of them is tried at every level, with the others granted. */
  readonly rights: readonly Permission[];
  /** Exceptions where a right reaches less far than its level says, or further. */
  readonly expected?: (right: Permission, level: Level, of: Whose) => boolean;
  /** Ways to try; for channels where the caller does not matter. */
  readonly ways?: readonly Way[];
  /** Whether the call reveals or changes that person's card. A text describes an outcome that is neither a refusal nor an effect. */
  reaches(world: World, of: Whose): Promise<boolean | string>;
}

/** The one table of what a level reaches. */
export const reach: Readonly<Record<Level, Readonly<Record<Whose, boolean>>>> = {
  ORGANIZATION: { own: true, mate: true, stranger: true, assigned: true },
  ROLE_GROUP: { own: true, mate: true, stranger: false, assigned: true },
  USER: { own: true, mate: false, stranger: false, assigned: true },
  NONE: { own: false, mate: false, stranger: false, assigned: false },
};

export const nobody = (): boolean => false;
/** The right is had or not: how far it reaches is said by another. */
export const atAnyLevel = (right: Permission) => (asked: Permission, level: Level, of: Whose) =>
  asked === right ? level !== "NONE" : reach[level][of];

export const read = ["CARDS.read"] as const;
export const update = ["CARDS.update", "CARDS.read"] as const;
export const remove = ["CARDS.delete", "CARDS.read"] as const;
export const browser = ["session", "view as"] as const;

export const says = (answer: unknown, { name }: Pick<TestCard, "name">): boolean => JSON.stringify(answer).includes(name);
export const field = (world: World, key: string): string => world.fieldIds[key] ?? key;

/** The answer reveals the card that existed from the beginning. */
export const reading = (
  name: string,
  procedure: ProcedureName,
  input: (world: World, card: TestCard, of: Whose) => unknown,
  more: Partial<Channel> = {},
): Channel => ({
  name,
  procedures: [procedure],
  rights: read,
  reaches: async (world, of) => says(await world.ask(procedure, input(world, world.cards[of], of)), world.cards[of]),
  ...more,
});

const State = z.object({ version: z.number(), trashedAt: z.string().nullable() });
/** The card as the owner finds it; null for a deleted one. */
export async function stateOf({ owner }: World, cardId: CardId): Promise<CardState | null> {
  const state = State.safeParse(await askAs(owner, "cards.get", { id: cardId }));
  return state.success ? state.data : null;
}

/** Answers as if the card did not exist. */
const asGone = /"NOT_FOUND"|validation\.(?:cardGone|noMatch)/;

/**
 * For a card to which nothing is done: a person who sees it learns that they may not, and not that it did not exist; a person who does not see it learns
 * nothing about it.
 */
export function refused({ right, level }: World, of: Whose, answer: unknown, card: Pick<TestCard, "name">): string | false {
  const sees = right !== "CARDS.read" || reach[level][of];
  if (sees) return asGone.test(JSON.stringify(answer)) ? "is answer that it were not there, though it is seen" : false;
  return says(answer, card) ? "is answer of, though it is not seen" : false;
}

/** The call changes a new card of that person's, or is refused as it should be. */
export const changing = (
  name: string,
  procedures: readonly ProcedureName[],
  rights: readonly Permission[],
  act: (world: World, card: TestCard, of: Whose) => Promise<unknown>,
  prepare: (world: World, of: Whose) => Promise<TestCard> = newCard,
): Channel => ({
  name,
  procedures,
  rights,
  async reaches(world, of) {
    const card = await prepare(world, of);
    const answer = await act(world, card, of);
    const { version, trashedAt } = (await stateOf(world, card.id)) ?? {};
    const isChanged = version !== card.state.version || trashedAt !== card.state.trashedAt;
    return isChanged || refused(world, of, answer, card);
  },
});

export const owner = (world: World, name: ProcedureName, input: unknown) => askAs(world.owner, name, input);
export async function inTrash(world: World, of: Whose): Promise<TestCard> {
  const card = await newCard(world, of);
  return { ...card, state: State.parse(await owner(world, "cards.remove", { cardId: card.id })) };
}
export const Recorded = z.object({ recordId: z.string() });
export const Begun = z.object({ operationId: z.string() });
export const edit = (world: World) => ({ kind: "edit", fields: { [field(world, "note")]: "Changed" } });
export const listOf = (world: World, card: TestCard) => ({
  query: { cardTypeId: world.typeId, filter: { fieldId: "name", operator: "EQUAL", value: card.name } },
});
