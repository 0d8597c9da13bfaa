import type { Definition } from "@kartis/core/automations/schema.ts";
import { currentViewer } from "../../../lib/query-client.ts";
import type { History } from "./history.ts";

/*
 * Keeps the undo history in the tab's session storage, so that it survives a reload.
 */

/** Session storage is small, so the oldest steps are dropped. */
const mostCharacters = 300_000;
const keyOf = (automationId: string): string => `kartis.history:${currentViewer()}:${automationId}`;
const textOf = (definition: Definition): string => JSON.stringify(definition);

type Steps = Pick<History, "past" | "future">;

/** The stored history, if the automation has not changed since. */
export function readHistory(automationId: string, present: Definition): Steps | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(automationId)) ?? "null") as (Steps & { present: string }) | null; // written by `keepHistory`
    return kept?.present === textOf(present) ? { past: kept.past, future: kept.future } : undefined;
  } catch {
    return undefined;
  }
}

export function keepHistory(automationId: string, { past, present, future }: History): void {
  let left = mostCharacters;
  const fitting = (some: readonly Definition[]) => some.filter((one) => (left -= textOf(one).length) > 0);
  // Keeps the most recent steps.
  const kept = { past: fitting(past.toReversed()).toReversed(), future: fitting(future), present: textOf(present) };
  try {
    if (past.length + future.length === 0) sessionStorage.removeItem(keyOf(automationId));
    else sessionStorage.setItem(keyOf(automationId), JSON.stringify(kept));
  } catch {
    // Storage may be full or disabled; the history is then not kept.
  }
}
