import type { CardId } from "@kartis/core/kernel/id.ts";
import { allRejected, rejectedKey, setRejected, type Rejected } from "./rejected.ts";

export function rejectCells(rejected: readonly (Rejected & { cardId: CardId; fieldId: string })[]): void {
  if (rejected.length === 0) return;
  const next = new Map(allRejected());
  for (const { cardId, fieldId, text, reason } of rejected) next.set(rejectedKey(cardId, fieldId), { text, reason });
  setRejected(next);
}
