import moveIcon from "@fluentui/svg-icons/icons/folder_arrow_right_20_regular.svg?icon";
import type { Automation, AutomationId } from "@kartis/core/automations/schema.ts";
import { useRef, useState } from "react";
import { useClosedGroups } from "../../../lib/device/useClosedGroups.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { SelectionAction, SelectionBar } from "../../../ui/collections/SelectionBar.tsx";
import { AutomationRow } from "./AutomationRow.tsx";
import { FolderGroup } from "./FolderGroup.tsx";
import { foldersIn, inFolders } from "./folders.ts";
import styles from "./list.module.css";
import { MoveDialog } from "./MoveDialog.tsx";
import { RenameFolderDialog } from "./RenameFolderDialog.tsx";
import { useFocusBack } from "./useFocusBack.ts";
import { useMove } from "./useMove.ts";

/** Automations that are about to be moved. */
interface Moving {
  readonly automationIds: readonly AutomationId[];
  /** What opened the dialog: the menu of the one, or the bar of all whose checkboxes are ticked. */
  readonly by: "menu" | "checkbox";
}

interface AutomationListProps {
  automations: readonly Automation[];
  /** Those that the filters leave. */
  shown: readonly Automation[];
  /** Whether they were searched for: then all of them are in view. */
  isSearched: boolean;
}

/** The automations in their folders, if there are any; several can be selected and moved together. */
export function AutomationList({ automations, shown, isSearched }: AutomationListProps) {
  const t = useT();
  const { locale } = useFormat();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const { closed, toggle } = useClosedGroups("automations");
  const [selected, setSelected] = useState<ReadonlySet<AutomationId>>(new Set());
  const [moving, setMoving] = useState<Moving>();
  const [renaming, setRenaming] = useState<string>();
  const { move } = useMove();
  const scroll = useRef<HTMLDivElement>(null);
  const backTo = useFocusBack(scroll, automations);
  const folders = foldersIn(automations, locale);
  const isOpen = (name: string | null) => isSearched || !closed.has(keyOf(name));
  const groups = inFolders(shown, locale);
  const inView = groups.filter(({ name }) => folders.length === 0 || isOpen(name)).flatMap((group) => group.automations);
  const chosen = inView.filter(({ id }) => selected.has(id));
  const [first] = chosen;
  const moved = automations.filter(({ id }) => moving?.automationIds.includes(id));
  const rows = (some: readonly Automation[]) => (
    <ul className={styles.rows}>
      {some.map((automation) => (
        <AutomationRow
          key={automation.id}
          automation={automation}
          isSelected={selected.has(automation.id)}
          onSelect={
            mayUpdate
              ? (is) => {
                  const next = new Set(selected);
                  if (is) next.add(automation.id);
                  else next.delete(automation.id);
                  setSelected(next);
                }
              : undefined
          }
          onMove={() => setMoving({ automationIds: [automation.id], by: "menu" })}
        />
      ))}
    </ul>
  );
  function deleteFolder(name: string): void {
    const [automation] = automations.filter(({ folder }) => folder === name);
    move(
      { from: name },
      null,
      () => t("automations.folder.deleted", { name }),
      () => backTo({ folder: null, automationId: automation?.id, control: "menu" }),
    );
  }
  return (
    <>
      <div ref={scroll} className={styles.scroll} data-selecting={chosen.length > 0 || undefined}>
        {folders.length === 0
          ? rows(shown)
          : groups.map(({ name, automations: some }) => (
              <FolderGroup
                key={keyOf(name)}
                folder={name}
                count={some.length}
                isOpen={isOpen(name)}
                onToggle={isSearched ? undefined : () => toggle(keyOf(name))}
                onRename={setRenaming}
                onDelete={deleteFolder}
              >
                {rows(some)}
              </FolderGroup>
            ))}
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          label={t("automations.selected", { count: chosen.length })}
          onClear={() => setSelected(new Set())}
          onGone={() =>
            scroll.current?.querySelector<HTMLElement>(`[data-automation="${first?.id}"] input[type=checkbox]`)?.focus()
          }
        >
          <SelectionAction
            icon={moveIcon}
            label={t("automations.folder.move")}
            onPress={() => setMoving({ automationIds: chosen.map(({ id }) => id), by: "checkbox" })}
          />
        </SelectionBar>
      )}
      {/* Here rather than in rows and folders, which a move takes away before the dialog is closed. */}
      {moving && moved.length > 0 && (
        <MoveDialog
          automations={moved}
          onClose={() => setMoving(undefined)}
          onMoved={(folder) => {
            setMoving(undefined);
            if (moving.by === "checkbox") setSelected(new Set());
            backTo({ folder, automationId: moved[0]?.id, control: moving.by });
          }}
        />
      )}
      {renaming !== undefined && (
        <RenameFolderDialog
          folder={renaming}
          folders={folders}
          onClose={() => setRenaming(undefined)}
          onRenamed={(folder) => {
            setRenaming(undefined);
            backTo({ folder, control: "menu" });
          }}
        />
      )}
    </>
  );
}

/** No folder has an empty name. */
const keyOf = (folder: string | null): string => folder ?? "";
