import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Input } from "react-aria-components/Input";
import { ModalOverlay } from "react-aria-components/Modal";
import { Modal } from "../../ui/overlays/Modal.tsx";
import { SearchField } from "react-aria-components/SearchField";
import { runCommand } from "../../lib/keys/commands.ts";
import { holdTyping } from "../../lib/keys/held-typing.ts";
import { useEntered } from "../../lib/keys/entered.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import { onSearchKey } from "./search/search-keys.ts";
import { useCardSearch } from "../records/useCardSearch.ts";
import { useChosen } from "./search/useChosen.ts";
import { scoreOf } from "./match.ts";
import { openedOn } from "./opening.ts";
import { PaletteKeys } from "./PaletteKeys.tsx";
import { type Group, PaletteList } from "./PaletteList.tsx";
import styles from "./palette.module.css";
import { Tokens } from "./Tokens.tsx";
import { useCardActions } from "./useCardActions.ts";
import { useMatching } from "./useMatching.ts";

/**
 * Everything that can be done here, and every card, by typing. Tab turns the focused card into a token, and the commands are then what can be done
 * with the chosen cards; Backspace in an empty text lets the last one go.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const chosen = useChosen(openedOn);
  const search = useCardSearch(text, true);
  const cardActions = useCardActions(chosen.cards);
  const matching = useMatching(text, chosen.cards.length > 0 ? cardActions : undefined);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLElement>(null);

  // Results of an earlier text stay only as far as they fit this one: Enter must not open what nobody asked for.
  const fits = (result: SearchResult) => !search.isPending || text.trim() === "" || scoreOf(text, result.name) > 0;
  const cards = search.results.filter((result) => fits(result) && !chosen.has(result));
  const cardGroup: Group = { id: "cards", title: text.trim() === "" ? t("palette.newest") : t("palette.cards"), cards };
  const commandGroups = matching.map(({ group, commands }): Group => ({
    id: group,
    title: t(`palette.group.${group}`),
    commands,
  }));
  // Typed text is mostly a name; a command that begins with it still comes first.
  const isCommandMeant = text.trim() === "" || chosen.cards.length > 0 || (matching[0]?.best ?? 0) >= 9;
  const groups = (isCommandMeant ? [...commandGroups, cardGroup] : [cardGroup, ...commandGroups]).filter(
    (group) => (group.cards ?? group.commands ?? []).length > 0,
  );

  /** Commands that open something else run after the palette has closed, so that the new element gets the focus and keeps it. */
  function leave(run: () => void, opensField = false) {
    const release = opensField ? holdTyping(() => undefined) : undefined;
    onClose();
    // The focus goes back to where it was in the frame after this one.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        run();
        release?.();
      }),
    );
  }

  // Whether the mark was put where it is since something was typed. Until then Enter means the first of what stands there: the mark may still be on its way.
  const hasMoved = useRef(false);

  function act(key: string) {
    const result = cards.find((other) => other.id === key);
    if (result) return leave(() => search.open(result));
    const command = matching.flatMap(({ commands }) => commands).find((other) => other.id === key);
    // The page behind may have drawn itself anew meanwhile: what runs is what it says now.
    if (command) leave(chosen.cards.length > 0 ? command.run : () => runCommand(command.id), command.opensField);
  }

  /** Reads the highlighted item from the screen: `aria-activedescendant` is delayed until typing pauses. */
  const focusedKey = () => frame.current?.querySelector<HTMLElement>("[role=menuitem][data-focused]")?.dataset["key"];
  const focusedCard = () => cards.find((result) => result.id === focusedKey());

  function write(typed: string) {
    hasMoved.current = false;
    setText(typed);
  }

  function choose(result: SearchResult) {
    chosen.add(result);
    input.current?.focus();
    input.current?.select();
    // Deleted as by hand, so that the kit lets go of its mark; with `setText` alone it may mark an entry that is gone, after its pause for screen readers.
    if (!document.execCommand("delete")) setText("");
  }

  const first = groups[0]?.cards?.[0]?.id ?? groups[0]?.commands?.[0]?.id;
  const enterLater = useEntered(text, !search.isPending, () => first && act(first));

  function enter() {
    const isHere = !search.isPending || (isCommandMeant && matching.length > 0);
    if (isHere && first) act(first);
    else enterLater();
  }

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    if (event.isTrusted && /^(Arrow|Page|Home|End)/.test(event.key)) hasMoved.current = true;
    const result = focusedCard();
    onSearchKey(event, {
      input: input.current,
      text,
      chosen,
      result,
      openInTab: search.openInTab,
      onEscape: () => {
        onClose();
        return true;
      },
      // Without a card to choose it stays here, rather than on a button that lets a chosen one go: Shift+Tab leads there.
      onTab: () => {
        if (result) choose(result);
        return true;
      },
      onEnter: () => {
        const isMeant = !hasMoved.current && text.trim() !== "";
        if (isMeant) enter();
        return isMeant;
      },
    });
  }

  // react-aria marks the first entry during typing; for entries that load later, such as cards, the arrow key is sent instead.
  useEffect(() => {
    if (text === "" || search.isPending || focusedKey() !== undefined) return;
    input.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
  }, [text, search.isPending, first]);

  return (
    <ModalOverlay className={styles.overlay ?? ""} data-modal isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={styles.modal ?? ""}>
        <Dialog ref={frame} className={styles.dialog ?? ""} aria-label={t("palette.title")}>
          <Autocomplete inputValue={text} onInputChange={write}>
            <div className={styles.query} onKeyDownCapture={onKeyDownCapture} role="presentation">
              {search.isPending && text !== "" ? <Spinner /> : <Icon of={searchIcon} />}
              <Tokens cards={chosen.cards} onRemove={chosen.remove} />
              <SearchField aria-label={t("palette.title")} autoFocus className={styles.field ?? ""}>
                <Input ref={input} className={styles.input ?? ""} placeholder={t("palette.placeholder")} enterKeyHint="go" />
              </SearchField>
              <Kbd keys="Escape" />
            </div>
            <PaletteList
              groups={groups}
              search={search}
              text={text}
              chosen={chosen.cards}
              onAction={act}
              onPointerMove={() => {
                hasMoved.current = true;
              }}
            />
          </Autocomplete>
          <PaletteKeys
            hasChosen={chosen.cards.length > 0}
            found={text.trim() !== "" && !search.isPending ? cards.length : undefined}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
