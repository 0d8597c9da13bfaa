import settings from "@fluentui/svg-icons/icons/table_settings_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { exportIcon, importIcon } from "../../../ui/display/transfer-icons.ts";
import { SearchInput } from "../../../ui/inputs/SearchInput.tsx";
import { DeniedAction, useWhyNot } from "../../records/rights.ts";
import { ViewTabs } from "../views/ViewTabs.tsx";
import type { Column } from "../table/columns.ts";
import styles from "./ListHeader.module.css";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ListState } from "./useListState.ts";

const ExportMenu = later(() => withWords(["views"], import("./ExportMenu.tsx")).then((module) => module.ExportMenu));

interface ListHeaderProps {
  name: string;
  type: CardType | undefined;
  total: number | undefined;
  state: ListState;
  query: CardQuery;
  /** Columns that the list shows. */
  columns: readonly Column[];
}

export function ListHeader({ name, type, total, state, query, columns }: ListHeaderProps) {
  const t = useT();
  const format = useFormat();
  const isPhone = useIsPhone();
  const router = useRouter();
  const actions = useRef<HTMLDivElement>(null);
  const [isExporting, setExporting] = useState(false);
  const [exportAt, setExportAt] = useState<Element | null>(null);
  const can = useCan();
  const notImported = useWhyNot()("import");
  const goToImport = () => void router.navigate({ href: `/cards/${type?.slug}/import` });
  useCommands([
    type && !notImported && { id: "list.import", label: t("cards.import"), group: "list", icon: importIcon, run: goToImport },
    type &&
      total && {
        id: "list.export",
        label: t("cards.export"),
        group: "list",
        icon: exportIcon,
        run: () => setExportAt(actions.current),
      },
  ]);
  const importButton = (
    <Button variant="ghost" icon={importIcon} onPress={goToImport}>
      {t("cards.import")}
    </Button>
  );
  return (
    <header className={styles.header}>
      {/* The tabs say it to the eye. */}
      <h1 className={styles.title}>
        <bdi>{name}</bdi> {total !== undefined && <Num>{format.number(total)}</Num>}
      </h1>
      <ViewTabs type={type} total={total} state={state} />
      {/* On a phone there is one search, in the top bar. */}
      {!isPhone && (
        <div className={styles.search}>
          <ListSearchField state={state} />
        </div>
      )}
      {type && (
        <div ref={actions} className={styles.actions}>
          {notImported ? (
            <DeniedAction denial={notImported} label={t("cards.import")}>
              {importButton}
            </DeniedAction>
          ) : (
            importButton
          )}
          <Button
            variant="ghost"
            icon={exportIcon}
            isPending={isExporting}
            isDisabled={!total}
            aria-haspopup="menu"
            onPress={({ target }) => setExportAt(target)}
          >
            {t("cards.export")}
          </Button>
          {exportAt && (
            <ExportMenu
              type={type}
              query={query}
              columns={columns}
              anchor={exportAt}
              onClose={() => setExportAt(null)}
              onPending={setExporting}
            />
          )}
          {can(["CARD_TYPES", "update"]) && (
            <IconButton
              icon={settings}
              label={t("cards.editType")}
              onPress={() => void router.navigate({ href: `/settings/card-types?id=${type.id}&tab=fields` })}
            />
          )}
        </div>
      )}
    </header>
  );
}

const typingMilliseconds = 200;

export function ListSearchField({ state }: { state: ListState }) {
  const t = useT();
  const inAddress = state.current.search ?? "";
  const [typed, setTyped] = useState({ text: inAddress, inAddress });
  // Back and links change the address without typing.
  const text = typed.inAddress === inAddress ? typed.text : inAddress;
  const { setText } = state;

  useEffect(() => {
    if (text === inAddress) return undefined;
    const timer = setTimeout(() => setText(text.trim()), typingMilliseconds);
    return () => clearTimeout(timer);
    // `setText` is new on each render; only what is typed starts the clock anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, inAddress]);

  return <SearchInput label={t("cards.searchList")} value={text} onChange={(next) => setTyped({ text: next, inAddress })} />;
}
