import type { Task, TaskPatch } from "@kartis/core/activities/tasks/schema.ts";
import type { AppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { saveTyped, sayFailed } from "./change.ts";
import { newestOf, shownTask } from "./pending.ts";

/** A text that is being edited in its place: which of a task's, and what it makes of the task. */
export interface TypedText {
  readonly task: Task;
  /** Names the field among those of the task. */
  readonly name: string;
  readonly patchOf: (text: string, task: Task) => TaskPatch;
  /** Text of its notification. */
  readonly message: string;
}

/** An unsaved text. */
export interface TypedDraft {
  readonly of: TypedText;
  readonly text: string;
  /** The version over which one types: what others have written since is not overwritten unseen. */
  readonly seen: number;
  /** Why it could not be saved; undefined until that was tried. */
  readonly error: AppError | undefined;
}

/*
 * By task and field, so that a text is still there when one comes back to its task. It is not on disk (decision 024): the page asks before it is left.
 */
const drafts = new Map<string, TypedDraft>();
/** Texts that are being saved. */
const saving = new Map<string, string>();
/** Number of mounted fields per text: failures of texts that are not on screen are shown in a toast. */
const fields = new Map<string, number>();
const subscribers = new Set<() => void>();

const keyOf = ({ task, name }: TypedText): string => `${task.id}:${name}`;
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

export function subscribeToDrafts(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

/** Until the server answers, the task is shown with this text, so comparing it with the typed text proves nothing. */
export const isSaving = (typed: TypedText, text: string): boolean => saving.get(keyOf(typed)) === text;

export const draftOf = (typed: TypedText): TypedDraft | undefined => drafts.get(keyOf(typed));

function keep(key: string, draft: TypedDraft | undefined): void {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  if (drafts.size > 0) addEventListener("beforeunload", askFirst);
  else removeEventListener("beforeunload", askFirst);
  for (const subscriber of subscribers) subscriber();
}

/** Keeps what is typed, over the version that is known when one begins. */
export function keepDraft(typed: TypedText, text: string): void {
  keep(keyOf(typed), { of: typed, text, seen: draftOf(typed)?.seen ?? newestOf(typed.task).version, error: undefined });
}

export const dropDraft = (typed: TypedText): void => keep(keyOf(typed), undefined);

/** Saves what was typed. What could not be saved stays, with the reason. */
export async function saveDraft(typed: TypedText): Promise<void> {
  const key = keyOf(typed);
  const draft = drafts.get(key);
  if (!draft) return;
  const text = draft.text.trim();
  saving.set(key, text);
  const error = await saveTyped(typed.task, typed.patchOf(text, shownTask(typed.task)), draft.seen, typed.message).finally(() => {
    if (saving.get(key) === text) saving.delete(key);
  });
  const now = drafts.get(key);
  // Something else has been typed meanwhile, over what is there by now.
  if (now && now.text.trim() !== text) return keep(key, { ...now, seen: newestOf(typed.task).version });
  if (!error) return keep(key, undefined);
  if (!now) return undefined;
  // The current value was shown beside the reason, so another attempt is intended.
  keep(key, { ...now, seen: newestOf(typed.task).version, error });
  if (!fields.has(key)) await sayNotSaved(error, typed.message);
  return undefined;
}

/** One notification for all that nobody sees: the next that fails does not take the way back from the one before. */
const sayNotSaved = (error: AppError, message: string): Promise<void> =>
  sayFailed(error, message, () => {
    for (const draft of drafts.values()) if (draft.error) saveDraft(draft.of).catch(reportFailure);
  });

/** From now on a field shows it, until the returned function is called. */
export function showField(typed: TypedText): () => void {
  const key = keyOf(typed);
  fields.set(key, (fields.get(key) ?? 0) + 1);
  return () => {
    const left = (fields.get(key) ?? 1) - 1;
    if (left > 0) fields.set(key, left);
    else fields.delete(key);
  };
}

/** Its field is unmounted: the text is saved, and a failure is reported. */
export function leaveDraft(typed: TypedText): void {
  const key = keyOf(typed);
  const draft = drafts.get(key);
  if (!draft || saving.has(key) || fields.has(key)) return;
  if (draft.error) sayNotSaved(draft.error, typed.message).catch(reportFailure);
  else saveDraft(typed).catch(reportFailure);
}
