import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/schema.ts";
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Results } from "./Results.tsx";
import styles from "./search.module.css";
import { useCardSearch } from "./useCardSearch.ts";

interface GlobalSearchProps {
  /** What was typed before this was here. */
  initialText: string;
  autoFocus: boolean;
}

/** The search in the top bar: choosing a result opens it, clears the text and closes the list. */
export function GlobalSearch({ initialText, autoFocus }: GlobalSearchProps) {
  const t = useT();
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(false);
  const search = useCardSearch(text, isOpen);
  /** The text for which Enter was pressed before its results were here. */
  const [entered, setEntered] = useState<string>();

  function choose(result: SearchResult | undefined) {
    if (!result) return;
    setText("");
    setOpen(false);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    search.open(result);
  }

  /** Enter takes the first result where none was walked to, as soon as the results are of what stands there. */
  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (event.key === "Escape" && !isOpen) {
      setText("");
      event.target.blur();
    }
    if (event.key !== "Enter" || event.target.getAttribute("aria-activedescendant")) return;
    event.preventDefault();
    event.stopPropagation();
    if (text.trim() !== "") setEntered(text);
  }

  const openFirst = useEffectEvent(() => {
    setEntered(undefined);
    choose(search.results[0]);
  });
  const canOpen = entered !== undefined && entered === text && !search.isPending;
  useEffect(() => {
    if (!canOpen) return undefined;
    // Opening is no part of drawing the results.
    const timer = setTimeout(openFirst);
    return () => clearTimeout(timer);
  }, [canOpen]);

  return (
    <ComboBox<SearchResult>
      aria-label={t("shell.search.label")}
      className={styles.search ?? ""}
      items={search.results}
      defaultFilter={() => true}
      inputValue={text}
      onInputChange={setText}
      value={null}
      onChange={(id) => choose(search.results.find((result) => result.id === id))}
      onOpenChange={setOpen}
      menuTrigger="focus"
      allowsEmptyCollection
      allowsCustomValue
      autoFocus={autoFocus}
    >
      <Group className={styles.box ?? ""} onKeyDownCapture={onKeyDownCapture}>
        {search.isPending && text !== "" ? <Spinner /> : <Icon of={searchIcon} />}
        <Input className={styles.input ?? ""} placeholder={t("shell.search.label")} />
        {text === "" && <Kbd keys="Mod+K" />}
      </Group>
      <Popover kind="menu" maxHeight={440}>
        <Results search={search} />
      </Popover>
    </ComboBox>
  );
}
