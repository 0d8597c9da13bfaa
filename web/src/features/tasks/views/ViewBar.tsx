import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import chevronDown from "@fluentui/svg-icons/icons/chevron_down_12_regular.svg?icon";
import remove from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import lock from "@fluentui/svg-icons/icons/lock_closed_16_regular.svg?icon";
import people from "@fluentui/svg-icons/icons/people_16_regular.svg?icon";
import rename from "@fluentui/svg-icons/icons/rename_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useMayChange } from "../../cards/views/useMayChange.ts";
import { noFilter } from "../search.ts";
import type { TasksAddress } from "../useTasksSearch.ts";
import { changeTaskView, deleteTaskView, moveTaskView, saveTaskView } from "./actions.ts";
import { stateOf } from "./state.ts";
import { TaskViewDialog } from "./TaskViewDialog.tsx";
import { useTaskViews } from "./useTaskViews.ts";
import styles from "./views.module.css";

/** Actions for the open view and its unsaved changes; nothing is saved without asking. */
export function ViewBar({ address }: { address: TasksAddress }) {
  const t = useT();
  const router = useRouter();
  const userId = useQuery(meOptions()).data?.user.id;
  const { types = [] } = useCardTypes();
  const { search, view, isChanged } = address;
  const may = useMayChange(view);
  const { views } = useTaskViews();
  const at = views.findIndex(({ id }) => id === view?.id);
  const [dialog, setDialog] = useState<"new" | "rename">();
  const [isSaving, setSaving] = useState(false);
  if (!view && !may.create) return null;

  const state = stateOf(search, types);
  const open = (viewId: string | undefined) =>
    void router.navigate({ to: "/tasks", search: viewId ? { view: viewId } : {}, replace: true });
  async function save() {
    if (!view) return;
    setSaving(true);
    await saveTaskView(view, state);
    setSaving(false);
    open(view.id);
  }
  const discard = () => (view ? open(view.id) : address.change({ chip: "open", sort: "due", group: "due", ...noFilter }));
  return (
    <div className={styles.bar} role="group" aria-label={t("tasks.view")}>
      {view && (
        <Menu
          aria-label={view.name}
          trigger={
            <Button variant="ghost" size={24} aria-label={t("tasks.view.menu", { name: view.name })}>
              <span className={styles.opener}>
                {t("tasks.view")}
                <Icon of={chevronDown} />
              </span>
            </Button>
          }
        >
          <MenuItem icon={rename} isDisabled={!may.update} onAction={() => setDialog("rename")}>
            {t("tasks.view.rename")}
          </MenuItem>
          <MenuItem
            icon={view.isPrivate ? people : lock}
            isDisabled={!may.update || (!view.isPrivate && view.ownerId !== userId)}
            onAction={() => void changeTaskView(view, { isPrivate: !view.isPrivate }).catch(reportFailure)}
          >
            {t(view.isPrivate ? "views.makeShared" : "views.makePrivate")}
          </MenuItem>
          <MenuItem icon={arrowUp} isDisabled={!may.update || at <= 0} onAction={() => void moveTaskView(view, -1)}>
            {t("tasks.view.moveUp")}
          </MenuItem>
          <MenuItem
            icon={arrowDown}
            isDisabled={!may.update || at === views.length - 1}
            onAction={() => void moveTaskView(view, 1)}
          >
            {t("tasks.view.moveDown")}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={remove}
            tone="danger"
            isDisabled={!may.delete}
            onAction={() => {
              open(undefined);
              void deleteTaskView(view);
            }}
          >
            {t("views.delete")}
          </MenuItem>
        </Menu>
      )}
      {isChanged && (
        <>
          {view && <span className={styles.note}>{t("views.changed")}</span>}
          <Button variant="ghost" size={24} onPress={discard}>
            {t("views.discard")}
          </Button>
          {may.create && (
            <Button variant="ghost" size={24} onPress={() => setDialog("new")}>
              {t(view ? "views.saveAsNew" : "views.saveView")}
            </Button>
          )}
          {view && may.update && (
            <Button size={24} isPending={isSaving} pendingLabel={t("common.saving")} onPress={() => void save()}>
              {t(view.isPrivate ? "views.save" : "views.saveForEveryone")}
            </Button>
          )}
        </>
      )}
      {dialog && (
        <TaskViewDialog
          state={state}
          view={dialog === "rename" ? view : undefined}
          mayMakePrivate={dialog === "new" || view?.isPrivate === true || view?.ownerId === userId}
          onClose={() => setDialog(undefined)}
          onDone={(saved) => dialog === "new" && open(saved.id)}
        />
      )}
    </div>
  );
}
