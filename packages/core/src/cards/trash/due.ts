import type { JournalRecord } from "../../data/journal.ts";
import { dueTrashEntity } from "../entity.ts";
import { dueDay } from "./rules.ts";

/** The name in the journal for the sweep of the trash. */
export const purger = "trash";

/** Records when the cards that the record trashed are due; and for a card somebody deleted for good, that those merged into it are due now. */
export async function noteTrash({ id, orgId, at, actor, changes }: JournalRecord): Promise<void> {
  const actions = new Set(changes.map(({ action }) => action));
  // The sweep itself continues until none is left.
  const isSweep = actor.kind === "system" && actor.id === purger;
  const days = [
    ...(actions.has("card.delete") ? [dueDay(at)] : []),
    ...(actions.has("card.purge") && !isSweep ? [at.slice(0, 10)] : []),
  ];
  for (const dueOn of days) await dueTrashEntity().put({ dueOn, orgId, recordId: id }).go();
}
