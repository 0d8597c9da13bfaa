import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import styles from "./filters.module.css";

export const FieldMenu = later(async () => (await import("./FieldMenu.tsx")).FieldMenu);

/** The dashed button that adds a condition. */
export function AddFilter({ fields, onAdd }: { fields: readonly Field[]; onAdd: (fieldId: string) => void }) {
  const t = useT();
  return (
    <MenuButton
      preload={FieldMenu.preload}
      button={(props) => (
        <Button {...props} className={styles.add ?? ""}>
          <Icon of={add} size={14} />
          {t("cards.filter")}
        </Button>
      )}
      menu={(trigger) => <FieldMenu fields={fields} onChoose={onAdd} trigger={trigger} defaultOpen />}
    />
  );
}
