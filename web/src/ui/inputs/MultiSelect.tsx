import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useFormat } from "../../lib/i18n.tsx";
import type { Option } from "../collections/ListBoxItems.tsx";
import { Icon } from "../display/Icon.tsx";
import { boxClass, fieldClass, FieldHelp, FieldLabel, type FieldProps } from "./Field.tsx";
import { SelectOptions } from "./Select.tsx";
import styles from "./Select.module.css";

interface MultiSelectProps extends FieldProps {
  options: readonly Option[];
  /** Ids of the chosen options, in any order. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** The word for all of them, which is meant while nothing is chosen. */
  whole: string;
}

/** Several of a few options; the list stays open while one chooses. */
export function MultiSelect({ label, labelEnd, description, errorMessage, options, value, onChange, whole }: MultiSelectProps) {
  const format = useFormat();
  const chosen = options.filter(({ id }) => value.includes(id));
  const [first] = chosen;
  return (
    <AriaSelect<Option, "multiple">
      selectionMode="multiple"
      validationBehavior="aria"
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value}
      onChange={(keys) => onChange(keys.map(String))}
    >
      <FieldLabel label={label} labelEnd={labelEnd} />
      <Button className={boxClass} data-size={32}>
        <SelectValue className={styles.value ?? ""}>
          {first && chosen.length === 1 ? (
            (first.node ?? <bdi>{first.label}</bdi>)
          ) : (
            <span className={styles.text}>
              {first
                ? format.list(
                    chosen.map((option) => option.label),
                    "disjunction",
                  )
                : whole}
            </span>
          )}
        </SelectValue>
        <Icon of={chevronDown} />
      </Button>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <SelectOptions options={options} />
    </AriaSelect>
  );
}
