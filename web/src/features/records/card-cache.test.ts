import type { Card } from "@kartis/core/cards/schema.ts";
import { afterEach, expect, it } from "vitest";
import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showCard } from "./card-cache.ts";
import { beginWithRow } from "../cards/list/begin-with-row.ts";

const id = "crd_01JD3Q5W7X9ZABCDEFGHJKMNPQ";
const cardOf = (version: number, name = `version ${version}`): Card => ({
  id,
  typeId: "typ_01JD3Q5W7X9ZABCDEFGHJKMNPQ",
  version,
  fields: { name },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  trashedAt: null,
});
const own = trpc.cards.get.queryKey({ id });
const list = trpc.cards.search.queryKey({ limit: 100 });
const stateOf = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey);
const isAskedAgain = (queryKey: readonly unknown[]) => {
  const query = queryClient.getQueryCache().find({ queryKey });
  return query?.isStaleByTime(60_000);
};

afterEach(() => queryClient.clear());

it("a page opened from a row shows a newer row at once, and is asked for again", () => {
  queryClient.setQueryData(own, { ...cardOf(1), related: {} });
  beginWithRow(cardOf(2));
  expect(stateOf(own)?.data).toMatchObject({ version: 2, fields: { name: "version 2" } });
  expect(isAskedAgain(own)).toBe(true);
});

it("a row of the version that is known leaves it as old as it is", () => {
  queryClient.setQueryData(own, { ...cardOf(2), related: {} });
  void queryClient.invalidateQueries({ queryKey: own });
  beginWithRow(cardOf(2));
  beginWithRow(cardOf(1));
  expect(stateOf(own)?.data).toMatchObject({ version: 2 });
  expect(isAskedAgain(own)).toBe(true);
});

it("a card that is shown in a list makes the rest of the list no younger", () => {
  queryClient.setQueryData(list, { rows: [cardOf(1)], related: {}, total: 1, sums: {}, nextCursor: null });
  void queryClient.invalidateQueries({ queryKey: list });
  showCard(cardOf(2));
  expect(stateOf(list)?.data).toMatchObject({ rows: [{ version: 2 }] });
  expect(isAskedAgain(list)).toBe(true);
});
