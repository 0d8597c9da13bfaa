import { expect, it } from "vitest";
import { definitionOf } from "../automations.fixture.ts";
import { beforeId, countId, relatedId } from "../conditions/subject.ts";
import { causingUser } from "../conditions/settle.ts";
import type { Definition } from "../schema.ts";
import { whyNotSimulable } from "./simulable.ts";

const typeId = "typ_01JD0000000000000000000001";
const notify = (text: string) => ({ kind: "notify" as const, text, owner: true, memberIds: [], roleIds: [] });
const plain = definitionOf({ actions: [notify("Hello {{ card.name }}")] });
const filtered = (fieldId: string, value: string): Definition => ({
  ...plain,
  filter: { all: [{ fieldId, operator: "EQUAL", value }] },
});
const stepped = (...steps: Definition["steps"]): Definition => ({ ...plain, steps });

it.each<[string, Definition, string | undefined]>([
  ["a condition on the card, a text with its name", filtered("status", "won"), undefined],
  ["due tasks", definitionOf({ trigger: { kind: "dueDate", when: "on" }, actions: [notify("Due")] }), "noTasks"],
  [
    "steps for each related card",
    stepped({ id: "e", kind: "forEach", relatedTypeId: typeId, filter: null, steps: [] }),
    "noRelated",
  ],
  ["the number of related cards", filtered(countId(typeId), "2"), "noRelated"],
  ["a field of a related card", filtered(relatedId(typeId, "status"), "won"), "noRelated"],
  ["the value before", filtered(beforeId("status"), "won"), "noEvent"],
  ["whoever started it", filtered("owner", causingUser), "noEvent"],
  [
    "the value before, in a branch",
    stepped({ id: "b", kind: "branch", filter: { fieldId: beforeId("status"), operator: "EXISTS" }, met: [], unmet: [] }),
    "noEvent",
  ],
  ["a text with a value of the event", definitionOf({ actions: [notify("Was {{ trigger.from }}")] }), "noEvent"],
  ["a text with a value of a step", definitionOf({ actions: [notify("{% if steps.s1.name %}x{% endif %}")] }), "noEvent"],
])("%s can be simulated, or it is said why not", (_, definition, reason) => {
  expect(whyNotSimulable(definition)).toBe(reason && `automationRuns.simulation.${reason}`);
});
