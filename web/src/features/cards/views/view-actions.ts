import type { SavedView, ViewState } from "@kartis/core/views/schema.ts";
import { client, trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { refreshViews, viewsOptions } from "./useViews.ts";

type Changes = Partial<Pick<SavedView, "name" | "description" | "isPrivate">>;

function setViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  queryClient.setQueriesData(trpc.views.list.queryFilter(), (views: readonly SavedView[] | undefined) => views && change(views));
}

/** Puts the saved view where the tabs read it, before the list is asked for again. */
function showSaved(view: SavedView): void {
  setViews((views) => {
    const at = views.findIndex(({ id }) => id === view.id);
    return at === -1 ? [...views, view] : views.with(at, view);
  });
  void refreshViews();
}

/** Throws what the server says; a form shows it beside its fields. */
export async function createView(input: {
  typeId: SavedView["typeId"];
  name: string;
  description: string;
  isPrivate: boolean;
  state: ViewState;
  slug?: string;
}): Promise<SavedView> {
  const view = await client.views.create.mutate(input);
  showSaved(view);
  return view;
}

export async function changeView(view: SavedView, changes: Changes): Promise<SavedView> {
  const saved = await client.views.update.mutate({ viewId: view.id, ...changes });
  showSaved(saved);
  return saved;
}

/** Saves what is shown over the view. "conflict": somebody has saved it since `baseVersion`, and nothing was written. */
export async function saveState(
  view: SavedView,
  state: ViewState,
  baseVersion: number | undefined,
): Promise<"saved" | "conflict"> {
  try {
    const expected = baseVersion === undefined ? {} : { expectedVersion: baseVersion };
    showSaved(await client.views.update.mutate({ viewId: view.id, state, ...expected }));
    return "saved";
  } catch (failure) {
    if (toAppError(failure).code !== "CONFLICT") throw failure;
    await refreshViews();
    return "conflict";
  }
}

/** Deletes at once; the notification brings it back under the same address. */
export async function deleteView(view: SavedView): Promise<void> {
  const t = currentTranslate();
  try {
    await client.views.remove.mutate({ viewId: view.id });
    setViews((views) => views.filter(({ id }) => id !== view.id));
    const { typeId, name, description, isPrivate, state, slug } = view;
    const undo = () =>
      void createView({ typeId, name, description, isPrivate, state, slug }).catch((failure: unknown) => reportFailure(failure));
    showToast({ tone: "success", title: t("views.deleted", { name }), action: { label: t("common.undo"), run: undo } });
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Moves a view by one place among its like; shown before it is saved. */
export async function moveView(view: SavedView, by: 1 | -1): Promise<void> {
  const all: readonly SavedView[] = queryClient.getQueryData(viewsOptions().queryKey) ?? [];
  const siblings = all.filter(({ typeId }) => typeId === view.typeId);
  const from = siblings.findIndex(({ id }) => id === view.id);
  const other = siblings[from + by];
  if (from === -1 || !other) return;
  const order = siblings.with(from, other).with(from + by, view);
  const rest = all.filter(({ typeId }) => typeId !== view.typeId);
  setViews(() => [...rest, ...order]);
  try {
    await client.views.reorder.mutate({ typeId: view.typeId, viewIds: order.map(({ id }) => id) });
  } catch (failure) {
    reportFailure(failure);
  }
  await refreshViews();
}
