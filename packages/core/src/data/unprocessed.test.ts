import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures, findCards } from "../cards/index.ts";
import { cardEntity, shardOf } from "../cards/entity.ts";
import { hashOf, holdersOf } from "../cards/identifiers/locks.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { findFiles } from "../files/index.ts";
import { getTogether, keyOf } from "./get-together.ts";
import { itemsByKey } from "./items-by-key.ts";
import { latestRecords } from "./journal-entity.ts";
import { leavingUnprocessed } from "./partial-batches.fixture.ts";
import { recordsById } from "./replica/feed.ts";
import { untilProcessed } from "./unprocessed.ts";

let backend: Backend;
let owner: Owner;
let type: CardType;
let cards: Card[];
const emails = Array.from({ length: 40 }, (_, at) => `person${at}@x.example`);
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  type =
    (await owner.call(named(cardProcedures, "cards.types"), {})).find(({ identifiers }) => identifiers.length > 0) ??
    expect.fail();
  const email = type.fields.find(({ key }) => key === "email")?.id ?? expect.fail();
  cards = [];
  for (const value of emails)
    cards.push(
      await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: value, [email]: value } }),
    );
});
afterAll(() => backend.close());

it("cards, identifiers, files, records and sessions are read whole from an engine that leaves keys unprocessed", async () => {
  const { orgId } = owner;
  const engine = leavingUnprocessed(7);
  const cardIds = cards.map(({ id }) => id);
  expect([...(await findCards(orgId, cardIds)).keys()].toSorted()).toEqual(cardIds.toSorted());

  const email = type.fields.find(({ key }) => key === "email")?.id ?? "";
  const hashes = emails.map((value) => hashOf(type, email, value));
  const holders = await holdersOf(orgId, hashes);
  expect(hashes.map((hash) => holders.get(hash))).toEqual(cardIds);

  engine.end();
  const slower = leavingUnprocessed(1);
  const [cardId] = cardIds;
  if (!cardId) return expect.fail();
  const fileIds = await Promise.all(
    ["a", "b", "c"].map((name) => storeFile(owner, { name: `${name}.txt`, content: name, cardId })),
  );
  expect([...(await findFiles(orgId, fileIds)).keys()].toSorted()).toEqual(fileIds.toSorted());

  const ids = (await latestRecords(orgId, 20, null)).map(({ id }) => id);
  expect((await recordsById(orgId, ids)).map(({ id }) => id)).toEqual(ids.toSorted());

  const gets = cardIds.slice(0, 5).map((cardId) =>
    cardEntity()
      .get({ orgId, shard: shardOf(cardId), cardId })
      .params(),
  );
  expect((await getTogether(gets)).map((item) => item?.["cardId"])).toEqual(cardIds.slice(0, 5));
  const keys = gets.map(keyOf);
  expect((await itemsByKey(keys)).map((item) => String(item["cardId"])).toSorted()).toEqual(cardIds.slice(0, 5).toSorted());
  expect(engine.partial()).toBeGreaterThan(10);
  expect(slower.partial()).toBeGreaterThan(10);
  slower.end();
});

it("an identifier whose lock was left unprocessed still counts as taken", async () => {
  const engine = leavingUnprocessed(0);
  setTimeout(engine.end, 50);
  const check = {
    cardTypeId: type.id,
    name: "X",
    fields: { [type.fields.find(({ key }) => key === "email")?.id ?? ""]: emails[7] },
  };
  expect(await owner.call(named(cardProcedures, "cards.checkDuplicate"), check)).toMatchObject({ isDuplicate: true });
});

it("keeps asking as long as anything is processed, each request until it is", async () => {
  const seen: number[] = [];
  const rounds = [[1, 2, 3], [2, 3], [2, 3], [3], []];
  await untilProcessed([0, 1, 2, 3], async (some) => {
    seen.push(...some);
    return rounds.shift() ?? [];
  });
  expect(seen).toEqual([0, 1, 2, 3, 1, 2, 3, 2, 3, 2, 3, 3]);
});
