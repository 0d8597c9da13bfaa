import type { TaskView, TaskViewState } from "@kartis/core/task-views/schema.ts";
import { client, trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { knownTaskViews, refreshTaskViews } from "./useTaskViews.ts";

function setViews(change: (views: readonly TaskView[]) => readonly TaskView[]): void {
  queryClient.setQueriesData(
    trpc.taskViews.list.queryFilter(),
    (views: readonly TaskView[] | undefined) => views && change(views),
  );
}

/** Puts the saved view where the panel reads it, before the list is asked for again. */
function showSaved(view: TaskView): TaskView {
  setViews((views) => {
    const at = views.findIndex(({ id }) => id === view.id);
    return at === -1 ? [...views, view] : views.with(at, view);
  });
  void refreshTaskViews();
  return view;
}

type NewView = Pick<TaskView, "name" | "isPrivate" | "state"> & { readonly viewId?: TaskView["id"] };

/** Throws what the server says; a form shows it beside its fields. */
export const createTaskView = async (input: NewView): Promise<TaskView> => showSaved(await client.taskViews.create.mutate(input));

export const changeTaskView = async (view: TaskView, changes: Partial<Pick<TaskView, "name" | "isPrivate">>): Promise<TaskView> =>
  showSaved(await client.taskViews.update.mutate({ viewId: view.id, ...changes }));

/** Saves what is shown over the view. Where somebody else has saved it meanwhile, nothing is written, and that is said. */
export async function saveTaskView(view: TaskView, state: TaskViewState): Promise<void> {
  const t = currentTranslate();
  try {
    showSaved(await client.taskViews.update.mutate({ viewId: view.id, state, expectedVersion: view.stateVersion }));
    showToast({ tone: "success", title: t(view.isPrivate ? "common.saved" : "views.savedForEveryone") });
  } catch (failure) {
    if (toAppError(failure).code !== "CONFLICT") return reportFailure(failure);
    await refreshTaskViews();
    const overwrite = () =>
      void client.taskViews.update
        .mutate({ viewId: view.id, state })
        .then(showSaved)
        .catch((again: unknown) => reportFailure(again));
    showToast({
      tone: "error",
      title: t("views.conflict.title"),
      action: { label: t("views.conflict.mine"), run: overwrite },
    });
  }
}

/** Deletes at once; the notification brings it back under the same address. */
export async function deleteTaskView(view: TaskView): Promise<void> {
  const t = currentTranslate();
  try {
    await client.taskViews.remove.mutate({ viewId: view.id });
    setViews((views) => views.filter(({ id }) => id !== view.id));
    const { id: viewId, name, isPrivate, state } = view;
    const undo = () =>
      void createTaskView({ viewId, name, isPrivate, state }).catch((failure: unknown) => reportFailure(failure));
    showToast({ tone: "success", title: t("views.deleted", { name }), action: { label: t("common.undo"), run: undo } });
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Moves a view by one place; shown before it is saved. */
export async function moveTaskView(view: TaskView, by: 1 | -1): Promise<void> {
  const views: readonly TaskView[] = knownTaskViews();
  const from = views.findIndex(({ id }) => id === view.id);
  const other = views[from + by];
  if (from === -1 || !other) return;
  setViews((all) => all.map((each) => (each.id === view.id ? other : each.id === other.id ? view : each)));
  try {
    await client.taskViews.reorder.mutate({ viewIds: by === 1 ? [other.id, view.id] : [view.id, other.id] });
  } catch (failure) {
    reportFailure(failure);
  }
  await refreshTaskViews();
}
