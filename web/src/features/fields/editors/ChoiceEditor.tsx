import { useRef, useState, type ReactNode } from "react";
import { ListBox } from "react-aria-components/ListBox";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { OptionItem, type Option } from "../../../ui/collections/ListBoxItems.tsx";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
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
  /** What is chosen, as it stands inside the frame. */
  children: (chosen: readonly string[]) => ReactNode;
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
  const frame = useRef<HTMLSpanElement>(null);
  const before = selectionMode === "multiple" ? asIds(value) : [asText(value)].filter((id) => id !== "");
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const isOver = useRef(false);
  const aimed = useRef<() => string | undefined>(null);
  const canBeEmptied = selectionMode === "single" && !field.required && before.length > 0;
  const all: readonly Option[] = canBeEmptied
    ? [...options, { id: noneId, label: t("cards.noValue"), node: <span className={styles.none}>{t("cards.noValue")}</span> }]
    : options;

  function close(then: Then, ids = chosen) {
    if (isOver.current) return;
    isOver.current = true;
    const isSame = ids.length === before.length && ids.every((id) => before.includes(id));
    const isKept = selectionMode === "single" || isSame || (ids.length === 0 && field.required);
    if (isKept && then === "stay") onCancel();
    else onCommit(isKept ? (value ?? null) : ids.length === 0 ? null : ids, then);
  }

  /** Takes what was typed for along. */
  function tab(then: Then) {
    const id = aimed.current?.();
    if (id === undefined || chosen.includes(id)) return close(then);
    if (selectionMode === "multiple") return close(then, [...chosen, id]);
    isOver.current = true;
    onCommit(id === noneId ? null : id, then);
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
        {children(chosen)}
      </span>
      <EditorPopover
        frame={frame}
        label={field.label}
        kind="menu"
        className={styles.picker}
        onLeave={() => close("stay")}
        onTab={(isBack) => tab(isBack ? "previous" : "next")}
        onEscape={cancel}
        {...(selectionMode === "multiple" ? { onSave: () => tab("stay") } : {})}
      >
        <Searchable label={t("cards.find", { label: field.label })} choices={all} initialText={initialText} aimed={aimed}>
          {(shown) => (
            <ListBox
              aria-label={field.label}
              className={listStyles.list ?? ""}
              items={shown}
              selectionMode={selectionMode}
              escapeKeyBehavior="none"
              selectedKeys={chosen}
              onSelectionChange={(keys) => choose(keys === "all" ? all.map((option) => option.id) : [...keys].map(String))}
              renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
            >
              {(option) => <OptionItem option={option} />}
            </ListBox>
          )}
        </Searchable>
      </EditorPopover>
    </>
  );
}
