import type { JournalRecord } from "../data/journal.ts";
import { dueTrashEntity } from "./entity.ts";
import { dueDay } from "./trash-rules.ts";

/** How the journal names whoever sweeps the trash. */
export const purger = "trash";

/** Notes when what the record put into the trash is due; and of a card that somebody deleted for good, that those merged into it are due now. */
export async function noteTrash({ id, orgId, at, actor, changes }: JournalRecord): Promise<void> {
  const actions = new Set(changes.map(({ action }) => action));
  // The sweep itself goes on until there are none.
  const isSweep = actor.kind === "system" && actor.id === purger;
  const days = [
    ...(actions.has("card.delete") ? [dueDay(at)] : []),
    ...(actions.has("card.purge") && !isSweep ? [at.slice(0, 10)] : []),
  ];
  for (const dueOn of days) await dueTrashEntity().put({ dueOn, orgId, recordId: id }).go();
}
