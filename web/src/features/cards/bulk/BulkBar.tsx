import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import download from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import type { CardQuery } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Toolbar } from "react-aria-components/Toolbar";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import type { SelectionState } from "../table/selection.ts";
import { useExport } from "../useExport.ts";
import styles from "./BulkBar.module.css";
import { DeleteAllDialog } from "./DeleteAllDialog.tsx";
import { useBulkDelete } from "./useBulkDelete.ts";

/** As many as the server takes by id (`cards.export`). */
const mostExported = 1000;

interface BulkBarProps {
  query: CardQuery;
  selection: SelectionState;
  total: number;
}

/** What can be done with the selected cards. */
export function BulkBar({ query, selection, total }: BulkBarProps) {
  const t = useT();
  const exporting = useExport();
  const deleting = useBulkDelete(query, total);
  const [isAsking, setAsking] = useState(false);
  const { count } = selection;
  const isAll = count >= total;
  // All but some has no list of ids.
  const cardIds = selection.selection.mode === "some" ? [...selection.selection.ids] : [];

  function exportSelected() {
    if (isAll) return exporting.start(query);
    // A selected card stays selected when an edit takes it out of the filter.
    const { filter: _, search: __, ...ofType } = query;
    return exporting.start(ofType, cardIds);
  }

  function remove() {
    setAsking(false);
    deleting.start(selection.selection);
    selection.clear();
  }

  return (
    <>
      <Toolbar className={styles.bar ?? ""} aria-label={t("cards.selected", { count })}>
        <span className={styles.count}>
          <span className={styles.box}>
            <Icon of={checkmark} />
          </span>
          <span role="status">{t("cards.selected", { count })}</span>
        </span>
        {!isAll && total > 0 && (
          <Button className={styles.action ?? ""} onPress={selection.selectAll}>
            {t("cards.selectAllOf", { count: total })}
          </Button>
        )}
        {query.typeId && (isAll || cardIds.length > 0) && cardIds.length <= mostExported && (
          <Button className={styles.action ?? ""} isPending={exporting.isPending} onPress={exportSelected}>
            <Icon of={download} />
            {t("cards.exportCsv")}
          </Button>
        )}
        <i className={styles.separator} />
        <Button
          className={styles.action ?? ""}
          data-tone="danger"
          onPress={() => (isAll && count > 1 ? setAsking(true) : remove())}
        >
          <Icon of={deleteIcon} />
          {t("common.delete")}
        </Button>
        <Button className={styles.action ?? ""} aria-label={t("cards.clearSelection")} onPress={selection.clear}>
          <Icon of={dismiss} />
        </Button>
      </Toolbar>
      {isAsking && <DeleteAllDialog count={count} onClose={() => setAsking(false)} onDelete={remove} />}
    </>
  );
}
