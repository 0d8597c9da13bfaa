import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everythingFor } from "../automations/everything.fixture.ts";
import { cardProcedures } from "../cards/index.ts";
import { commit, systemContext } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { redactRecords, withoutValues } from "../data/redaction.ts";
import { type CardId, newId } from "../kernel/id.ts";
import { roleProcedures } from "../organizations/roles/procedures.ts";
import { asOfProcedures } from "./index.ts";
import type { PastList } from "./schema.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);
const asOf = named(asOfProcedures, "cards.asOf");

/** What makes every replica be built anew. */
const erasureDone: Change = {
  action: "personalData.erase",
  subject: { kind: "operation", id: newId("opn") },
  version: 2,
  before: null,
  after: {},
};

async function world() {
  let nowMs = Date.parse("2031-05-05T08:00:00Z");
  const clock = { now: () => nowMs };
  const made = await everythingFor(await newOwner({ template: "empty", clock }));
  const passTime = (ms = 1_000) => (nowMs += ms);
  return { ...made, clock, passTime, now: () => new Date(nowMs).toISOString() };
}

const deeds = ["create", "create", "note", "status", "clear", "trash", "restore", "merge", "unmerge", "purge", "many"] as const;
const history = fc.array(fc.record({ deed: fc.constantFrom(...deeds), which: fc.nat({ max: 5 }), value: fc.nat({ max: 3 }) }), {
  minLength: 6,
  maxLength: 20,
});

describe("a list as of a moment", () => {
  it("is the one that was answered then, whatever it is filtered, searched and sorted by, without what is gone for good", async () => {
    const { owner, type, field, passTime, now } = await world();
    const note = field.note;
    const queries = [
      { sort: [] },
      {
        sort: [
          { fieldId: note, direction: "desc" as const },
          { fieldId: "name", direction: "asc" as const },
        ],
      },
      { sort: [{ fieldId: "status", direction: "asc" as const }] },
      { filter: { fieldId: "status", operator: "EQUAL" as const, value: type.statuses[0] }, sort: [] },
      { filter: { fieldId: note, operator: "NOT_EXISTS" as const }, sort: [{ fieldId: "createdAt", direction: "asc" as const }] },
      { search: "note 2", sort: [] },
    ].map((query) => ({ ...query, cardTypeId: type.id }));
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
        passTime(60_000);
        const before = await owner.call(call("cards.search"), { cardTypeId: type.id, limit: 200 });
        const cardIds: CardId[] = [];
        const merges: string[] = [];
        const answered: { at: string; lists: { ids: string[]; fields: unknown[]; total: number }[] }[] = [];
        for (const { deed, which, value } of steps) {
          passTime();
          const cardId = cardIds[which % (cardIds.length || 1)];
          const other = cardIds[(which + 1) % (cardIds.length || 1)];
          const update = (fields: object) => cardId && owner.call(call("cards.update"), { cardId, fields: { ...fields } });
          const todo = {
            create: async () => {
              const fields = {
                name: `Card ${value}`,
                status: type.statuses[value % 2],
                [note]: value > 1 ? `note ${value}` : null,
              };
              cardIds.push((await owner.call(call("cards.create"), { typeId: type.id, fields })).id);
            },
            note: () => update({ [note]: `note ${value}` }),
            status: () => update({ status: type.statuses[value % 2] }),
            clear: () => update({ [note]: null }),
            trash: () => cardId && owner.call(call("cards.remove"), { cardId }),
            restore: () => cardId && owner.call(call("cards.restore"), { cardId }),
            merge: async () => {
              if (!cardId || !other || cardId === other) return;
              const { recordId } = await owner.call(call("cards.merge"), { survivorId: cardId, otherIds: [other] });
              if (recordId) merges.push(recordId);
            },
            unmerge: () => merges.length > 0 && owner.call(call("cards.unmerge"), { recordId: merges.pop() ?? "" }),
            purge: () => cardId && owner.call(call("cards.purge"), { cardId }),
            many: () =>
              owner.call(call("cards.updateMany"), {
                changes: cardIds.slice(0, 3).map((id) => ({ cardId: id, fields: { [note]: `note ${value}` } })),
              }),
          };
          // What a card's state does not admit is refused.
          await Promise.resolve(todo[deed]()).catch(() => undefined);
          const lists = [];
          for (const query of queries) {
            const { rows, total } = await owner.call(call("cards.search"), { ...query, limit: 200 });
            lists.push({ ids: rows.map(({ id }) => id), fields: rows.map(({ fields }) => fields), total });
          }
          answered.push({ at: now(), lists });
        }
        passTime();
        const gone = new Set<string>();
        for (const id of [...cardIds, ...before.rows.map((row) => row.id)])
          await owner.call(call("cards.get"), { id }).catch(() => gone.add(id));
        for (const { at, lists } of answered)
          for (const [index, query] of queries.entries()) {
            const then = lists[index] ?? expect.fail();
            const kept = then.ids.flatMap((id, place) => (gone.has(id) ? [] : [{ id, fields: then.fields[place] }]));
            const rows = [];
            let cursor: number | null = 0;
            while (cursor !== null) {
              const page: PastList = await owner.call(asOf, { ...query, at, cursor, limit });
              expect(page.total).toBe(kept.length);
              rows.push(...page.rows);
              cursor = page.nextCursor;
              if (index === 0) expect(page.lost).toBe(then.ids.length - kept.length);
            }
            expect(rows.map(({ id, fields }) => ({ id, fields }))).toEqual(kept);
          }
      }),
      { numRuns: 4 },
    );
  }, 120_000);

  it("tells what differs from now, to those who see the cards now", async () => {
    const { owner, type, field, passTime, now } = await world();
    const grants = { "CARDS.read": "USER", "CARD_TYPES.read": "ORGANIZATION" } as const;
    const role = await owner.call(named(roleProcedures, "roles.create"), { name: "Own cards", grants });
    const member = await newMember(owner, { roleId: role.id });
    const create = async (name: string, fields: object = {}) => {
      passTime();
      return (await owner.call(call("cards.create"), { typeId: type.id, fields: { name, ...fields } })).id;
    };
    const sold = await create("Sold", { status: "opt_new", owner: member.userId });
    const [kept, trashed, purged, handed] = [
      await create("Kept"),
      await create("Trashed"),
      await create("Purged"),
      await create("Handed"),
    ];
    const at = now();
    passTime();
    await owner.call(call("cards.update"), { cardId: sold, fields: { status: "opt_won" } });
    await owner.call(call("cards.update"), { cardId: handed, fields: { owner: member.userId } });
    for (const cardId of [trashed, purged]) await owner.call(call("cards.remove"), { cardId });
    await owner.call(call("cards.purge"), { cardId: purged });
    // It was not there then.
    const passing = await create("Passing");
    await owner.call(call("cards.remove"), { cardId: passing });
    await owner.call(call("cards.purge"), { cardId: passing });
    await create("New");
    const ask = { cardTypeId: type.id, at, sort: [{ fieldId: "name", direction: "asc" as const }] };
    const list = await owner.call(asOf, ask);
    expect(list.rows.map(({ id }) => id)).toEqual([handed, kept, sold, trashed]);
    expect(list).toMatchObject({ total: 4, added: 1, removed: 1, lost: 1 });
    expect(list.rows[2]?.fields).toMatchObject({ status: "opt_new" });
    expect(Object.keys(list.now).toSorted()).toEqual([sold, handed, trashed].toSorted());
    expect(list.now[sold]).toMatchObject({ fields: { status: "opt_won" }, trashedAt: null });
    expect(list.now[trashed]?.trashedAt).toEqual(expect.any(String));
    // What they own today, also while somebody else did; nothing that they have never seen.
    const own = await member.call(asOf, ask);
    expect(own.rows.map(({ id }) => id)).toEqual([handed, sold]);
    expect(own).toMatchObject({ total: 2, added: 0, removed: 0, lost: 0 });
    // The next question sees a further change, although the past has been read before.
    passTime();
    await owner.call(call("cards.update"), { cardId: kept, fields: { [field.note]: "late" } });
    const later = await owner.call(asOf, ask);
    expect(later.rows[1]).toMatchObject({ id: kept, fields: { name: "Kept" } });
    expect(later.now[kept]?.fields).toMatchObject({ [field.note]: "late" });
  });

  it("has lost the cards whose values in the journal have been erased, rather than to guess", async () => {
    const { owner, type, field, passTime, now, clock } = await world();
    const create = (name: string) => {
      passTime();
      return owner.call(call("cards.create"), { typeId: type.id, fields: { name, [field.note]: `${name} then` } });
    };
    const [kept, erased] = [await create("Kept"), await create("Erased")];
    const at = now();
    passTime();
    const change = async ({ id: cardId }: { readonly id: CardId }) =>
      (await owner.call(call("cards.update"), { cardId, fields: { [field.note]: "now" } })).recordId;
    await change(kept);
    const recordId = await change(erased);
    const ask = () => owner.call(asOf, { cardTypeId: type.id, at });
    expect((await ask()).rows.map(({ fields }) => fields[field.note])).toEqual(["Erased then", "Kept then"]);
    await redactRecords(owner.orgId, recordId ? [recordId] : [], withoutValues);
    passTime();
    // What had been read before is forgotten with the replica, as it is at the end of an erasure.
    await commit(systemContext(owner.orgId, "personal-data", clock), async () => ({
      writes: [],
      records: [{ changes: [erasureDone] }],
      result: undefined,
    }));
    const list = await ask();
    expect(list.rows.map(({ id, fields }) => [id, fields[field.note]])).toEqual([[kept.id, "Kept then"]]);
    expect(list).toMatchObject({ total: 1, added: 0, removed: 0, lost: 1 });
    expect(Object.keys(list.now)).toEqual([kept.id]);
  });

  it("has no past of activities, and none of the future", async () => {
    const { owner, type, now, passTime } = await world();
    const at = now();
    const ask = (more: object, moment = at) => owner.call(asOf, { cardTypeId: type.id, at: moment, ...more });
    const refused = (fieldId: string) => ({ code: "INVALID_INPUT", details: { fields: { [fieldId]: "validation.noPast" } } });
    await expect(ask({ sort: [{ fieldId: "updatedAt", direction: "asc" }] })).rejects.toMatchObject(refused("updatedAt"));
    await expect(
      ask({ filter: { any: [{ all: [{ fieldId: "openTasks", operator: "GREATER_THAN", value: 1 }] }] } }),
    ).rejects.toMatchObject(refused("openTasks"));
    await expect(ask({ sums: ["overdueTasks"] })).rejects.toMatchObject(refused("overdueTasks"));
    await expect(ask({}, new Date(Date.parse(at) + 1).toISOString())).rejects.toMatchObject({ code: "INVALID_INPUT" });
    passTime();
    expect((await ask({})).rows).toEqual([]);
  });
});
