import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { SearchField } from "react-aria-components/SearchField";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Spinner } from "../../../ui/feedback/Spinner.tsx";
import { Results } from "./Results.tsx";
import styles from "./search.module.css";
import { useCardSearch } from "../../records/useCardSearch.ts";

/** `/cards`, and `/cards/{slug}` of a type. */
const isListPath = (path: string): boolean => /^\/cards(\/[^/]+)?$/.test(path) && path !== "/cards/trash";

/** Full-screen search; it has the focus from the start. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const search = useCardSearch(text, true);
  const router = useRouter();
  const isList = useRouterState({ select: ({ location }) => isListPath(location.pathname) });

  function choose(id: string) {
    const result = search.results.find((other) => other.id === id);
    if (!result) return;
    onClose();
    search.open(result);
  }

  /** The list below is narrowed to what was typed. */
  function searchList() {
    onClose();
    const { pathname, search: now } = router.latestLocation;
    void router.navigate({ to: pathname, search: { ...now, q: text.trim() } });
  }

  return (
    <Dialog title={t("shell.search.label")} isOpen onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField aria-label={t("shell.search.label")} autoFocus className={styles.box ?? ""}>
          {search.isPending && text !== "" ? <Spinner /> : <Icon of={searchIcon} />}
          <Input className={styles.input ?? ""} placeholder={t("shell.search.hint")} enterKeyHint="search" />
        </SearchField>
        <Results search={search} onChoose={choose} />
      </Autocomplete>
      {isList && text.trim() !== "" && (
        <Button icon={searchIcon} onPress={searchList}>
          {t("cards.searchList.for", { text: text.trim() })}
        </Button>
      )}
    </Dialog>
  );
}
