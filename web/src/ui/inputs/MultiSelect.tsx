import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { useState } from "react";
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
  const [shown, choose] = useAhead(value);
  const chosen = options.filter(({ id }) => shown.includes(id));
  const [first] = chosen;
  return (
    <AriaSelect<Option, "multiple">
      selectionMode="multiple"
      validationBehavior="aria"
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={shown}
      onChange={(keys) => {
        const ids = keys.map(String);
        choose(ids);
        onChange(ids);
      }}
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

// The address keeps them in an order of its own.
const keyOf = (ids: readonly string[]) => ids.toSorted().join();

/**
 * What was chosen last, until the given value has caught up with it. One that stands in the address comes back a render or more later, and the next choice would
 * be made without this one.
 */
function useAhead(value: readonly string[]): readonly [readonly string[], (ids: readonly string[]) => void] {
  const given = keyOf(value);
  const [state, setState] = useState<{ given: string; ahead: readonly (readonly string[])[] }>({ given, ahead: [] });
  let { ahead } = state;
  if (state.given !== given) {
    const arrived = ahead.findLastIndex((ids) => keyOf(ids) === given);
    ahead = arrived < 0 ? [] : ahead.slice(arrived + 1);
    setState({ given, ahead });
  }
  return [ahead.at(-1) ?? value, (ids) => setState((before) => ({ ...before, ahead: [...before.ahead, ids] }))];
}
