import { expect, test } from "vitest";
import { targetBody, valueAt } from "./input-transform.ts";

const event = {
  version: "0",
  id: "e-1",
  "detail-type": "card.created",
  time: "2026-11-20T10:00:00Z",
  detail: { name: 'Dana "D" Levi', count: 3, tags: ["a", "b"], owner: { id: "u1" }, "odd-key": true },
};
const rule = { arn: "arn:rule", name: "rule" };
const transformed = (InputTemplate: string, InputPathsMap: Record<string, string> = {}) =>
  targetBody(event, { InputTransformer: { InputTemplate, InputPathsMap } }, rule);

test("by default the target gets the envelope", () => {
  expect(JSON.parse(targetBody(event, {}, rule))).toEqual(event);
});

test("a constant Input replaces the event, an InputPath selects from it", () => {
  expect(targetBody(event, { Input: '{"fixed":true}' }, rule)).toBe('{"fixed":true}');
  expect(targetBody(event, { InputPath: "$.detail.owner" }, rule)).toBe('{"id":"u1"}');
});

test.each([
  ["$", event],
  ["$.detail.count", 3],
  ["$.detail.tags[1]", "b"],
  ["$.detail['odd-key']", true],
  ["$.detail-type", "card.created"],
  ["$.detail.missing.deeper", undefined],
  ["$.detail.constructor", undefined],
])("the path %s", (path, expected) => {
  expect(valueAt(event, path)).toEqual(expected);
});

test("a template puts values as JSON outside quotes and as text inside them", () => {
  const body = transformed('{"name": <name>, "count": <count>, "tags": <tags>, "say": "<name> has <count>: <tags>"}', {
    name: "$.detail.name",
    count: "$.detail.count",
    tags: "$.detail.tags",
  });
  expect(JSON.parse(body)).toEqual({
    name: 'Dana "D" Levi',
    count: 3,
    tags: ["a", "b"],
    say: 'Dana "D" Levi has 3: ["a","b"]',
  });
});

test("a template knows the rule and the event, and leaves unknown names alone", () => {
  const body = transformed(
    '{"rule": "<aws.events.rule-name>", "at": <aws.events.event.ingestion-time>, "all": <aws.events.event.json>, "x": "<other>"}',
  );
  expect(JSON.parse(body)).toEqual({ rule: "rule", at: event.time, all: event, x: "<other>" });
  expect(JSON.parse(transformed("<aws.events.event>"))).not.toHaveProperty("detail");
});

test("a path that finds nothing gives null, and no text inside quotes", () => {
  expect(transformed('{"a": <a>, "b": "[<a>]"}', { a: "$.detail.none" })).toBe('{"a": null, "b": "[]"}');
});
