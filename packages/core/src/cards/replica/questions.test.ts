import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import type { Scope } from "../../kernel/scope.ts";
import { groupCards, listCards, neighbours, recordsOfCard, streamCards } from "./index.ts";
import { newType } from "./live.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";

const everyone: Scope = { kind: "organization" };
const all = { cursor: 0, limit: 200, sums: [], sort: [] };

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("groups, finds neighbours and streams one state to the end", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const { orgId } = organization;
  await organization.createChunk(
    type,
    Array.from({ length: 30 }, (_, at) => ({
      name: `Card ${String(at).padStart(2, "0")}`,
      fld_sum: at,
      ...(at % 3 ? { status: at % 3 === 1 ? "opt_a" : "opt_b" } : {}),
    })),
  );
  const groups = await groupCards(orgId, everyone, { cardTypeId: type.id, by: "status", sums: ["fld_sum"] });
  expect(groups).toEqual([
    { value: "opt_a", count: 10, sums: { fld_sum: 145 } },
    { value: "opt_b", count: 10, sums: { fld_sum: 155 } },
    { value: null, count: 10, sums: { fld_sum: 135 } },
  ]);
  const names = await groupCards(orgId, everyone, { cardTypeId: type.id, by: "name", sums: [] });
  expect(names.slice(0, 2)).toEqual([
    { value: "Card 00", count: 1, sums: {} },
    { value: "Card 01", count: 1, sums: {} },
  ]);
  const query = {
    typeId: type.id,
    sort: [{ fieldId: "name", direction: "asc" as const }],
    filter: { fieldId: "status", operator: "EXISTS" as const },
  };
  const { rows } = await listCards(orgId, everyone, { ...all, ...query });
  const [first, second, third] = rows;
  expect(await neighbours(orgId, everyone, query, second?.id ?? expect.fail())).toEqual({
    previousId: first?.id,
    nextId: third?.id,
    position: 2,
    total: 20,
  });
  const paged = await listCards(orgId, everyone, { ...all, ...query, cursor: 15, limit: 10 });
  expect([paged.rows.map((row) => row.id), paged.nextCursor, paged.total]).toEqual([
    rows.slice(15).map((row) => row.id),
    null,
    20,
  ]);
  const stream = streamCards(orgId, everyone, query)[Symbol.asyncIterator]();
  const chunk: unknown = (await stream.next()).value;
  await organization.edit(type, third?.id ?? expect.fail(), { name: "Changed" });
  expect(chunk).toEqual(rows);
  expect(await stream.next()).toMatchObject({ done: true });
});

it("lists the records that touched a card, including chunks and records from before loading", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const { orgId } = organization;
  // Long before the replica is loaded: catching up alone would not find it.
  organization.clock = { now: () => Date.now() - 3_600_000 };
  const [cardId = expect.fail(), otherId = expect.fail()] = await organization.createChunk(type, [{ name: "A" }, { name: "B" }]);
  organization.clock = systemClock;
  await organization.edit(type, cardId, { name: "AA" });
  const records = await recordsOfCard(orgId, cardId);
  expect(records).toHaveLength(2);
  expect(records.toSorted().toReversed()).toEqual(records);
  expect(await recordsOfCard(orgId, otherId)).toEqual(records.slice(1));
});
