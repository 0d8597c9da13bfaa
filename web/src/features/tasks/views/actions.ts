import type { TaskView, TaskViewState } from "@kartis/core/task-views/schema.ts";
import { client, trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { changedWord } from "../../cards/views/changed-words.ts";
import { offerUndo } from "../../undo/undo.ts";
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

/** Throws what the server says; a form shows it beside its fields, and sends it again under the same id: it is made once. */
export async function createTaskView({
  id: viewId,
  ...input
}: Pick<TaskView, "id" | "name" | "isPrivate" | "state">): Promise<TaskView> {
  const { recordId, ...view } = await client.taskViews.create.mutate({ ...input, viewId });
  // Made by an earlier attempt whose answer was lost: what was corrected since is a change of it.
  if (recordId === null) return changeTaskView(view, { name: input.name, isPrivate: input.isPrivate });
  offerUndo({ recordId, view: view.id, message: currentTranslate()("views.done.created", { name: view.name }) });
  return showSaved(view);
}

export async function changeTaskView(
  { id: viewId }: TaskView,
  changes: Partial<Pick<TaskView, "name" | "isPrivate">>,
): Promise<TaskView> {
  const { recordId, ...view } = await client.taskViews.update.mutate({ viewId, ...changes });
  offerUndo({ recordId, message: currentTranslate()(changedWord(changes), { name: view.name }) });
  return showSaved(view);
}

async function saveState(viewId: TaskView["id"], state: TaskViewState, expectedVersion?: number): Promise<void> {
  const expected = expectedVersion === undefined ? {} : { expectedVersion };
  const { recordId, ...view } = await client.taskViews.update.mutate({ viewId, state, ...expected });
  showSaved(view);
  const t = currentTranslate();
  const notice = view.isPrivate ? {} : { message: t("views.savedForEveryone") };
  offerUndo({ recordId, message: t("views.done.saved", { name: view.name }), notice });
}

/** Saves what is shown over the view. Where somebody else has saved it meanwhile, nothing is written, and that is said. */
export async function saveTaskView(view: TaskView, state: TaskViewState): Promise<void> {
  const t = currentTranslate();
  try {
    await saveState(view.id, state, view.stateVersion);
  } catch (failure) {
    if (toAppError(failure).code !== "CONFLICT") return reportFailure(failure);
    await refreshTaskViews();
    const overwrite = () => void saveState(view.id, state).catch((again: unknown) => reportFailure(again));
    showToast({
      tone: "error",
      title: t("views.conflict.title"),
      action: { label: t("views.conflict.mine"), run: overwrite },
    });
  }
}

/** Deletes at once; undoing it brings it back under the same address. */
export async function deleteTaskView({ id: viewId, name }: TaskView): Promise<void> {
  try {
    const { recordId } = await client.taskViews.remove.mutate({ viewId });
    setViews((views) => views.filter(({ id }) => id !== viewId));
    offerUndo({ recordId, message: currentTranslate()("views.deleted", { name }) });
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Moves a view by so many places; shown before it is saved. */
export async function moveTaskView(view: TaskView, by: number): Promise<void> {
  const views: readonly TaskView[] = knownTaskViews();
  const from = views.findIndex(({ id }) => id === view.id);
  if (from === -1 || by === 0 || !views[from + by]) return;
  const order = views.toSpliced(from, 1).toSpliced(from + by, 0, view);
  setViews(() => order);
  try {
    // Those between share out the places that they have.
    const viewIds = order.slice(Math.min(from, from + by), Math.max(from, from + by) + 1).map(({ id }) => id);
    const { recordIds } = await client.taskViews.reorder.mutate({ viewIds });
    offerUndo({ recordIds, message: currentTranslate()("views.done.moved", { name: view.name }) });
  } catch (failure) {
    reportFailure(failure);
  }
  await refreshTaskViews();
}
