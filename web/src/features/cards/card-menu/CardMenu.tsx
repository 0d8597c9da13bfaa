import copyIcon from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import linkIcon from "@fluentui/svg-icons/icons/link_16_regular.svg?icon";
import openIcon from "@fluentui/svg-icons/icons/open_16_regular.svg?icon";
import selectIcon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import star from "@fluentui/svg-icons/icons/star_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { moveToTrash } from "../bulk/useBulkChange.ts";
import { addFavorites } from "../favorites/useFavorites.ts";
import { reasonOf } from "../../records/denied.ts";
import { useWhyNot } from "../../records/rights.ts";
import { nameOf } from "../../records/card-types.ts";
import { CallItems } from "./CallItems.tsx";

interface CardMenuProps {
  card: Card;
  type: CardType | undefined;
  /** Position of the pointer, or of the cell's corner. */
  at: { readonly x: number; readonly y: number };
  onOpen: () => void;
  /** Absent where the cell is none that can be edited. */
  onEdit?: (() => void) | undefined;
  /** Absent where there are no cells. */
  onCopy?: () => void;
  /** Absent where nothing can be selected. */
  selection?: { readonly isSelected: boolean; readonly onToggle: () => void };
  onClose: () => void;
}

/** Context menu of a card where it is listed, also by Shift+F10. */
export function CardMenu({ card, type, at, onOpen, onEdit, onCopy, selection, onClose }: CardMenuProps) {
  const t = useT();
  const anchor = useRef<HTMLSpanElement>(null);
  const whyNot = useWhyNot();
  const [notEdited, notDeleted] = [whyNot("update", card), whyNot("delete", card)];
  const href = `/cards/${type?.slug ?? ""}/${card.id}`;

  async function copyLink() {
    await navigator.clipboard.writeText(`${location.origin}${href}`);
    showToast({ tone: "success", title: t("palette.linksCopied", { count: 1 }) });
  }

  return (
    <>
      <span ref={anchor} style={{ position: "fixed", left: at.x, top: at.y }} />
      <Popover
        kind="menu"
        aria-label={nameOf(card)}
        triggerRef={anchor}
        placement="bottom start"
        isOpen
        onOpenChange={(open) => !open && onClose()}
      >
        <AriaMenu className={listStyles.list ?? ""} aria-label={nameOf(card)} onClose={onClose} autoFocus="first">
          <MenuItem icon={openIcon} shortcut="Enter" onAction={onOpen}>
            {t("common.open")}
          </MenuItem>
          <MenuItem icon={openIcon} href={href} target="_blank">
            {t("palette.openInTab")}
          </MenuItem>
          {onEdit && (
            <MenuItem
              icon={editIcon}
              shortcut="F2"
              isDisabled={notEdited !== undefined}
              note={notEdited && reasonOf(t, notEdited)}
              onAction={() => setTimeout(onEdit)}
            >
              {t("common.edit")}
            </MenuItem>
          )}
          <CallItems card={card} type={type} />
          {onCopy && (
            <MenuItem icon={copyIcon} shortcut="Mod+C" onAction={onCopy}>
              {t("palette.grid.copy")}
            </MenuItem>
          )}
          <MenuItem icon={linkIcon} onAction={() => void copyLink().catch(reportFailure)}>
            {t("palette.copyLinks", { count: 1 })}
          </MenuItem>
          <MenuItem icon={star} onAction={() => void addFavorites([card.id]).catch(reportFailure)}>
            {t("palette.addFavorite")}
          </MenuItem>
          {selection && (
            <MenuItem icon={selectIcon} shortcut="X" onAction={selection.onToggle}>
              {selection.isSelected ? t("palette.deselectRow") : t("palette.selectRow")}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem
            icon={deleteIcon}
            tone="danger"
            isDisabled={notDeleted !== undefined}
            note={notDeleted && reasonOf(t, notDeleted)}
            onAction={() => void moveToTrash([card.id]).catch(reportFailure)}
          >
            {t("palette.trash", { count: 1 })}
          </MenuItem>
        </AriaMenu>
      </Popover>
    </>
  );
}
