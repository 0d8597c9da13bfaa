import { expect, it } from "vitest";
import { newId } from "../../kernel/id.ts";
import { cardProjection } from "../projection.ts";
import type { Card } from "../schema.ts";
import { replicaOf, typeOf } from "./memory.fixture.ts";

const option = (id: string) => ({ id, label: id, hue: "blue" as const });
const name = { id: "name", key: "name", type: "text", label: "Name", required: true };
const owner = { id: "owner", key: "owner", type: "user", label: "Owner" };
const size = { id: "fld_size", key: "size", type: "number", label: "Size" };
const note = { id: "fld_note", key: "note", type: "textarea", label: "Note" };
const kind = { id: "fld_kind", key: "kind", type: "singleSelect", label: "Kind", options: [option("a"), option("b")] };

const at = "2026-01-01T00:00:00.000Z";
const cards = Array.from({ length: 30 }, (_, n): Card => ({
  id: newId("crd"),
  typeId: "typ_01J0000000000000000000TEST",
  version: 1,
  createdAt: at,
  updatedAt: at,
  trashedAt: n % 7 === 0 ? at : null,
  fields: { name: `Card ${n}`, fld_size: n, ...(n % 2 ? { fld_note: `Note ${n}` } : {}), fld_kind: n % 3 ? "a" : "b" },
}));

function rows(replica: ReturnType<typeof replicaOf>) {
  const table = '"cards:typ_01J0000000000000000000TEST"';
  return replica.db
    .prepare(`SELECT * FROM ${table} ORDER BY id`)
    .all()
    .map((row) => ({ ...row }));
}

it.each([
  ["a field comes in, with values from before it went", [name, owner, size], [name, owner, note, size, kind]],
  ["fields go out", [name, owner, size, note, kind], [name, owner, kind]],
  ["options change places", [name, owner, kind], [name, owner, { ...kind, options: [option("c"), option("b"), option("a")] }]],
  ["all at once", [name, owner, size, kind], [owner, name, note, { ...kind, options: [option("b")] }]],
  ["a field is of another type under its id", [name, owner, size], [name, owner, { ...size, type: "text" }]],
])("a table that has followed a change of its type is as if it were made anew: %s", (_, before, after) => {
  const live = replicaOf([typeOf(before)], cards);
  live.indexes.asked("cards:typ_01J0000000000000000000TEST", ['"f:name"'], 100, () => 10_000);
  live.database.putAll([{ typeId: typeOf(after).id, version: 2, definition: { ...typeOf(after), version: 2 } }], cardProjection);
  expect(rows(live)).toEqual(rows(replicaOf([typeOf(after)], cards)));
});

it("the words of a removed field no longer find cards, and others still do", () => {
  const live = replicaOf([typeOf([name, owner, note])], cards);
  const found = (word: string) =>
    live.db.prepare("SELECT count(*) AS n FROM card_term WHERE card_term MATCH ?").get(`"${word}"`)?.["n"];
  const listed = cards.filter(({ trashedAt }) => trashedAt === null);
  expect(found("note")).toBe(listed.filter(({ fields }) => fields["fld_note"]).length);
  const after = { ...typeOf([name, owner]), version: 2 };
  live.database.putAll([{ typeId: after.id, version: 2, definition: after }], cardProjection);
  expect(found("note")).toBe(0);
  expect(found("card")).toBe(listed.length);
});
