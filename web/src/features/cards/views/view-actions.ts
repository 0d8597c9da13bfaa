import type { SavedView, ViewState } from "@kartis/core/views/schema.ts";
import { client, trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { offerUndo } from "../../undo/undo.ts";
import { changedWord } from "./changed-words.ts";
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

/** Throws what the server says; a form shows it beside its fields, and sends it again under the same id: it is made once. */
export async function createView(input: {
  viewId?: SavedView["id"];
  typeId: SavedView["typeId"];
  name: string;
  description: string;
  isPrivate: boolean;
  state: ViewState;
}): Promise<SavedView> {
  const { recordId, ...view } = await client.views.create.mutate(input);
  const { name, description, isPrivate } = input;
  // Made by an earlier attempt whose answer was lost: what was corrected since is a change of it.
  if (recordId === null) return changeView(view, { name, description, isPrivate });
  showSaved(view);
  offerUndo({ recordId, view: view.slug, message: currentTranslate()("views.done.created", { name: view.name }) });
  return view;
}

export async function changeView(view: SavedView, changes: Changes): Promise<SavedView> {
  const { recordId, ...saved } = await client.views.update.mutate({ viewId: view.id, ...changes });
  showSaved(saved);
  offerUndo({ recordId, message: currentTranslate()(changedWord(changes), { name: saved.name }) });
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
    const { recordId, ...saved } = await client.views.update.mutate({ viewId: view.id, state, ...expected });
    showSaved(saved);
    const t = currentTranslate();
    const notice = view.isPrivate ? {} : { message: t("views.savedForEveryone") };
    offerUndo({ recordId, message: t("views.done.saved", { name: saved.name }), notice });
    return "saved";
  } catch (failure) {
    if (toAppError(failure).code !== "CONFLICT") throw failure;
    await refreshViews();
    return "conflict";
  }
}

/** Deletes at once; undoing it brings it back under the same address. */
export async function deleteView({ id: viewId, name }: SavedView): Promise<void> {
  try {
    const { recordId } = await client.views.remove.mutate({ viewId });
    setViews((views) => views.filter(({ id }) => id !== viewId));
    offerUndo({ recordId, message: currentTranslate()("views.deleted", { name }) });
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Moves a view by so many places among its like; shown before it is saved. */
export async function moveView(view: SavedView, by: number): Promise<void> {
  const all: readonly SavedView[] = queryClient.getQueryData(viewsOptions().queryKey) ?? [];
  const siblings = all.filter(({ typeId }) => typeId === view.typeId);
  const from = siblings.findIndex(({ id }) => id === view.id);
  if (from === -1 || by === 0 || !siblings[from + by]) return;
  const order = siblings.toSpliced(from, 1).toSpliced(from + by, 0, view);
  const rest = all.filter(({ typeId }) => typeId !== view.typeId);
  setViews(() => [...rest, ...order]);
  try {
    const { recordIds } = await client.views.reorder.mutate({ typeId: view.typeId, viewIds: order.map(({ id }) => id) });
    offerUndo({ recordIds, message: currentTranslate()("views.done.moved", { name: view.name }) });
  } catch (failure) {
    reportFailure(failure);
  }
  await refreshViews();
}
