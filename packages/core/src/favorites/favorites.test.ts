import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { favoriteProcedures } from "./index.ts";
import { maxRecent } from "./rules.ts";

const [favorites, add, remove, recent, visit] = [
  named(favoriteProcedures, "favorites.list"),
  named(favoriteProcedures, "favorites.add"),
  named(favoriteProcedures, "favorites.remove"),
  named(favoriteProcedures, "recent.list"),
  named(favoriteProcedures, "recent.visit"),
];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  typeId = type?.id ?? expect.fail("no type");
});
afterAll(() => backend.close());

const newCard = async (name: string): Promise<CardId> =>
  (await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name } })).id;
const ids = (cards: readonly { id: CardId }[]) => cards.map((card) => card.id);

it("stars a card once, lists the newest first, and unstars it", async () => {
  const [first, second] = [await newCard("First"), await newCard("Second")];
  await owner.call(add, { cardId: first });
  await owner.call(add, { cardId: second });
  await owner.call(add, { cardId: second });
  const starred = ids(await owner.call(favorites, {}));
  expect([...starred].sort()).toEqual([first, second].sort());
  await owner.call(remove, { cardId: second });
  expect(ids(await owner.call(favorites, {}))).toEqual([first]);
});

it("a card in the trash does not show, and shows again when it is back", async () => {
  const cardId = await newCard("Passing");
  await owner.call(add, { cardId });
  await owner.call(visit, { cardId });
  await owner.call(named(cardProcedures, "cards.remove"), { cardId });
  expect(ids(await owner.call(favorites, {}))).not.toContain(cardId);
  expect(ids(await owner.call(recent, {}))).not.toContain(cardId);
  await owner.call(named(cardProcedures, "cards.restore"), { cardId });
  expect(ids(await owner.call(favorites, {}))).toContain(cardId);
  expect(ids(await owner.call(recent, {}))).toContain(cardId);
});

it("keeps the last fifty opened cards, each once, newest first", async () => {
  const cards: CardId[] = [];
  for (let at = 0; at < maxRecent + 3; at++) cards.push(await newCard(`Visited ${at}`));
  for (const cardId of cards) await owner.call(visit, { cardId });
  const again = cards[10] ?? expect.fail();
  await owner.call(visit, { cardId: again });
  const list = ids(await owner.call(recent, {}));
  expect(list).toEqual([again, ...cards.filter((cardId) => cardId !== again).reverse()].slice(0, maxRecent));
});

it("another organization's card can be neither starred nor visited", async () => {
  const other = await newOwner();
  const cardId = await newCard("Ours");
  await expect(other.call(add, { cardId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(other.call(visit, { cardId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await other.call(favorites, {})).toEqual([]);
});
