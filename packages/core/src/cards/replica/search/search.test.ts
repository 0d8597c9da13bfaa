import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OrgId } from "../../../kernel/id.ts";
import { newId } from "../../../kernel/id.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { cardsNamedIn, findByIdentifiers, listCards, searchCards } from "../index.ts";
import { typeOf } from "../memory.fixture.ts";
import { TestOrganization } from "../organization.fixture.ts";

const everyone: Scope = { kind: "organization" };
const contact = typeOf(
  [
    { id: "name", key: "name", type: "text", label: "Name" },
    { id: "owner", key: "owner", type: "user", label: "Owner" },
    { id: "fld_email", key: "email", type: "email", label: "E-mail" },
    { id: "fld_phone", key: "phone", type: "phone", label: "Phone" },
    { id: "fld_note", key: "note", type: "textarea", label: "Note" },
    { id: "fld_sum", key: "sum", type: "currency", label: "Sum" },
  ],
  { id: newId("typ") },
);
const mine = newId("usr");

let backend: Backend;
let orgId: OrgId;
beforeAll(async () => {
  backend = await startBackend();
  const organization = await TestOrganization.found([contact]);
  orgId = organization.orgId;
  const people: readonly Record<string, unknown>[] = [
    { name: "Dana Cohen", fld_email: "dana.cohen@north-wind.example", fld_phone: "+972502345678", owner: mine },
    { name: "דנה כהן", fld_phone: "+972541112233" },
    { name: "Коэн Анна", fld_email: "anna@zapad.example" },
    { name: "Miriam Goldberg", fld_note: "Prefers the hydrofoil", fld_sum: 765_432 },
    { name: "Mirabelle Szabó", fld_phone: "+36301234567" },
    { name: "שָׁלוֹם עליכם בע״מ" },
    { name: "Ёлкин Фёдор" },
    { name: "Al" },
    { name: "Cohenite Minerals" },
    { name: "Yves O'Hara" },
  ];
  for (const fields of people) await organization.create(contact, fields);
});
afterAll(() => backend.close());

const names = async (query: string, scope: Scope = everyone) =>
  (await searchCards(orgId, scope, { query, cursor: 0, limit: 20 })).results.map((result) => result.name);

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ["a whole name, whatever its case", "dana COHEN", ["Dana Cohen", "דנה כהן"]],
  ["words in any order", "cohen dana", ["Dana Cohen", "דנה כהן"]],
  ["a beginning before a middle", "miri", ["Miriam Goldberg"]],
  ["the whole name before longer ones", "al", ["Al"]],
  ["one letter", "d", ["Dana Cohen"]],
  ["two Hebrew letters", "דנ", ["דנה כהן", "Dana Cohen"]],
  ["part of a word", "oldber", ["Miriam Goldberg"]],
  ["without accents", "szabo", ["Mirabelle Szabó"]],
  ["without niqqud, with a final letter as a plain one", "שלום", ["שָׁלוֹם עליכם בע״מ"]],
  ["with gershayim or not", "בעמ", ["שָׁלוֹם עליכם בע״מ"]],
  ["е for ё", "елкин федор", ["Ёлкин Фёдор"]],
  ["an apostrophe left out", "ohara", ["Yves O'Hara"]],
  ["Hebrew by Latin and Cyrillic", "כהן", ["דנה כהן", "Коэн Анна", "Dana Cohen"]],
  ["Cyrillic by Latin", "yolkin", ["Ёлкин Фёдор"]],
  ["a typing error: a letter for another", "mirjam", ["Miriam Goldberg"]],
  ["a typing error: two swapped", "goldbreg", ["Miriam Goldberg"]],
  ["a typing error: one too few", "goldbrg", ["Miriam Goldberg"]],
  ["an e-mail address", "dana.cohen@north-wind.example", ["Dana Cohen"]],
  ["part of an e-mail's host", "wind", ["Dana Cohen"]],
  ["a phone as dialled at home", "050-234-5678", ["Dana Cohen"]],
  ["a phone as dialled from abroad", "+972 50 234 5678", ["Dana Cohen"]],
  ["a Hungarian phone with its trunk prefix", "06 30 123", ["Mirabelle Szabó"]],
  ["the end of a phone", "345678", ["Dana Cohen"]],
  ["two digits", "05", ["דנה כהן", "Dana Cohen"]],
  ["a word of a note", "hydrofoil", ["Miriam Goldberg"]],
  ["never an amount", "765432", []],
  ["nothing that is there", "zzzz", []],
  ["only punctuation", "!!", []],
  ["what FTS5 would take for its own words", 'AND OR "NEAR(', []],
];
it.each(cases)("finds by %s", async (_, query, expected) => {
  expect(await names(query)).toEqual(expected);
});

it("ranks the name that equals the query before names that begin with it, and those before other matches", async () => {
  expect(await names("cohen")).toEqual(["Cohenite Minerals", "Dana Cohen", "Коэн Анна", "דנה כהן"]);
});

it("without a query lists the newest cards, and pages through them", async () => {
  const first = await searchCards(orgId, everyone, { query: "", cursor: 0, limit: 4 });
  const second = await searchCards(orgId, everyone, { query: "", cursor: first.nextCursor ?? 0, limit: 20 });
  expect(first.results[0]?.name).toBe("Yves O'Hara");
  expect([...first.results, ...second.results]).toHaveLength(10);
  expect(second.nextCursor).toBeNull();
});

it("finds only what the scope admits, also by typing errors", async () => {
  const scope: Scope = { kind: "people", userIds: [mine] };
  expect(await names("cohen", scope)).toEqual(["Dana Cohen"]);
  expect(await names("goldbreg", scope)).toEqual([]);
  expect(await names("", { kind: "people", userIds: [] })).toEqual([]);
});

it("shows the e-mail and the phone of a result", async () => {
  const { results } = await searchCards(orgId, everyone, { query: "dana cohen", cursor: 0, limit: 1 });
  expect(results[0]).toMatchObject({ cardTypeId: contact.id, email: "dana.cohen@north-wind.example", phone: "+972502345678" });
});

it("narrows a list by the same words", async () => {
  const list = await listCards(orgId, everyone, {
    cardTypeId: contact.id,
    search: "cohen",
    sort: [{ fieldId: "name", direction: "asc" }],
    cursor: 0,
    limit: 50,
    sums: [],
  });
  expect(list.rows.map((card) => card.fields["name"])).toEqual(["Cohenite Minerals", "Dana Cohen", "Коэн Анна", "דנה כהן"]);
  expect(list.total).toBe(4);
});

it("warns of a card with the same name, e-mail or phone", async () => {
  const same = async (fields: Record<string, unknown>) =>
    (await findByIdentifiers(orgId, everyone, { typeId: contact.id, fields })).map((card) => card.fields["name"]);
  expect(await same({ name: "DANA cohén" })).toEqual(["Dana Cohen"]);
  expect(await same({ name: "Somebody", fld_phone: "+36301234567" })).toEqual(["Mirabelle Szabó"]);
  expect(await same({ name: "Dana", fld_email: "anna@zapad.example" })).toEqual(["Коэн Анна"]);
  expect(await same({ name: "Cohen" })).toEqual([]);
});

it.each<[text: string, found: string | undefined]>([
  ["Call Dana Cohen tomorrow", "Dana Cohen"],
  ["call dana COHEN, about the roof", "Dana Cohen"],
  ["Ask (Yves O'Hara)", "Yves O'Hara"],
  ["להתקשר לדנה כהן מחר", "דנה כהן"],
  ["позвонить елкин федор", "Ёлкин Фёдор"],
  ["meet Al", "Al"],
  // A part of a name, a name inside a word, and words of it apart are none.
  ["Call Dana", undefined],
  ["Almost done", undefined],
  ["Cohen, Dana", undefined],
  ["", undefined],
  ["10:00 & !", undefined],
  ["x ".repeat(250), undefined],
])("in “%s” the card %s is named", async (text, found) => {
  expect((await cardsNamedIn(orgId, everyone, text)).map(({ name }) => name)).toEqual(found ? [found] : []);
});

it("names the longer of two cards, both of two with one name, and none out of scope", async () => {
  const organization = await TestOrganization.found([contact]);
  const made: string[] = [];
  for (const name of ["Levi", "Levi Roofs", "Twin", "Twin"])
    made.push((await organization.create(contact, { name, owner: mine })).id);
  const named = async (text: string, scope: Scope = everyone) =>
    (await cardsNamedIn(organization.orgId, scope, text)).map(({ id }) => made.indexOf(id));
  expect(await named("Call Levi Roofs today")).toEqual([1]);
  expect(await named("Call Levi today")).toEqual([0]);
  expect(new Set(await named("Call Twin about Levi"))).toEqual(new Set([2, 3]));
  const theirs: Scope = { kind: "people", userIds: [newId("usr")] };
  expect(await named("Call Levi today", theirs)).toEqual([]);
});
