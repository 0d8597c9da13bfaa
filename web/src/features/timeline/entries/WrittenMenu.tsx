import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import pin from "@fluentui/svg-icons/icons/pin_16_regular.svg?icon";
import unpin from "@fluentui/svg-icons/icons/pin_off_16_regular.svg?icon";
import { useLayoutEffect } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { removeWritten, togglePin } from "../changes/written.ts";
import type { Written } from "../pending.ts";
import { useWhyNotWritten } from "../rights.ts";

/** Menu of a comment or logged entry. */
export function WrittenMenu({ value, onEdit }: { value: Written; onEdit?: () => void }) {
  const t = useT();
  const whyNot = useWhyNotWritten();
  const [mayEdit, mayDelete] = [!whyNot("update", value), !whyNot("delete", value)];
  const place = `[data-menu-of="${value.id}"]`;
  // Pinned or no longer, it is drawn anew in its new place: the focus goes along.
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches(place)) setTimeout(() => document.querySelector<HTMLElement>(place)?.focus());
    },
    [place],
  );
  /** Keeps the focus on the entry when pinning moves it, even if its menu closes only afterwards, until the next key or press. */
  function pinHere() {
    const moved = new AbortController();
    for (const input of ["keydown", "pointerdown"])
      addEventListener(input, () => moved.abort(), { capture: true, signal: moved.signal });
    const follow = () => void (moved.signal.aborted || document.querySelector<HTMLElement>(place)?.focus());
    // A menu gives the focus back in the frame after it has closed.
    requestAnimationFrame(() => requestAnimationFrame(follow));
    void togglePin(value).then(() => {
      follow();
      moved.abort();
    });
  }
  if (!mayEdit && !mayDelete) return null;
  // Those stand with their comment or their task, and not on a timeline.
  const isReply = "parentId" in value && (value.parentId !== null || value.taskId !== null);
  return (
    <Menu
      aria-label={t("common.more")}
      placement="bottom end"
      trigger={<IconButton icon={more} size={24} label={t("common.more")} data-menu-of={value.id} />}
    >
      {mayEdit && onEdit && (
        <MenuItem icon={edit} onAction={onEdit}>
          {t("common.edit")}
        </MenuItem>
      )}
      {mayEdit && !isReply && (
        <MenuItem icon={value.pinned ? unpin : pin} onAction={pinHere}>
          {t(value.pinned ? "timeline.unpin" : "timeline.pin")}
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem icon={deleteIcon} tone="danger" onAction={() => void removeWritten(value)}>
          {t("common.delete")}
        </MenuItem>
      )}
    </Menu>
  );
}
