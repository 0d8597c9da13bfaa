import { expect, it } from "vitest";
import { areSimilarNames } from "./similar-names.ts";

it.each([
  ["Cohen", "כהן"],
  ["Коэн", "Cohen"],
  ["Acme Ltd.", "ACME"],
  ["גליל מזון בע״מ", "גליל מזון"],
  ["Galil Foods", "Foods Galil"],
  ["Galil Foods", "Galil Foods Group"],
  ["Galil Cold Storage", "Galil Cold Storgae"],
  ["Árvíz Kft.", "arviz"],
  ["Ёлка", "елка ООО"],
])("%s and %s are alike", (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([true, true]);
});

it.each([
  ["Galil", "Galil Foods"],
  ["Galil Foods", "Galil Cold Storage"],
  ["Lead 1", "Lead 2"],
  ["Unit 10500", "Unit 10501"],
  ["Cohen", "Levi"],
  ["", "Acme"],
])("%s and %s are not", (one, other) => {
  expect([areSimilarNames(one, other), areSimilarNames(other, one)]).toEqual([false, false]);
});
