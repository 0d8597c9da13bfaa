import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { ReactElement } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { Menu, MenuTrigger } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { useT } from "../../../lib/i18n.tsx";
import { inputClass } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import listStyles from "../../../ui/List.module.css";
import { MenuItem } from "../../../ui/Menu.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { iconOf } from "../fields/icons.ts";
import { fieldTraits } from "../fields/traits.ts";
import styles from "./filters.module.css";

/** The dashed button that adds a condition. */
export function AddFilter({ fields, onAdd }: { fields: readonly Field[]; onAdd: (fieldId: string) => void }) {
  const t = useT();
  return (
    <FieldMenu
      fields={fields}
      onChoose={onAdd}
      trigger={
        <Button className={styles.add ?? ""}>
          <Icon of={add} size={14} />
          {t("cards.filter")}
        </Button>
      }
    />
  );
}

interface FieldMenuProps {
  fields: readonly Field[];
  trigger: ReactElement;
  onChoose: (fieldId: string) => void;
}

/** Fields to choose from, with a search that is typed into at once. */
export function FieldMenu({ fields, trigger, onChoose }: FieldMenuProps) {
  const t = useT();
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <MenuTrigger>
      {trigger}
      <Popover kind="menu" placement="bottom start">
        <Autocomplete filter={contains}>
          <SearchField aria-label={t("cards.findField")} autoFocus className={listStyles.search ?? ""}>
            <Icon of={searchIcon} />
            <Input className={inputClass} placeholder={t("cards.findField")} />
          </SearchField>
          <Menu
            className={`${listStyles.list} ${styles.fields}`}
            onAction={(key) => onChoose(String(key))}
            renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
          >
            {fields.map((field) => (
              <MenuItem
                key={field.id}
                id={field.id}
                icon={iconOf(field.id, fieldTraits[field.type].control)}
                textValue={field.label}
              >
                <bdi>{field.label}</bdi>
              </MenuItem>
            ))}
          </Menu>
        </Autocomplete>
      </Popover>
    </MenuTrigger>
  );
}
