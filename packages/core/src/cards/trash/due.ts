import type { ChangeOf, RecordOf } from "../../data/payloads.ts";
import { dueTrashEntity } from "../entity.ts";
import { type dueActions, trashActions } from "./actions.ts";
import { dueDay, unsentDay } from "./rules.ts";

/** The name in the journal for the sweep of the trash. */
export const purger = "trash";

/**
 * Records due days: of what was trashed, of files that were taken off a template, of an uploaded file in case its draft is never sent, and (today) of cards that were
 * merged into a card deleted for good.
 */
export async function noteTrash({ id, orgId, at, actor, changes }: RecordOf<(typeof dueActions)[number]>): Promise<void> {
  const actions = new Set(changes.map(({ action }) => action));
  // The sweep itself continues until none is left.
  const isSweep = actor.kind === "system" && actor.id === purger;
  const days = [
    ...(changes.some(isDraftFile) ? [unsentDay(at)] : []),
    ...(trashActions.some((action) => actions.has(action)) || changes.some(takesFilesOff) ? [dueDay(at)] : []),
    ...(actions.has("card.purge") && !isSweep ? [at.slice(0, 10)] : []),
  ];
  for (const dueOn of days) await dueTrashEntity().put({ dueOn, orgId, recordId: id }).go();
}

type Due = ChangeOf<(typeof dueActions)[number]>;

const isDraftFile = ({ action, after }: Due): boolean =>
  action === "file.upload" && Boolean(after?.activityId || after?.templateId);

const takesFilesOff = ({ action, before }: Due): boolean =>
  (action === "template.update" || action === "template.delete") && Boolean(before?.attachments);
