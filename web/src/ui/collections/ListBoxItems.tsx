import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import type { ReactNode } from "react";
import { ListBoxItem } from "react-aria-components/ListBox";
import { Icon } from "../display/Icon.tsx";
import styles from "./List.module.css";

/** One choice of a select, combo box or token field. */
export interface Option {
  id: string;
  /** Text to search for, also shown if there is no `node`. */
  label: string;
  /** Display in the list and as the value: a pill, a person, a record. */
  node?: ReactNode;
  isDisabled?: boolean;
}

export function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled ?? false} className={styles.item ?? ""}>
      <span className={styles.content}>{option.node ?? <bdi className={styles.label}>{option.label}</bdi>}</span>
      <span className={`${styles.end} ${styles.check}`}>
        <Icon of={checkmark} />
      </span>
    </ListBoxItem>
  );
}

/** The row that creates what was typed; always last. */
export function CreateItem({ id, label }: { id: string; label: string }) {
  return (
    <ListBoxItem id={id} textValue={label} className={styles.item ?? ""} data-tone="create">
      <Icon of={add} />
      <span className={styles.label}>{label}</span>
    </ListBoxItem>
  );
}
