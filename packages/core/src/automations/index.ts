/*
 * Automations that react to changes of cards (decision 044). Owns: automations, their published versions, runs, and each card's queue of open runs.
 * Invariant: a change starts an automation's run once; runs on one card are serialized; a step takes effect once, with its publisher's rights.
 * Records: automation.create, update, delete, execute, fail, stop, pause, resume. Only the API imports `procedures.ts`; the consumers import from `engine`.
 */
export { type Button, buttonOf, misfitOf, pressOn, requireButton } from "./engine/presses.ts";
export { undoAutomation } from "./undo.ts";
export { automationProcedures } from "./procedures.ts";
