import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { ReactElement } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
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

interface FieldMenuProps {
  fields: readonly Field[];
  trigger: ReactElement;
  onChoose: (fieldId: string) => void;
  /** For a menu that is loaded when it is asked for. */
  defaultOpen?: boolean;
}

/** Fields to choose from, with a search that is typed into at once. */
export function FieldMenu({ fields, trigger, onChoose, defaultOpen = false }: FieldMenuProps) {
  const t = useT();
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <MenuTrigger defaultOpen={defaultOpen}>
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
