import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox as AriaComboBox, type ComboBoxProps as AriaComboBoxProps } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { useT } from "../../lib/i18n.tsx";
import styles from "./ComboBox.module.css";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";
import { Icon } from "../display/Icon.tsx";
import listStyles from "../collections/List.module.css";
import { CreateItem, OptionItem, type Option } from "../collections/ListBoxItems.tsx";
import { Popover } from "../overlays/Popover.tsx";

export interface ComboBoxProps
  extends
    Omit<
      AriaComboBoxProps<Option>,
      "className" | "style" | "children" | "isInvalid" | "value" | "onChange" | "items" | "defaultItems"
    >,
    FieldProps {
  /** All options (filtered here), or with `isServerFiltered` what the server found for `inputValue`. */
  options: readonly Option[];
  isServerFiltered?: boolean;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Adds a last row `Create “query”`. */
  onCreate?: (query: string) => void;
  placeholder?: string;
  size?: 28 | 32 | 40;
  before?: ReactNode;
}

const createId = "\u0000create";

export function ComboBox({
  label,
  labelEnd,
  description,
  errorMessage,
  options,
  isServerFiltered,
  value,
  onChange,
  onCreate,
  placeholder,
  size = 32,
  before,
  ...props
}: ComboBoxProps) {
  const t = useT();
  const query = props.inputValue ?? "";
  return (
    <AriaComboBox
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      {...props}
      {...(isServerFiltered ? { defaultFilter: () => true } : {})}
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value}
      onChange={(key) => (key === createId ? onCreate?.(query) : onChange(key === null ? null : String(key)))}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={boxClass} data-size={size}>
        {before}
        <Input className={inputClass} {...(placeholder === undefined ? {} : { placeholder })} />
        <Button className={styles.chevron ?? ""}>
          <Icon of={chevronDown} />
        </Button>
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
