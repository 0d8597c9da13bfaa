import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { undoableRecords } from "./undoable.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const undo = named(undoProcedures, "changes.undo");
const search = named(cardProcedures, "cards.search");

it("what a run changed is taken back from the last to the first, without what it has sent", async () => {
  const { owner, type, actions, clock, card, noteOf, values } = await world();
  const { createCard, changeField, sendEmail, createTask } = actions;
  const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
  const automation = await published(owner, type.id, { filter, actions: [changeField, sendEmail, createCard, createTask] });
  const { id } = await card("Dana", values);
  const before = await noteOf(id);
  await settleAutomations(owner.orgId, clock);
  const run = (await runsOf(owner, automation)).find(({ cardId }) => cardId === id) ?? expect.fail("no run");
  const details = await owner.call(the("automations.run"), { automationId: automation.id, runId: run.id });
  expect(details.steps.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
  expect(await noteOf(id)).not.toEqual(before);
  const records = undoableRecords(details.definition, details.steps);
  expect(records).toEqual([0, 2, 3].map((at) => details.steps[at]?.recordId));
  for (const recordId of records.toReversed()) await owner.call(undo, { recordId });
  expect(await noteOf(id)).toEqual(before);
  const made = details.steps[2]?.subjectId;
  const left = await owner.call(search, { cardTypeId: type.id });
  expect(left.rows.map((row) => row.id)).not.toContain(made);
});
