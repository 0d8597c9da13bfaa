import type { KeyboardEvent, ReactNode } from "react";
import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { TagGroup, TagList } from "react-aria-components/TagGroup";
import { useT } from "../../lib/i18n.tsx";
import { stepOf } from "../../lib/keys/shortcuts.ts";
import styles from "./ComboBox.module.css";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";
import listStyles from "../collections/List.module.css";
import { CreateItem, OptionItem, type Option } from "../collections/ListBoxItems.tsx";
import { Popover } from "../overlays/Popover.tsx";
import { Token } from "../display/Token.tsx";
import { touch } from "../../lib/device/touch.ts";

export interface TokenComboBoxProps extends FieldProps {
  "aria-label"?: string;
  options: readonly Option[];
  /** Ids, in the order chosen. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Adds a last row `Create “query”`. */
  onCreate?: (query: string) => void;
  /** Lets the server filter: called with the typed text. */
  onQueryChange?: (query: string) => void;
  /** Takes typed text that is no option, when the field is left, by Enter or by a separator; answers what of it stays in the field. */
  onText?: (text: string, isFinal: boolean) => string;
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  before?: ReactNode;
}

const createId = "\u0000create";

/**
 * The combo box draws its children a second time, unseen and without a state, to collect the options. Tokens there would be taken for options with the same
 * ids, and walking through the options would go in a circle for ever.
 */
function NotAnOption({ children }: { children: ReactNode }) {
  return useContext(ComboBoxStateContext) && children;
}

interface KeysProps {
  value: readonly string[];
  /** Something was taken: the list closes, or it would cover what follows, and what is wrong with the text. */
  isQuiet: boolean;
  /** Takes what is typed when nothing in the list is meant. Answers whether there was any. */
  onEnter: () => boolean;
  onLeave: () => void;
  children: ReactNode;
}

/**
 * Keys of the field that react-aria would use otherwise. Opening the list focuses its first chosen option: Tab and Enter would take that one away, although nobody
 * went to it. After Escape the list would open again at once, as it holds less text than the field; and Mod+A would choose all options instead of the text.
 */
function Keys({ value, isQuiet, onEnter, onLeave, children }: KeysProps) {
  const state = useContext(ComboBoxStateContext);
  const hasMoved = useRef(false);
  // Its `close` takes what is typed as well.
  const close = () => state?.setOpen(false);
  const closeQuietly = useEffectEvent(close);
  useEffect(() => {
    if (isQuiet) closeQuietly();
  }, [isQuiet]);

  function onKeyDownCapture(event: KeyboardEvent) {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (stepOf(event) === "Mod+a") return event.stopPropagation();
    if (key === "Escape" && state?.isOpen) {
      event.stopPropagation();
      return close();
    }
    const focused = state?.selectionManager.focusedKey;
    const isUnasked = key === "Enter" && !hasMoved.current && value.includes(String(focused));
    if (key === "Tab" || isUnasked) state?.selectionManager.setFocusedKey(null);
    hasMoved.current = ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"].includes(key);
    const isMeant = state?.isOpen && !isUnasked && focused !== null;
    if (key !== "Enter" || isMeant || !onEnter()) return undefined;
    // Another Enter sends the form.
    event.preventDefault();
    return event.stopPropagation();
  }
  return (
    <div className={styles.keys} role="presentation" onKeyDownCapture={onKeyDownCapture} onBlur={onLeave}>
      {children}
    </div>
  );
}

/** Several values as tokens inside the field. Backspace in an empty query removes the last one. */
export function TokenComboBox({
  label,
  labelEnd,
  description,
  errorMessage,
  options,
  value,
  onChange,
  onCreate,
  onQueryChange,
  onText,
  placeholder,
  before,
  ...props
}: TokenComboBoxProps) {
  const t = useT();
  const [query, setQuery] = useState("");
  const [isQuiet, setQuiet] = useState(false);
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? []);
  // During typing, earlier choices give way to the matches: whoever goes to one and chooses it would take it away.
  const offered = query.trim() === "" ? options : options.filter(({ id }) => !value.includes(id));

  function changeQuery(next: string) {
    setQuery(next);
    onQueryChange?.(next);
  }

  function take(text: string, isFinal: boolean) {
    setQuiet(true);
    changeQuery(onText?.(text, isFinal) ?? "");
  }

  function onKeyDown(event: KeyboardEvent) {
    // An option is chosen first; another Enter sends the form.
    if (event.key === "Enter" && onText && query.trim() !== "") event.preventDefault();
    if (event.key === "Backspace" && query === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  return (
    <AriaComboBox<Option, "multiple">
      {...props}
      selectionMode="multiple"
      validationBehavior="aria"
      // Below a field that is typed into, a list that opens by itself would cover what one scrolls to on a phone.
      menuTrigger={isQuiet ? "manual" : onText && (errorMessage || touch.isNow()) ? "input" : "focus"}
      onOpenChange={(isOpen) => isOpen && setQuiet(false)}
      allowsEmptyCollection
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      inputValue={query}
      onInputChange={(next) => {
        if (onText && /[,;]/.test(next)) return take(next, false);
        setQuiet(false);
        return changeQuery(next);
      }}
      {...(onQueryChange ? { defaultFilter: () => true } : {})}
      value={value}
      onChange={(keys) => {
        if (keys.includes(createId)) onCreate?.(query);
        // Nothing was chosen: the field was left, or Enter pressed on what is typed.
        else if (keys.map(String).join() === value.join()) return changeQuery(onText && query.trim() ? onText(query, true) : "");
        else onChange(keys.map(String));
        if (onText) setQuiet(true);
        changeQuery("");
      }}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={`${boxClass} ${chosen.length > 0 ? styles.tokens : ""}`}>
        {before}
        {chosen.length > 0 && (
          <NotAnOption>
            <TagGroup
              aria-label={t("common.chosen")}
              className={styles.list ?? ""}
              {...(props.isReadOnly || props.isDisabled
                ? {}
                : { onRemove: (keys) => onChange(value.filter((id) => !keys.has(id))) })}
            >
              <TagList className={styles.list ?? ""}>
                {chosen.map((option) => (
                  <Token key={option.id} id={option.id} label={option.label} />
                ))}
              </TagList>
            </TagGroup>
          </NotAnOption>
        )}
        <Keys
          value={value}
          isQuiet={isQuiet}
          onLeave={() => setQuiet(false)}
          onEnter={() => {
            if (!onText || query.trim() === "") return false;
            take(query, true);
            return true;
          }}
        >
          <Input
            className={`${inputClass} ${styles.query}`}
            onKeyDown={onKeyDown}
            {...(placeholder === undefined || chosen.length > 0 ? {} : { placeholder })}
          />
        </Keys>
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <Popover kind="menu">
        <ListBox
          className={listStyles.list ?? ""}
          renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
        >
          {offered.map((option) => (
            <OptionItem key={option.id} option={option} />
          ))}
          {onCreate && query && <CreateItem id={createId} label={t("common.createNamed", { name: query })} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
