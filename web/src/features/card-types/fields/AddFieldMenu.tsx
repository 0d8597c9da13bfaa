import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { Menu, MenuTrigger } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { iconOf } from "../../fields/screens.ts";
import styles from "../editor.module.css";
import { fieldTypes } from "./field-types.ts";

/** Every kind of field there is, with what it is for. */
export function AddFieldMenu({ onAdd }: { onAdd: (type: Field["type"]) => void }) {
  const t = useT();
  const choices = fieldTypes.map((type) => ({ type, label: t(`fieldTypes.${type}`) }));
  return (
    <MenuTrigger>
      <Button icon={add}>{t("cardTypes.addField")}</Button>
      <Popover kind="menu" placement="bottom end">
        <Searchable label={t("cardTypes.findFieldType")} choices={choices}>
          {(shown) => (
            <Menu
              className={`${listStyles.list} ${styles.fieldTypes}`}
              onAction={(key) => {
                const type = fieldTypes.find((one) => one === key);
                if (type) onAdd(type);
              }}
              renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
            >
              {shown.map(({ type, label }) => (
                <MenuItem key={type} id={type} icon={iconOf("", type)} textValue={label} note={t(`fieldTypes.${type}.help`)}>
                  {label}
                </MenuItem>
              ))}
            </Menu>
          )}
        </Searchable>
      </Popover>
    </MenuTrigger>
  );
}
