import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import move from "@fluentui/svg-icons/icons/arrow_swap_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MenuItem, MenuSection } from "../../../ui/overlays/Menu.tsx";
import { SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import { iconOf } from "../../fields/screens.ts";
import type { LayoutDraft, LayoutGroup } from "../draft.ts";
import styles from "../editor.module.css";
import { RowMenu } from "../RowMenu.tsx";
import { nameOf, placed } from "./layout-groups.ts";

interface BucketFieldsProps {
  layout: LayoutDraft;
  /** Null: the fields that are in no group. */
  groupId: string | null;
  label: string;
  emptyText: string;
  fields: readonly Field[];
  ids: readonly string[];
  onChange: (groups: readonly LayoutGroup[]) => void;
}

/** The fields of one group, or those in none, which are moved by dragging or by their menus. */
export function BucketFields({ layout, groupId, label, emptyText, fields, ids, onChange }: BucketFieldsProps) {
  const t = useT();
  const items = ids.flatMap((id) => fields.filter((field) => field.id === id));
  return (
    <SortableList
      label={label}
      kind={`kartis-layout-${layout.id}`}
      items={items}
      textOf={(field) => field.label}
      onMove={(moving, beforeId) => onChange(placed(layout.groups, moving, groupId, beforeId))}
      emptyText={emptyText}
    >
      {(field) => {
        const position = items.findIndex((one) => one.id === field.id);
        return (
          <>
            <span className={styles.icon}>
              <Icon of={iconOf(field.id, field.type)} />
            </span>
            <span className={styles.main}>
              <bdi>{field.label}</bdi>
            </span>
            <RowMenu
              name={field.label}
              isFirst={groupId === null || position === 0}
              isLast={groupId === null || position === items.length - 1}
              onStep={(step) =>
                onChange(
                  layout.groups.map((group) =>
                    group.id === groupId ? { ...group, fieldIds: stepped(items, field.id, step).map((one) => one.id) } : group,
                  ),
                )
              }
            >
              <MenuSection title={t("cardTypes.layout.moveTo")}>
                {layout.groups
                  .filter((group) => group.id !== groupId)
                  .map((group) => (
                    <MenuItem
                      key={group.id}
                      icon={move}
                      textValue={nameOf(group, t)}
                      onAction={() => onChange(placed(layout.groups, [field.id], group.id, null))}
                    >
                      <bdi>{nameOf(group, t)}</bdi>
                    </MenuItem>
                  ))}
                {groupId !== null && (
                  <MenuItem icon={deleteIcon} onAction={() => onChange(placed(layout.groups, [field.id], null, null))}>
                    {t("cardTypes.layout.available")}
                  </MenuItem>
                )}
              </MenuSection>
            </RowMenu>
          </>
        );
      }}
    </SortableList>
  );
}
