import { Menu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import styles from "./filters.module.css";

interface FieldListProps {
  label: string;
  fields: readonly { id: string; label: string; icon: IconShape }[];
  onChoose: (fieldId: string) => void;
  /** Choosing closes the surrounding popover. */
  closes?: boolean;
}

/**
 * A list that scrolls is reached by Tab: its items are none, since the focus stays in the search. Not before react-aria has seen it: it takes a list that can be focused
 * for one whose items the arrow keys cannot reach from the search.
 */
const reachable = (list: HTMLDivElement | null): void => queueMicrotask(() => list?.setAttribute("tabindex", "0"));

/** Fields to choose from, with a search that is typed into at once; on a phone it waits for a press, because the keyboard would cover the fields. */
export function FieldList({ label, fields, onChoose, closes = false }: FieldListProps) {
  const t = useT();
  const isPhone = useIsPhone();
  return (
    <Searchable label={t("cards.findField")} choices={fields} autoFocus={!isPhone}>
      {(shown) => (
        <Menu
          ref={reachable}
          aria-label={label}
          shouldCloseOnSelect={closes}
          className={`${listStyles.list} ${styles.fields}`}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
        >
          {shown.map((field) => (
            <MenuItem key={field.id} id={field.id} icon={field.icon} textValue={field.label}>
              <bdi>{field.label}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
    </Searchable>
  );
}
