import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import { useEffect, useState, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { afterFirstScreen } from "../../../lib/warm-up.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Count } from "../../../ui/display/Pill.tsx";
import type { ListState } from "../list/useListState.ts";
import styles from "./filters.module.css";

const FilterSheet = later(async () => (await import("../../../ui/overlays/PanelTrigger.tsx")).BottomSheet);

interface PhoneFilterBarProps {
  state: ListState;
  /** Number of conditions that are set. */
  chipCount: number;
  doneLabel: string;
  sort: ReactNode;
  options: ReactNode;
  changed: ReactNode;
  /** The conditions, which stand in a sheet. */
  children: ReactNode;
}

/** On a phone the conditions are behind one button. */
export function PhoneFilterBar({ state, chipCount, doneLabel, sort, options, changed, children }: PhoneFilterBarProps) {
  const t = useT();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { search } = state.current;
  useEffect(() => afterFirstScreen(FilterSheet.preload), []);
  return (
    <div className={styles.bar}>
      <Button size={28} icon={filterIcon} onPress={() => setSheetOpen(true)}>
        {t("cards.filters")} {chipCount > 0 && <Count>{chipCount}</Count>}
      </Button>
      {sort}
      {options}
      {changed && <span className={styles.changed}>{changed}</span>}
      {search && (
        <span className={styles.chip} role="group" aria-label={t("cards.searchList")}>
          <bdi className={styles.part}>{search}</bdi>
          <AriaButton
            className={styles.part ?? ""}
            data-part="remove"
            aria-label={t("common.removeNamed", { name: search })}
            onPress={() => state.setText("")}
          >
            <Icon of={dismiss} />
          </AriaButton>
        </span>
      )}
      {isSheetOpen && (
        <FilterSheet
          title={t("cards.filters")}
          doneLabel={doneLabel}
          footerStart={
            chipCount > 0 && (
              <Button variant="ghost" onPress={() => state.setFilter(undefined)}>
                {t("common.clear")}
              </Button>
            )
          }
          onClose={() => setSheetOpen(false)}
        >
          <div className={styles.sheet}>{children}</div>
        </FilterSheet>
      )}
    </div>
  );
}
