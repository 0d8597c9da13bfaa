import { expect, it } from "vitest";
import { definitionOf } from "../automations.fixture.ts";
import { beforeId, countId, relatedId } from "../conditions/subject.ts";
import { causingUser } from "../conditions/settle.ts";
import type { Definition } from "../schema.ts";
import { whyNotSimulable } from "./simulable.ts";

const typeId = "typ_01JD0000000000000000000001";
const notify = (text: string) => ({ kind: "notify" as const, text, owner: true, memberIds: [], roleIds: [] });
const write = (text: string) => ({ kind: "changeField" as const, how: "write" as const, fieldId: "note", text });
const task = {
  kind: "createTask" as const,
  title: "Call",
  due: { amount: 1, unit: "days" as const },
  assignee: "owner" as const,
};
const call = { kind: "callWebhook" as const, url: "https://x.example" };
const plain = definitionOf({ actions: [notify("Hello {{ card.name }}")] });
const filtered = (fieldId: string, value: string): Definition => ({
  ...plain,
  filter: { all: [{ fieldId, operator: "EQUAL", value }] },
});
const stepped = (...steps: Definition["steps"]): Definition => ({ ...plain, steps });

it.each<[string, Definition, string | undefined]>([
  ["a condition on the card, a text with its name", filtered("status", "won"), undefined],
  ["due tasks", definitionOf({ trigger: { kind: "dueDate", when: "on" }, actions: [notify("Due")] }), undefined],
  [
    "steps for each related card",
    stepped({ id: "e", kind: "forEach", relatedTypeId: typeId, filter: null, steps: [] }),
    "noRelated",
  ],
  ["the number of related cards", filtered(countId(typeId), "2"), "noRelated"],
  ["a field of a related card", filtered(relatedId(typeId, "status"), "won"), "noRelated"],
  ["the card's activities", filtered("openTasks", "2"), undefined],
  ["the value before", filtered(beforeId("status"), "won"), undefined],
  ["whoever started it", filtered("owner", causingUser), undefined],
  [
    "the value before, in a branch",
    stepped({ id: "b", kind: "branch", filter: { fieldId: beforeId("status"), operator: "EXISTS" }, met: [], unmet: [] }),
    undefined,
  ],
  ["a text with a value of the event", definitionOf({ actions: [write("Was {{ trigger.from }}")] }), undefined],
  ["a text with the name of what a step creates", definitionOf({ actions: [task, write("{{ steps.s1.name }}")] }), undefined],
  [
    "a text with a webhook's answer",
    definitionOf({ actions: [call, write("{% if steps.s1.status %}x{% endif %}")] }),
    "noAnswer",
  ],
])("%s can be simulated, or it is said why not", (_, definition, reason) => {
  expect(whyNotSimulable(definition)).toBe(reason && `automationRuns.simulation.${reason}`);
});
