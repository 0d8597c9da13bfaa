import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import folderIcon from "@fluentui/svg-icons/icons/folder_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import rename from "@fluentui/svg-icons/icons/rename_16_regular.svg?icon";
import trash from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import { type ReactNode, useId } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import styles from "./list.module.css";

interface FolderGroupProps {
  /** Null for the automations in no folder. */
  folder: string | null;
  count: number;
  isOpen: boolean;
  /** Absent while it cannot be collapsed. */
  onToggle: (() => void) | undefined;
  onRename: (folder: string) => void;
  onDelete: (folder: string) => void;
  children: ReactNode;
}

/** A folder of the list: its head, which opens and closes it, and its automations. */
export function FolderGroup({ folder, count, isOpen, onToggle, onRename, onDelete, children }: FolderGroupProps) {
  const t = useT();
  const format = useFormat();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const rowsId = useId();
  const deeds = folder !== null && t("automations.folder.deeds", { name: folder });
  return (
    <section data-folder={folder ?? ""}>
      <div className={styles.folder}>
        <h2 className={styles.folderHead}>
          <button
            type="button"
            className={styles.folderToggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? rowsId : undefined}
            aria-disabled={onToggle ? undefined : true}
            onClick={onToggle}
          >
            <Icon of={isOpen ? chevronDown : chevronRight} flip={!isOpen} size={14} />
            {folder !== null && <Icon of={folderIcon} size={16} />}
            <bdi className={styles.folderName}>{folder ?? t("automations.folder.none")}</bdi>
            <span className={styles.folderCount}>
              <Num>{format.number(count)}</Num>
            </span>
          </button>
        </h2>
        {deeds && mayUpdate && (
          <Menu aria-label={deeds} placement="bottom end" trigger={<IconButton icon={more} label={deeds} />}>
            <MenuItem icon={rename} onAction={() => onRename(folder)}>
              {t("automations.folder.rename")}
            </MenuItem>
            <MenuItem icon={trash} note={t("automations.folder.stay")} onAction={() => onDelete(folder)}>
              {t("automations.folder.delete")}
            </MenuItem>
          </Menu>
        )}
      </div>
      {isOpen && <div id={rowsId}>{children}</div>}
    </section>
  );
}
