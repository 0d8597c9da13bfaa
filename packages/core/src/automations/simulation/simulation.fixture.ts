import type { Owner } from "@kartis/tests/support/people.ts";
import type { z } from "zod";
import { findOperation } from "../../operations/index.ts";
import { the } from "../automations.fixture.ts";
import { runSimulation } from "./run.ts";
import type { ListedRun, SimulateInput, SimulationPage } from "./schema.ts";

type Asked = z.input<typeof SimulateInput>;

/** Simulates as this person. @returns the result, with the runs of all pages */
export async function simulated(
  person: Owner,
  automationId: Asked["automationId"],
  { versions = ["published"], days = 7, runMs = 30_000 }: Partial<Asked> & { readonly runMs?: number } = {},
): Promise<Omit<SimulationPage, "runs"> & { readonly runs: readonly (ListedRun & { readonly cardName: string | null })[] }> {
  const { operationId } = await person.call(the("automations.simulate"), { automationId, versions, days });
  const operation = await findOperation(person.orgId, operationId);
  if (!operation) throw new Error("It was not started");
  await runSimulation(operation, await person.actor(), person.clock, runMs);
  let page = await person.call(the("automations.simulation"), { operationId });
  const runs = [...page.runs];
  while (page.nextCursor !== null) {
    page = await person.call(the("automations.simulation"), { operationId, cursor: page.nextCursor });
    runs.push(...page.runs);
  }
  return { ...page, runs };
}
