import type { Field } from "@kartis/core/cards/schema.ts";
import type { ReactElement } from "react";
import { MenuTrigger } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { iconOf } from "../../fields/screens.ts";
import { FieldList } from "./FieldList.tsx";

interface FieldMenuProps {
  fields: readonly Field[];
  trigger: ReactElement;
  onChoose: (fieldId: string) => void;
  /** Opens immediately; for a menu that is loaded on request. */
  defaultOpen?: boolean;
}

/** Fields to choose from, in a menu. */
export function FieldMenu({ fields, trigger, onChoose, defaultOpen = false }: FieldMenuProps) {
  const t = useT();
  return (
    <MenuTrigger defaultOpen={defaultOpen}>
      {trigger}
      <Popover kind="menu" placement="bottom start">
        <FieldList
          label={t("cards.findField")}
          fields={fields.map((field) => ({ ...field, icon: iconOf(field.id, field.type) }))}
          onChoose={onChoose}
          closes
        />
      </Popover>
    </MenuTrigger>
  );
}
