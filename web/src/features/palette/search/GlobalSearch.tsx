import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useContext, useRef, useState, type KeyboardEvent } from "react";
import { ComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { useEntered } from "../../../lib/keys/entered.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { Spinner } from "../../../ui/feedback/Spinner.tsx";
import { setOpening } from "../opening.ts";
import { Tokens } from "../Tokens.tsx";
import { CardKeyHints, KeyHint } from "./KeyHints.tsx";
import { Results } from "./Results.tsx";
import { onSearchKey } from "./search-keys.ts";
import styles from "./search.module.css";
import { useCardSearch } from "../../records/useCardSearch.ts";
import { type Chosen, useChosen } from "./useChosen.ts";

interface GlobalSearchProps {
  /** Text that was typed before this component was loaded. */
  initialText: string;
  /** Key that was pressed after it. */
  initialKey: "Enter" | "Tab" | undefined;
  autoFocus: boolean;
}

/**
 * The search in the top bar: Enter or a press opens a result. Tab takes the one that was walked to, or the first, as a token, and Enter without a text is on the tokens:
 * it opens a single card, and of several what can be done with them. Whatever is chosen, the text is cleared and the list closed.
 */
export function GlobalSearch({ initialText, initialKey, autoFocus }: GlobalSearchProps) {
  const t = useT();
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(false);
  const chosen = useChosen();
  /** A token was taken: the list stays closed until somebody types or walks. */
  const [isHeld, setHeld] = useState(false);
  const search = useCardSearch(text, isOpen);
  const results = search.results.filter((result) => !chosen.has(result));

  function leave(run: () => void) {
    setText("");
    chosen.clear();
    setOpen(false);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    run();
  }

  function open(result: SearchResult | undefined) {
    if (result) leave(() => search.open(result));
  }

  function take(result: SearchResult) {
    chosen.add(result);
    setText("");
    setHeld(true);
  }

  function actOnChosen() {
    const [first, ...others] = chosen.cards;
    if (first && others.length === 0) open(first);
    else if (first) leave(() => setOpening("palette", chosen.cards));
  }

  const enter = useEntered(text, !search.isPending, () => open(results[0]), initialKey === "Enter");
  const takeFirst = useEntered(text, !search.isPending, () => results[0] && take(results[0]), initialKey === "Tab");

  return (
    <ComboBox<SearchResult>
      aria-label={t("shell.search.label")}
      className={styles.search ?? ""}
      items={results}
      defaultFilter={() => true}
      inputValue={text}
      onInputChange={(next) => {
        if (next !== "") setHeld(false);
        setText(next);
      }}
      value={null}
      onChange={(id) => open(results.find((result) => result.id === id))}
      onOpenChange={setOpen}
      menuTrigger={isHeld ? "manual" : "focus"}
      allowsEmptyCollection
      allowsCustomValue
      autoFocus={autoFocus}
    >
      <Box
        text={text}
        isWaiting={search.isPending && text.trim() !== ""}
        results={results}
        chosen={chosen}
        onTake={take}
        onTakeFirst={takeFirst}
        onEnter={() => (text.trim() === "" ? actOnChosen() : enter())}
        onEnterTab={search.openInTab}
        onEscape={() => leave(() => undefined)}
      />
      <Popover kind="menu" maxHeight={440}>
        <Results search={search} results={results} />
        <footer className={styles.footer}>
          <KeyHint keys="Enter" label={t("common.open")} />
          <CardKeyHints />
        </footer>
      </Popover>
    </ComboBox>
  );
}

interface BoxProps {
  text: string;
  isWaiting: boolean;
  results: readonly SearchResult[];
  chosen: Chosen;
  onTake: (result: SearchResult) => void;
  /** Tab where no result was walked to. */
  onTakeFirst: () => void;
  /** Enter where no result was walked to. */
  onEnter: () => void;
  onEnterTab: (result: SearchResult) => void;
  /** Escape with the list closed. */
  onEscape: () => void;
}

/** Tokens and text; the keys that are not the combo box's own. */
function Box({ text, isWaiting, results, chosen, onTake, onTakeFirst, onEnter, onEnterTab, onEscape }: BoxProps) {
  const t = useT();
  const list = useContext(ComboBoxStateContext);
  const input = useRef<HTMLInputElement>(null);

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    const walkedTo = results.find(({ id }) => id === list?.selectionManager.focusedKey);
    onSearchKey(event, {
      input: input.current,
      text,
      chosen,
      result: walkedTo,
      openInTab: onEnterTab,
      onEscape: () => {
        if (list?.isOpen) return false;
        onEscape();
        return true;
      },
      onTab: () => {
        if (!isWaiting && !(list?.isOpen && (walkedTo || text.trim() !== ""))) return false;
        if (walkedTo) onTake(walkedTo);
        else onTakeFirst();
        list?.close();
        return true;
      },
      onEnter: () => {
        if (list?.isOpen && walkedTo) return false;
        onEnter();
        return true;
      },
    });
  }

  return (
    <Group className={styles.box ?? ""} onKeyDownCapture={onKeyDownCapture}>
      {isWaiting ? <Spinner /> : <Icon of={searchIcon} />}
      <Tokens
        cards={chosen.cards}
        isOneLine
        onRemove={(id) => {
          chosen.remove(id);
          input.current?.focus();
        }}
      />
      <Input ref={input} className={styles.input ?? ""} placeholder={chosen.cards.length > 0 ? "" : t("shell.search.label")} />
      {text === "" && chosen.cards.length === 0 && <Kbd keys="Mod+K" />}
    </Group>
  );
}
