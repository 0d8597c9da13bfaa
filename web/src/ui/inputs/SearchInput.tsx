import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { KeyboardEvent } from "react";
import { useT } from "../../lib/i18n.tsx";
import fieldStyles from "./Field.module.css";
import { Icon } from "../display/Icon.tsx";
import styles from "./SearchInput.module.css";

interface SearchInputProps {
  /** The accessible name and the placeholder. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** A search in a toolbar. A plain input, as it stands on every list: the kit's field brings validation along, which a search has none of. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const t = useT();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || value === "") return;
    event.preventDefault();
    onChange("");
  }

  return (
    <div className={`${fieldStyles.box} ${styles.box}`} data-size="28">
      <Icon of={searchIcon} />
      <input
        className={fieldStyles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value !== "" && (
        <button type="button" data-touch className={styles.clear} aria-label={t("common.clear")} onClick={() => onChange("")}>
          <Icon of={dismiss} />
        </button>
      )}
    </div>
  );
}
