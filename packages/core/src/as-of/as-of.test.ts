import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures, findCards } from "../cards/index.ts";
import { everythingFor } from "../automations/everything.fixture.ts";
import type { Card } from "../cards/schema.ts";
import type { CardId } from "../kernel/id.ts";
import { changesCard, readPast, stateAfter } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);

const deeds = ["create", "note", "status", "clear", "trash", "restore", "merge", "purge"] as const;
const history = fc.array(fc.record({ deed: fc.constantFrom(...deeds), which: fc.nat({ max: 5 }), value: fc.nat({ max: 3 }) }), {
  minLength: 4,
  maxLength: 24,
});
/** Restored by itself, a card is no longer part of the one it was merged into. */
const leftMerge = (["create", "create", "merge", "restore", "create"] as const).map((deed) => ({
  deed,
  which: deed === "restore" ? 1 : 0,
  value: 0,
}));
/** When a card was last changed before the stretch is not told by its records. */
const comparable = ({ id, typeId, version, fields, trashedAt, mergedInto, createdAt }: Card) => ({
  id,
  typeId,
  version,
  fields,
  trashedAt,
  createdAt,
  mergedInto: mergedInto ?? null,
});

it("a card's state at each record is the one that was stored then, from any moment of its history on", async () => {
  let nowMs = Date.parse("2031-05-05T08:00:00Z");
  const clock = { now: () => nowMs };
  const { owner, type, field } = await everythingFor(await newOwner({ template: "empty", clock }));
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), fc.integer({ min: 1, max: 9 }), async (steps, cut, leastInPart) => {
      nowMs += 60_000;
      const cardIds: CardId[] = [];
      /** What was stored after each step. */
      const stored: { readonly atMs: number; readonly cards: Map<CardId, Card> }[] = [];
      for (const { deed, which, value } of steps) {
        nowMs += 1_000;
        const cardId = cardIds[which % (cardIds.length || 1)];
        const other = cardIds[(which + 1) % (cardIds.length || 1)];
        const update = (fields: object) => cardId && owner.call(call("cards.update"), { cardId, fields: { ...fields } });
        const todo = {
          create: async () => {
            const made = await owner.call(call("cards.create"), {
              typeId: type.id,
              fields: { name: `Card ${value}`, status: type.statuses[value % 2] },
            });
            cardIds.push(made.id);
          },
          note: () => update({ [field.note]: `note ${value}` }),
          status: () => update({ status: type.statuses[value % 2] }),
          clear: () => update({ [field.note]: null }),
          trash: () => cardId && owner.call(call("cards.remove"), { cardId }),
          restore: () => cardId && owner.call(call("cards.restore"), { cardId }),
          merge: () =>
            cardId && other && cardId !== other && owner.call(call("cards.merge"), { survivorId: cardId, otherIds: [other] }),
          purge: () => cardId && owner.call(call("cards.purge"), { cardId }),
        };
        // What a card's state does not admit is refused.
        await Promise.resolve(todo[deed]()).catch(() => undefined);
        stored.push({ atMs: nowMs, cards: await findCards(owner.orgId, cardIds) });
      }
      const begun = cut % stored.length;
      const fromMs = (stored[begun]?.atMs ?? 0) + 1;
      const kept = (record: { readonly changes: readonly { readonly subject: { readonly id: string } }[] }) =>
        record.changes.some(({ subject }) => cardIds.some((id) => id === subject.id));
      const past = await readPast(owner.orgId, {
        fromMs,
        untilMs: nowMs + 1,
        keep: (record) => (kept(record) ? record : undefined),
        leastInPart,
      });
      const ids = past.records.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted());
      const cards = new Map(past.cardsBefore);
      const compare = ({ cards: known }: (typeof stored)[number]) => {
        for (const [id, card] of cards) {
          const then = known.get(id);
          expect(card && comparable(card)).toEqual(then && comparable(then));
        }
      };
      compare(stored[begun] ?? expect.fail());
      for (const now of stored.slice(begun + 1)) {
        for (const record of past.records)
          if (Date.parse(record.at) === now.atMs)
            for (const change of record.changes) {
              const { id } = change.subject;
              const cardId = cardIds.find((one) => one === id);
              if (cardId && changesCard(change) && cards.has(cardId))
                cards.set(cardId, stateAfter(cards.get(cardId), change, record.at));
            }
        compare(now);
      }
      const gone = cardIds.filter((id) => stored[begun]?.cards.has(id) && !stored.at(-1)?.cards.has(id));
      for (const id of gone) expect(past.lost).toContain(id);
    }),
    { numRuns: 25, examples: [[leftMerge, 0, 1]] },
  );
});
