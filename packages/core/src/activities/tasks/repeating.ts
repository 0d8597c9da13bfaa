import { newId, type ActivityId, type OrgId } from "../../kernel/id.ts";
import { isId } from "../../kernel/id-form.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import type { ActivityValues } from "../types/definition.ts";
import { type ActivityWrite, creation, edit, trashing } from "../writes.ts";
import { dueOfNext, repeatsOnDate } from "./next-due.ts";
import { withConsequences } from "./rules.ts";
import type { Task } from "./schema.ts";

/** The adjusted patch of a recurring task, and the writes that accompany it. */
export interface Repetition {
  readonly patch: ActivityValues;
  readonly more: readonly ActivityWrite[];
}

/**
 * The next of a repeating task, which is made when the task is done, and taken back when it is marked undone while nobody has touched the next. A task that is
 * done again gets the same one back.
 * @param patch accepted, with its consequences.
 */
export async function repetition(
  orgId: OrgId,
  current: StoredActivity,
  patch: ActivityValues,
  timeZone: string,
  at: string,
): Promise<Repetition> {
  const wasDone = current.values["done"] === true;
  const isDone = patch["done"] === undefined ? wasDone : patch["done"] === true;
  if (isDone === wasDone) return { patch, more: [] };
  const { nextId } = current.values;
  const known = isId("act", nextId) ? (await findActivities(orgId, [nextId])).get(nextId) : undefined;
  if (!isDone && hasContinued(current, at)) return { patch, more: [] };
  if (!isDone) return { patch, more: known && isUntouched(known) ? written(trashing(orgId, known, true, at)) : [] };
  if (known) return { patch, more: isUntouched(known) ? written(trashing(orgId, known, false, at)) : [] };
  const made = nextOf(orgId, current, { ...current.values, ...patch }, timeZone, at);
  return made ? { patch: { ...patch, nextId: made.activity.id }, more: [made] } : { patch, more: [] };
}

/** The next one is there whether this one is done or not. */
const hasContinued = ({ values }: StoredActivity, at: string): boolean => repeatsOnDate(values) && String(values["dueAt"]) <= at;

/** The next of a task whose date has passed, and the task with its name; undefined where none follows. */
export function continuation(
  orgId: OrgId,
  current: StoredActivity,
  timeZone: string,
  at: string,
): readonly [ActivityWrite, ActivityWrite] | undefined {
  const made = nextOf(orgId, current, current.values, timeZone, at, true);
  const named = made && edit(orgId, current, { nextId: made.activity.id }, undefined, at);
  return named && [named, made];
}

const written = (write: ActivityWrite | undefined): ActivityWrite[] => (write ? [write] : []);

/** It has not been changed since it was created; it may have been trashed and restored with its predecessor. */
const isUntouched = ({ fieldVersions }: StoredActivity): boolean => Object.keys(fieldVersions).length === 0;

function nextOf(
  orgId: OrgId,
  author: StoredActivity,
  values: ActivityValues,
  timeZone: string,
  at: string,
  mayBeToday = false,
): ActivityWrite | undefined {
  const due = dueOfNext(values, Date.parse(at), mayBeToday);
  if (due === undefined) return undefined;
  // Files belong to the one that was done.
  const { done: _, doneAt: _doneAt, nextId: _nextId, dueAt: _dueAt, attachments: _files, checklist, ...kept } = values;
  const items = Array.isArray(checklist) ? (checklist as Task["checklist"]) : []; // as the schema accepted it
  const { dueAt } = withConsequences({ due }, {}, timeZone, at);
  const next = { ...kept, due, dueAt, checklist: items.map((item) => ({ ...item, done: false })) };
  const id: ActivityId = newId("act", Date.parse(at));
  return creation(orgId, "TASK", id, next, author, at);
}
