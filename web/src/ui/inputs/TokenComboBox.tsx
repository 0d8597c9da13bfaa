import type { KeyboardEvent, ReactNode } from "react";
import { useContext, useState } from "react";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { TagGroup, TagList } from "react-aria-components/TagGroup";
import { useT } from "../../lib/i18n.tsx";
import styles from "./ComboBox.module.css";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";
import listStyles from "../collections/List.module.css";
import { CreateItem, OptionItem, type Option } from "../collections/ListBoxItems.tsx";
import { Popover } from "../overlays/Popover.tsx";
import { Token } from "../display/Token.tsx";

export interface TokenComboBoxProps extends FieldProps {
  "aria-label"?: string;
  options: readonly Option[];
  /** Ids, in the order chosen. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Adds a last row `Create “query”`. */
  onCreate?: (query: string) => void;
  /** Lets the server filter: called with what is typed. */
  onQueryChange?: (query: string) => void;
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
  placeholder,
  before,
  ...props
}: TokenComboBoxProps) {
  const t = useT();
  const [query, setQuery] = useState("");
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? []);

  function changeQuery(next: string) {
    setQuery(next);
    onQueryChange?.(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Backspace" && query === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  return (
    <AriaComboBox<Option, "multiple">
      {...props}
      selectionMode="multiple"
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      inputValue={query}
      onInputChange={changeQuery}
      {...(onQueryChange ? { defaultFilter: () => true } : {})}
      value={value}
      onChange={(keys) => {
        if (keys.includes(createId)) onCreate?.(query);
        else onChange(keys.map(String));
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
        <Input
          className={`${inputClass} ${styles.query}`}
          onKeyDown={onKeyDown}
          {...(placeholder === undefined || chosen.length > 0 ? {} : { placeholder })}
        />
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <Popover kind="menu">
        <ListBox
          className={listStyles.list ?? ""}
          renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
        >
          {options.map((option) => (
            <OptionItem key={option.id} option={option} />
          ))}
          {onCreate && query && <CreateItem id={createId} label={t("common.createNamed", { name: query })} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
