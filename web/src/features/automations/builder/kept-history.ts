import type { Definition } from "@kartis/core/automations/schema.ts";
import { currentViewer } from "../../../lib/query-client.ts";
import type { History } from "./history.ts";

/*
 * What can be undone is there again after a reload: it is kept with the tab, as the draft itself has been saved.
 */

/** The oldest are the first to go: the storage of a tab is small. */
const mostCharacters = 300_000;
const keyOf = (automationId: string): string => `kartis.history:${currentViewer()}:${automationId}`;
const textOf = (definition: Definition): string => JSON.stringify(definition);

type Steps = Pick<History, "past" | "future">;

/** What can be undone and redone, if the automation still is what it was then. */
export function readHistory(automationId: string, present: Definition): Steps | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(automationId)) ?? "null") as (Steps & { present: string }) | null; // as `keepHistory` left it
    return kept?.present === textOf(present) ? { past: kept.past, future: kept.future } : undefined;
  } catch {
    return undefined;
  }
}

export function keepHistory(automationId: string, { past, present, future }: History): void {
  let left = mostCharacters;
  const fitting = (some: readonly Definition[]) => some.filter((one) => (left -= textOf(one).length) > 0);
  // The nearest steps are the ones that are wanted.
  const kept = { past: fitting(past.toReversed()).toReversed(), future: fitting(future), present: textOf(present) };
  try {
    if (past.length + future.length === 0) sessionStorage.removeItem(keyOf(automationId));
    else sessionStorage.setItem(keyOf(automationId), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage keeps none.
  }
}
