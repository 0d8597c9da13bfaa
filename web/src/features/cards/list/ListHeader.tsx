import download from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import upload from "@fluentui/svg-icons/icons/arrow_upload_16_regular.svg?icon";
import type { CardQuery, CardType } from "@kartis/core/cards/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Num } from "../../../ui/Num.tsx";
import { SearchInput } from "../../../ui/SearchInput.tsx";
import { useExport } from "../useExport.ts";
import styles from "./ListHeader.module.css";
import type { ListState } from "./useListState.ts";

interface ListHeaderProps {
  name: string;
  type: CardType | undefined;
  total: number | undefined;
  state: ListState;
  query: CardQuery;
}

export function ListHeader({ name, type, total, state, query }: ListHeaderProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const exporting = useExport();
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>
        <bdi>{name}</bdi>
        {total !== undefined && (
          <span className={styles.count}>
            <Num>{format.number(total)}</Num>
          </span>
        )}
      </h1>
      <div className={styles.search}>
        <ListSearchField state={state} />
      </div>
      {type && (
        <div className={styles.actions}>
          <Button variant="ghost" icon={upload} onPress={() => void router.navigate({ href: `/cards/${type.slug}/import` })}>
            {t("cards.import")}
          </Button>
          <Button
            variant="ghost"
            icon={download}
            isPending={exporting.isPending}
            isDisabled={!total}
            onPress={() => exporting.start(query)}
          >
            {t("cards.export")}
          </Button>
        </div>
      )}
    </header>
  );
}

const typingMilliseconds = 200;

function ListSearchField({ state }: { state: ListState }) {
  const t = useT();
  const inAddress = state.search.q ?? "";
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
