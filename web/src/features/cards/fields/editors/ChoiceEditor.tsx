import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { useRef, useState, type ReactNode } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { useT } from "../../../../lib/i18n.tsx";
import { inputClass } from "../../../../ui/inputs/Field.tsx";
import { Icon } from "../../../../ui/display/Icon.tsx";
import listStyles from "../../../../ui/collections/List.module.css";
import { OptionItem, type Option } from "../../../../ui/collections/ListBoxItems.tsx";
import type { EditorProps, Then } from "./editing.ts";
import { EditorPopover } from "./EditorPopover.tsx";
import styles from "./Editor.module.css";
import { asIds, asText } from "../values.ts";

const noneId = "\u0000none";

interface ChoiceEditorProps extends EditorProps {
  place: "cell" | "card";
  options: readonly Option[];
  /** "multiple" collects until it is closed; "single" commits on choice. */
  selectionMode: "single" | "multiple";
  /** The value as it stands, inside the frame. */
  children: ReactNode;
}

/** A list of choices 3 px below the place of the value, with a search that is already typed into. */
export function ChoiceEditor({
  field,
  value,
  initialText,
  place,
  options,
  selectionMode,
  children,
  onCommit,
  onCancel,
}: ChoiceEditorProps) {
  const t = useT();
  const { contains } = useFilter({ sensitivity: "base" });
  const frame = useRef<HTMLSpanElement>(null);
  const before = selectionMode === "multiple" ? asIds(value) : [asText(value)].filter((id) => id !== "");
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const isOver = useRef(false);
  const canBeEmptied = selectionMode === "single" && !field.required && before.length > 0;
  const all: readonly Option[] = canBeEmptied
    ? [...options, { id: noneId, label: t("cards.noValue"), node: <span className={styles.none}>{t("cards.noValue")}</span> }]
    : options;

  function close(then: Then) {
    if (isOver.current) return;
    isOver.current = true;
    const isSame = chosen.length === before.length && chosen.every((id) => before.includes(id));
    const isKept = selectionMode === "single" || isSame || (chosen.length === 0 && field.required);
    if (isKept && then === "stay") onCancel();
    else onCommit(isKept ? (value ?? null) : chosen.length === 0 ? null : chosen, then);
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  function choose(ids: readonly string[]) {
    if (selectionMode === "multiple") return setChosen(ids);
    isOver.current = true;
    const [id = before[0]] = ids;
    if (id === undefined || id === before[0]) onCancel();
    else onCommit(id === noneId ? null : id, "stay");
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place}>
        {children}
      </span>
      <EditorPopover
        frame={frame}
        label={field.label}
        kind="menu"
        className={styles.picker}
        onLeave={() => close("stay")}
        onTab={(isBack) => close(isBack ? "previous" : "next")}
        onEscape={cancel}
      >
        <Autocomplete filter={contains} {...(initialText === undefined ? {} : { defaultInputValue: initialText })}>
          <SearchField aria-label={t("cards.find", { label: field.label })} autoFocus className={listStyles.search ?? ""}>
            <Icon of={searchIcon} />
            <Input className={inputClass} placeholder={t("cards.find", { label: field.label })} />
          </SearchField>
          <ListBox
            aria-label={field.label}
            className={listStyles.list ?? ""}
            items={all}
            selectionMode={selectionMode}
            selectedKeys={chosen}
            onSelectionChange={(keys) => choose(keys === "all" ? all.map((option) => option.id) : [...keys].map(String))}
            renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
          >
            {(option) => <OptionItem option={option} />}
          </ListBox>
        </Autocomplete>
      </EditorPopover>
    </>
  );
}
