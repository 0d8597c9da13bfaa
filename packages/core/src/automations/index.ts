/*
 * What the organization's automations do when something happens on a card (decision 044). Owns: automations, their published versions, runs, and the turn of a
 * card's runs.
 * Invariant: a change starts an automation's run once; one run at a time works on a card; a step takes effect once, with the rights of whoever published it.
 * Records: automation.create, update, delete, execute, fail, stop. The API alone imports `procedures.ts`, and the engine's consumers what is in `engine`.
 */
export { automationProcedures } from "./procedures.ts";
