import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { useEntered } from "../../../lib/keys/entered.ts";
import { useT } from "../../../lib/i18n.tsx";
import { inputClass } from "../../../ui/inputs/Field.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { OptionItem } from "../../../ui/collections/ListBoxItems.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import styles from "../display/Display.module.css";
import { useCardChoice } from "./useCardChoice.tsx";

interface CardPickerProps {
  label: string;
  /** Types that can be chosen from; none: all. */
  typeIds: readonly string[];
  selectionMode: "single" | "multiple";
  chosen: readonly string[];
  onChange: (cardIds: readonly string[]) => void;
  /** Makes a card of that name; absent where one only looks for cards. */
  onCreate?: (type: CardType, name: string) => void;
  /** The text that opened it. */
  initialText?: string | undefined;
  /** Cards that are not offered: the one whose field it is, and those already chosen. */
  exceptIds?: readonly string[] | undefined;
  /** The field by which a new card is linked. */
  givenFieldId?: string | undefined;
  /** Takes what was typed for and not taken yet, and calls back with what is chosen then, once it is found. Answers whether there is any. */
  take?: Ref<(onTaken: (cardIds: readonly string[]) => void) => boolean>;
}

const createPrefix = "\u0000create:";

/** A search that is typed into at once, what it finds, and below it the making of what it does not. */
export function CardPicker({
  label,
  typeIds,
  selectionMode,
  chosen,
  onChange,
  onCreate,
  initialText = "",
  exceptIds,
  givenFieldId,
  take,
}: CardPickerProps) {
  const t = useT();
  const [text, setText] = useState(initialText);
  const [isAimed, setAimed] = useState(true);
  const leaving = useRef<(cardIds: readonly string[]) => void>(undefined);
  const { options, isPending, creatable } = useCardChoice(typeIds, text, chosen, { exceptIds, givenFieldId });
  const name = text.trim();
  const placeholder = t("cards.find", { label });
  // During typing, earlier choices give way to the matches.
  const shown = name === "" ? options : options.filter(({ id }) => !chosen.includes(id));
  const hidden = chosen.filter((id) => !shown.some((option) => option.id === id));

  function type(next: string) {
    setText(next);
    setAimed(true);
  }

  function choose(keys: readonly string[]) {
    setAimed(false);
    const created = keys.find((key) => key.startsWith(createPrefix));
    // Chosen cards that are not shown are already among the keys: the list keeps the whole selection.
    if (created === undefined) return onChange(selectionMode === "single" ? keys : [...new Set([...hidden, ...keys])]);
    const type = creatable.find(({ id }) => created === createPrefix + id);
    if (type) onCreate?.(type, name);
    setText("");
    return undefined;
  }

  const takeFirst = () => {
    const [first] = shown;
    const next = first ? (selectionMode === "single" ? [first.id] : [...chosen, first.id]) : chosen;
    const onTaken = leaving.current;
    leaving.current = undefined;
    if (onTaken) onTaken(next);
    else if (first) choose(next);
  };
  const enter = useEntered(text, !isPending, takeFirst);
  useImperativeHandle(take, () => (onTaken) => {
    if (!isAimed || name === "") return false;
    leaving.current = onTaken;
    enter();
    return true;
  });

  /** Enter means the first of what is found: also before it is found, and before the list has marked it. */
  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || name === "" || !(event.target instanceof HTMLElement)) return;
    const isMarked = event.target.getAttribute("aria-activedescendant");
    if (!isPending && (isMarked || shown.length === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    enter();
  }

  return (
    <Autocomplete inputValue={text} onInputChange={type}>
      <div className={styles.query} role="presentation" onKeyDownCapture={onKeyDownCapture}>
        <SearchField aria-label={placeholder} autoFocus className={listStyles.search ?? ""}>
          <Icon of={searchIcon} />
          <Input className={inputClass} placeholder={placeholder} />
        </SearchField>
      </div>
      <ListBox
        aria-label={label}
        className={`${listStyles.list} ${styles.choices}`}
        selectionMode={selectionMode}
        escapeKeyBehavior="none"
        selectedKeys={chosen}
        onSelectionChange={(keys) => keys !== "all" && choose([...keys].map(String))}
        renderEmptyState={() => <p className={listStyles.none}>{isPending ? t("common.loading") : t("common.noMatches")}</p>}
      >
        {shown.map((option) => (
          <OptionItem key={option.id} option={option} />
        ))}
        {onCreate &&
          name !== "" &&
          !isPending &&
          creatable.map((type) => (
            <ListBoxItem
              key={type.id}
              id={createPrefix + type.id}
              textValue={t("common.createNamed", { name })}
              className={listStyles.item ?? ""}
              data-tone="create"
            >
              <Icon of={add} />
              <span className={listStyles.label}>{t("common.createNamed", { name })}</span>
              {creatable.length > 1 && (
                <span className={styles.kind}>
                  <TypeSquare hue={type.hue} />
                  <bdi>{type.name}</bdi>
                </span>
              )}
            </ListBoxItem>
          ))}
      </ListBox>
    </Autocomplete>
  );
}
