import { sameValue } from "../kernel/same-value.ts";
import { differenceBetween } from "../data/difference.ts";
import { decodeTime } from "ulid";
import * as z from "zod";
import { put, remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type UserId, type ViewId } from "../kernel/id.ts";
import { isHiddenFrom } from "../views/rules.ts";
import { taskViewEntity } from "./entity.ts";
import { type TaskView, TaskViewStateSchema } from "./schema.ts";

interface Item {
  readonly viewId: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly ownerId?: string | undefined;
  readonly order?: number | undefined;
  readonly version: number;
  readonly stateVersion: number;
  readonly state: unknown;
}

function viewOf({ viewId, name, isPrivate, ownerId, order, version, stateVersion, state }: Item): TaskView {
  if (!isId("viw", viewId)) throw new Error(`Not a view: ${viewId}`);
  return {
    id: viewId,
    name,
    isPrivate,
    ownerId: isId("usr", ownerId) ? ownerId : null,
    order: order ?? firstOrder(viewId),
    version,
    stateVersion,
    // An outdated state that can no longer be read counts as empty: the view stays visible and can be repaired.
    state: TaskViewStateSchema.catch(TaskViewStateSchema.parse({})).parse(state),
  };
}

/** `valuesOf` a view, as the journal has them. */
const ValuesSchema = z.object({
  name: z.string(),
  isPrivate: z.boolean(),
  ownerId: z
    .string()
    .nullish()
    .transform((id) => id ?? undefined),
  order: z.number().optional(),
  state: z.unknown(),
});

/** A view of the values that the journal has of it. */
export const taskViewOfValues = (
  values: Readonly<Record<string, unknown>>,
  { viewId, version, stateVersion }: Pick<Item, "viewId" | "version" | "stateVersion">,
): TaskView => viewOf({ ...ValuesSchema.parse(values), viewId, version, stateVersion });

/** Whether values in the journal are those of a view of tasks. */
export const isOfTasks = (values: Readonly<Record<string, unknown>>): boolean => values["of"] === "tasks";

/** The position of a view that was never moved: its creation time, so that a view restored under its id returns to its place. */
export const firstOrder = (id: ViewId): number => decodeTime(id.slice("viw_".length));

/** All task views of the organization, including private ones, in order; strongly consistent. */
export async function allTaskViews(orgId: OrgId): Promise<TaskView[]> {
  const { data } = await taskViewEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.map(viewOf).toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The view, whoever's it is, strongly consistent. */
export async function findTaskView(orgId: OrgId, viewId: ViewId): Promise<TaskView | undefined> {
  const { data } = await taskViewEntity().get({ orgId, viewId }).go({ consistent: true });
  return data ? viewOf(data) : undefined;
}

/** The view, strongly consistent. Throws NOT_FOUND when there is none, and when it is private and another's, so that the two cannot be distinguished. */
export async function getTaskView(orgId: OrgId, viewId: ViewId, userId: UserId | null): Promise<TaskView> {
  const view = await findTaskView(orgId, viewId);
  if (!view || isHiddenFrom(view, userId)) throw new KartisError("NOT_FOUND");
  return view;
}

const item = (orgId: OrgId, { id, ownerId, ...view }: TaskView) => ({
  orgId,
  viewId: id,
  ...(ownerId ? { ownerId } : {}),
  ...view,
});

const subjectOf = ({ id }: TaskView): Change["subject"] => ({ kind: "view", id });

/** Values of a view in the journal. */
export const valuesOf = ({ name, isPrivate, ownerId, order, state }: TaskView): Record<string, unknown> => ({
  of: "tasks",
  name,
  isPrivate,
  ownerId,
  order,
  state,
});

export const taskViewCreation = (orgId: OrgId, view: TaskView): { write: Write; change: Change } => ({
  write: put(taskViewEntity().create(item(orgId, view)).params(), "stale"),
  change: { action: "view.create", subject: subjectOf(view), version: view.version, before: null, after: valuesOf(view) },
});

/** Replaces the view by `next`, its version raised. */
export function taskViewChange(
  orgId: OrgId,
  current: TaskView,
  next: TaskView,
): { write: Write; change: Change; view: TaskView } {
  const version = current.version + 1;
  const isSameState = sameValue(current.state, next.state);
  const view = { ...next, version, stateVersion: isSameState ? current.stateVersion : version };
  const { before, after } = differenceBetween(valuesOf(current), valuesOf(view));
  return {
    view,
    write: put(
      taskViewEntity()
        .put(item(orgId, view))
        .where((attribute, { eq }) => eq(attribute.version, current.version))
        .params(),
      "stale",
    ),
    change: { action: "view.update", subject: subjectOf(view), version, before, after },
  };
}

export const taskViewRemoval = (orgId: OrgId, view: TaskView): { write: Write; change: Change } => ({
  write: remove(
    taskViewEntity()
      .delete({ orgId, viewId: view.id })
      .where((attribute, { eq }) => eq(attribute.version, view.version))
      .params(),
    "stale",
  ),
  change: { action: "view.delete", subject: subjectOf(view), version: view.version + 1, before: valuesOf(view), after: null },
});
