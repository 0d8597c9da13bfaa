import { expect, it } from "vitest";
import { newId } from "../../lib/new-id.ts";
import { attemptOf } from "./template-attempt.ts";

const asked = { template: { name: "estimate", language: "en", parameters: ["Noa"] }, phone: "+972545550187", answers: null };
const now = Date.parse("2026-06-01T09:00:00Z");
const first = attemptOf(undefined, asked, now);

it("the same template tried again keeps its id", () => {
  const again = { ...asked, template: { ...asked.template, parameters: ["Noa"] } };
  expect(attemptOf(first, again, now + 60_000).whatsappId).toBe(first.whatsappId);
});

it.each([
  ["language", { template: { ...asked.template, language: "he" } }],
  ["template", { template: { ...asked.template, name: "reminder" } }],
  ["value", { template: { ...asked.template, parameters: ["Dana"] } }],
  ["number", { phone: "+972545550188" }],
  ["answered message", { answers: newId("act") }],
])("another %s is a message of its own", (_, change) => {
  expect(attemptOf(first, { ...asked, ...change }, now).whatsappId).not.toBe(first.whatsappId);
});

it("a day later it is a message of its own", () => {
  expect(attemptOf(first, asked, now + 86_400_000).whatsappId).not.toBe(first.whatsappId);
});
