import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { everythingFor } from "../automations/everything.fixture.ts";
import { cardProcedures } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId } from "../kernel/id.ts";
import { asOfProcedures } from "./index.ts";

const most = vi.hoisted(() => ({ cards: 3, records: 6 }));
vi.mock("./bounds.ts", async (original) => ({
  ...(await original<object>()),
  mostChangedCards: most.cards,
  mostListRecords: most.records,
}));

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);
const asOf = named(asOfProcedures, "cards.asOf");

it.for([
  { what: "cards", cards: most.cards + 2, changes: 1 },
  { what: "records of their changes", cards: 1, changes: most.records + 4 },
])("with too many $what, it names a moment from which on the list can be shown", async ({ cards, changes }) => {
  let nowMs = Date.parse("2031-05-05T08:00:00Z");
  const { owner, type, field } = await everythingFor(await newOwner({ template: "empty", clock: { now: () => nowMs } }));
  const cardIds: CardId[] = [];
  for (let index = 0; index < cards; index++)
    cardIds.push((await owner.call(call("cards.create"), { typeId: type.id, fields: { name: `Card ${index}` } })).id);
  const at = new Date(nowMs).toISOString();
  const written = new Map<string, number>();
  for (let change = 0; change < changes; change++)
    for (const cardId of cardIds) {
      nowMs += 1_000;
      await owner.call(call("cards.update"), { cardId, fields: { [field.note]: `note ${nowMs}` } });
      written.set(`note ${nowMs}`, nowMs);
    }
  nowMs += 1_000;
  const ask = (moment: string) => owner.call(asOf, { cardTypeId: type.id, at: moment });
  const refusal = await ask(at).catch((error: unknown) => error);
  const from = refusal instanceof KartisError ? refusal.details.params?.["from"] : undefined;
  expect(refusal).toMatchObject({ code: "UNPROCESSABLE_CONTENT", details: { messageKey: "errors.asOfTooFarBack" } });
  const list = await ask(String(from));
  expect(list.total).toBe(cards);
  for (const { fields } of list.rows) {
    const note = fields[field.note];
    if (typeof note === "string") expect(written.get(note)).toBeLessThanOrEqual(Date.parse(String(from)));
  }
  expect(Object.keys(list.now).length).toBeGreaterThan(0);
});
