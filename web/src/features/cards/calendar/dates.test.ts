import { typeOf } from "@kartis/core/cards/replica/memory.fixture.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { expect, it } from "vitest";
import { compareEntries, type Entry, entryOfCard } from "../../calendar/entries.ts";
import { startOfDay } from "../../dates/days.ts";
import { dateFieldOf, dateFieldsOf, dateOf, valuesOn } from "./dates.ts";

const fieldOf = (id: string, type: Field["type"], more: Partial<Field> = {}) => ({ id, key: id, type, label: id, ...more });
const deals = typeOf(
  [
    fieldOf("name", "text"),
    fieldOf("fld_visit", "datetime"),
    fieldOf("fld_closes", "date"),
    fieldOf("fld_time", "time"),
    fieldOf("fld_secret", "date", { internal: true }),
  ],
  { hue: "violet" },
);
const named = (id: string) => deals.fields.find((field) => field.id === id) ?? expect.fail(`no ${id}`);
const closes = named("fld_closes");
const visit = named("fld_visit");
const card = (id: string, fields: Card["fields"], trashedAt: string | null = null): Card => ({
  id: `crd_${id}`,
  typeId: deals.id,
  version: 1,
  fields: { name: id, ...fields },
  createdAt: "2027-01-01T00:00:00.000Z",
  updatedAt: "2027-01-01T00:00:00.000Z",
  trashedAt,
});

it("offers days and instants that people see, and takes the first where the wanted one is none of them", () => {
  expect(dateFieldsOf(deals).map(({ id }) => id)).toEqual(["fld_visit", "fld_closes"]);
  expect(dateFieldOf(deals, "fld_closes")).toBe(closes);
  for (const wanted of [undefined, "fld_secret", "fld_time", "name", "fld_gone"]) expect(dateFieldOf(deals, wanted)).toBe(visit);
});

it("asks for days by their names, and for instants from the first moment of the first to the last of the last", () => {
  const days = { from: "2027-03-10", until: "2027-03-12" };
  expect(valuesOn(closes, days)).toEqual(["2027-03-10", "2027-03-12"]);
  const [from, until] = valuesOn(visit, days);
  expect(from).toBe(startOfDay("2027-03-10"));
  expect(Date.parse(until) + 1).toBe(Date.parse(startOfDay("2027-03-13")));
});

it("a card is on no day by a value that is none, nor from the trash", () => {
  expect(dateOf(card("a", { fld_closes: "2027-03-10" }), closes)).toBe("2027-03-10");
  for (const value of [undefined, null, "", "2027-02-30", 7, "soon"])
    expect(dateOf(card("a", { fld_closes: value }), closes)).toBeUndefined();
  expect(dateOf(card("a", { fld_visit: "soon" }), visit)).toBeUndefined();
  expect(dateOf(card("a", { fld_closes: "2027-03-10" }, "2027-01-01T00:00:00Z"), closes)).toBeUndefined();
});

it("has one entry for each date, the same one until the card or its type changes", () => {
  const galil = card("a", { fld_closes: "2027-03-10", fld_visit: "2027-03-11T10:00:00.000Z" });
  const [day, time] = [entryOfCard(galil, deals, closes), entryOfCard(galil, deals, visit)];
  expect(day).toMatchObject({
    key: "crd_a:fld_closes",
    isAllDay: true,
    firstDay: "2027-03-10",
    lastDay: "2027-03-10",
    title: "a",
    hue: "violet",
  });
  expect(time).toMatchObject({ key: "crd_a:fld_visit", isAllDay: false, startMs: Date.parse("2027-03-11T10:00:00Z") });
  expect(entryOfCard(galil, deals, closes)).toBe(day);
  expect(entryOfCard(galil, { ...deals }, closes)).not.toBe(day);
  expect(entryOfCard(card("b", {}), deals, closes)).toBeUndefined();
});

it("stands below everything else that takes the whole day, and at its time with one", () => {
  const on = (key: string, kind: Entry["kind"], isAllDay: boolean) => ({
    key,
    kind,
    isAllDay,
    firstDay: "2027-03-10",
    lastDay: "2027-03-10",
    startMs: 0,
    endMs: 1,
    title: key,
  });
  const entries = [on("d", "card", true), on("c", "task", true), on("b", "card", false), on("a", "meeting", true)];
  expect(entries.toSorted(compareEntries).map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
});
