import type { StepResult } from "@kartis/core/automations/run-schema.ts";
import type { Step } from "@kartis/core/automations/schema.ts";
import { expect, it } from "vitest";
import { walkOf } from "./walk.ts";

const wait = (id: string): Step => ({ id, kind: "wait", wait: { amount: 1, unit: "days" } });
const steps: readonly Step[] = [
  wait("a"),
  { id: "b", kind: "branch", filter: { all: [] }, met: [wait("yes")], unmet: [wait("no")] },
  wait("c"),
];
const result = (stepId: string, met: boolean | null = null): StepResult => ({
  stepId,
  state: "done",
  startedAt: "2026-11-26T10:00:00.000Z",
  endedAt: "2026-11-26T10:00:00.000Z",
  attempts: 1,
  recordId: null,
  subjectId: null,
  met,
  until: null,
  message: null,
  params: null,
});
const idsOf = (results: readonly StepResult[]) =>
  walkOf(steps, results).map(({ step, number, depth }) => `${number} ${step.id} ${depth}`);

it("a run's path follows the branches taken and continues with the steps ahead, without those inside branches ahead", () => {
  expect(idsOf([result("a")])).toEqual(["1 a 0", "2 b 0", "3 c 0"]);
  expect(idsOf([result("a"), result("b", true)])).toEqual(["1 a 0", "2 b 0", "3 yes 1", "4 c 0"]);
  expect(idsOf([result("a"), result("b", false)])).toEqual(["1 a 0", "2 b 0", "3 no 1", "4 c 0"]);
});
