import type { Card } from "@kartis/core/cards/schema.ts";
import { expect, test } from "vitest";
import { laneFilter, placeCards, withDragged } from "./lanes.ts";

const card = (id: string, status: string | null, price: number): Card => ({
  id: `crd_${id}`,
  typeId: "typ_1",
  version: 1,
  fields: { name: id, ...(status ? { status } : {}), price },
  createdAt: "",
  updatedAt: "",
  trashedAt: null,
});
const groups = [
  { value: "a", count: 70, sums: { price: 700 } },
  { value: null, count: 1, sums: { price: 10 } },
];
const shape = (answers: Parameters<typeof placeCards>[0]) =>
  placeCards(answers, groups, "status", "price").map(({ value, cards, count, sum }) => [
    value,
    cards.map(({ id }) => id.slice(4)).join(""),
    count,
    sum,
  ]);

test("lanes are as the server says while nothing has moved", () => {
  const answers = [
    { value: "a", rows: [card("1", "a", 10), card("2", "a", 10)] },
    { value: "b", rows: [] },
    { value: null, rows: [card("3", null, 10)] },
  ];
  expect(shape(answers)).toEqual([
    ["a", "12", 70, 700],
    ["b", "", 0, 0],
    [null, "3", 1, 10],
  ]);
});

test("a moved card stands on top of its lane at once, and the counts and sums of both know", () => {
  const answers = [
    { value: "a", rows: [card("1", "b", 10), card("2", "a", 10)] },
    { value: "b", rows: [] },
    { value: null, rows: [card("3", "a", 10)] },
  ];
  expect(shape(answers)).toEqual([
    ["a", "32", 70, 700],
    ["b", "1", 1, 10],
    [null, "", 0, 0],
  ]);
});

test("a card that one lane was asked for anew and the other was not stands once, and counts once", () => {
  const answers = [
    { value: "a", rows: [card("1", "b", 10)] },
    { value: "b", rows: [card("1", "b", 10)] },
  ];
  expect(shape(answers)).toEqual([
    ["a", "", 70, 700],
    ["b", "1", 0, 0],
  ]);
});

test("a lane keeps the board's own filter", () => {
  const own = { fieldId: "name", operator: "EXISTS" } as const;
  expect(laneFilter(own, "status", null)).toEqual({ all: [own, { fieldId: "status", operator: "NOT_EXISTS" }] });
});

test("counts and sums follow a card that is carried, and nothing changes over the lane it is of", () => {
  const lanes = placeCards(
    [
      { value: "a", rows: [card("1", "a", 40)] },
      { value: "b", rows: [] },
    ],
    groups,
    "status",
    "price",
  );
  const figures = (to: string) =>
    withDragged(lanes, card("1", "a", 40), to, "status", "price").map(({ count, sum }) => [count, sum]);
  expect(figures("b")).toEqual([
    [69, 660],
    [1, 40],
  ]);
  expect(figures("a")).toEqual([
    [70, 700],
    [0, 0],
  ]);
});
