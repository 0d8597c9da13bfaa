import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { Menu, MenuTrigger } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { inputClass } from "../../../ui/inputs/Field.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { iconOf } from "../../cards/fields/screens.ts";
import styles from "../editor.module.css";
import { fieldTypes } from "./field-types.ts";

/** Every kind of field there is, with what it is for. */
export function AddFieldMenu({ onAdd }: { onAdd: (type: Field["type"]) => void }) {
  const t = useT();
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <MenuTrigger>
      <Button icon={add}>{t("cardTypes.addField")}</Button>
      <Popover kind="menu" placement="bottom end">
        <Autocomplete filter={contains}>
          <SearchField aria-label={t("cardTypes.findFieldType")} autoFocus className={listStyles.search ?? ""}>
            <Icon of={searchIcon} />
            <Input className={inputClass} placeholder={t("cardTypes.findFieldType")} />
          </SearchField>
          <Menu
            className={`${listStyles.list} ${styles.fieldTypes}`}
            onAction={(key) => {
              const type = fieldTypes.find((one) => one === key);
              if (type) onAdd(type);
            }}
            renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
          >
            {fieldTypes.map((type) => (
              <MenuItem
                key={type}
                id={type}
                icon={iconOf("", type)}
                textValue={t(`fieldTypes.${type}`)}
                note={t(`fieldTypes.${type}.help`)}
              >
                {t(`fieldTypes.${type}`)}
              </MenuItem>
            ))}
          </Menu>
        </Autocomplete>
      </Popover>
    </MenuTrigger>
  );
}
