import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import type { Column } from "../table/columns.ts";
import { exportCards } from "../../exports/useExport.ts";

interface ExportMenuProps {
  type: CardType;
  query: CardQuery;
  /** Columns that the list shows, in order. */
  columns: readonly Column[];
  anchor: Element;
  onClose: () => void;
  onPending: (isPending: boolean) => void;
}

/** Choice of what to export: all fields, or the visible columns. */
export function ExportMenu({ type, query, columns, anchor, onClose, onPending }: ExportMenuProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const shown = columns.flatMap(({ field }) => (field ? [field.id] : []));

  function run(key: string) {
    onPending(true);
    exportCards(query, key === "shown" ? { fieldIds: shown } : {})
      .catch(reportFailure)
      .finally(() => onPending(false));
  }

  return (
    <Popover
      kind="menu"
      aria-label={t("cards.export")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={t("cards.export")}
        autoFocus="first"
        className={listStyles.list ?? ""}
        onAction={(key) => run(String(key))}
        onClose={onClose}
      >
        <MenuItem id="all" note={t("views.export.columns", { count: type.fields.length })}>
          {t("views.export.all")}
        </MenuItem>
        <MenuItem id="shown" note={t("views.export.columns", { count: shown.length })}>
          {t("views.export.shown")}
        </MenuItem>
      </AriaMenu>
    </Popover>
  );
}
