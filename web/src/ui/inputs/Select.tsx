import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { ListBox } from "react-aria-components/ListBox";
import { Select as AriaSelect, SelectValue, type SelectProps as AriaSelectProps } from "react-aria-components/Select";
import { useT } from "../../lib/i18n.tsx";
import { boxClass, fieldClass, FieldHelp, FieldLabel, type FieldProps } from "./Field.tsx";
import { Icon } from "../display/Icon.tsx";
import listStyles from "../collections/List.module.css";
import { Searchable } from "../collections/Searchable.tsx";
import { OptionItem, type Option } from "../collections/ListBoxItems.tsx";
import { Popover } from "../overlays/Popover.tsx";
import styles from "./Select.module.css";

export interface SelectProps
  extends
    Omit<AriaSelectProps<Option>, "className" | "style" | "children" | "isInvalid" | "value" | "onChange" | "selectionMode">,
    FieldProps {
  options: readonly Option[];
  /** The id of the chosen option. */
  value: string | null;
  onChange: (id: string) => void;
  size?: 28 | 32 | 40;
}

/** Above this many options the list gets a search row. */
const searchAbove = 8;

export function Select({
  label,
  labelEnd,
  description,
  errorMessage,
  options,
  value,
  onChange,
  size = 32,
  ...props
}: SelectProps) {
  const chosen = options.find((option) => option.id === value);
  return (
    <AriaSelect
      validationBehavior="aria"
      {...props}
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Button className={boxClass} data-size={size}>
        <SelectValue className={styles.value ?? ""}>
          {({ isPlaceholder, defaultChildren }) =>
            isPlaceholder || !chosen ? defaultChildren : (chosen.node ?? <bdi>{chosen.label}</bdi>)
          }
        </SelectValue>
        <Icon of={chevronDown} />
      </Button>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <SelectOptions options={options} />
    </AriaSelect>
  );
}

/** Popover content of a select: its options, with a search row above many. */
export function SelectOptions({ options }: { options: readonly Option[] }) {
  const t = useT();
  const list = (shown: readonly Option[]) => (
    <ListBox
      items={shown}
      className={listStyles.list ?? ""}
      renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
    >
      {(option) => <OptionItem option={option} />}
    </ListBox>
  );
  return (
    <Popover kind="menu">
      {options.length > searchAbove ? (
        <Searchable label={t("common.search")} choices={options} isCollected>
          {list}
        </Searchable>
      ) : (
        list(options)
      )}
    </Popover>
  );
}
