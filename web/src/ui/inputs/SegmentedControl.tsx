import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { Icon, type IconShape } from "../display/Icon.tsx";
import styles from "./SegmentedControl.module.css";

export interface SegmentedControlProps<Id extends string> {
  label: string;
  /** Two to five, with or without icons, but not mixed. */
  options: readonly { id: Id; label: ReactNode; icon?: IconShape; isDisabled?: boolean }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function SegmentedControl<Id extends string>({ label, options, value, onChange }: SegmentedControlProps<Id>) {
  const hasWayIn = options.some(({ id, isDisabled }) => id === value && !isDisabled);
  return (
    <ToggleButtonGroup
      className={styles.group ?? ""}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen) onChange(chosen.id);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          isDisabled={option.isDisabled ?? false}
          // As among radio buttons, Tab leads to the chosen one, and arrows from there.
          excludeFromTabOrder={hasWayIn && option.id !== value}
          className={styles.thumb ?? ""}
        >
          {option.icon && <Icon of={option.icon} />}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
