import down from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import up from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { isAskable } from "@kartis/core/lead-forms/rules.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { moved, SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { iconOf } from "../../fields/screens.ts";
import styles from "../webhooks/webhooks.module.css";
import { FieldDialog } from "./FieldDialog.tsx";
import own from "./forms.module.css";
import type { FormDesign } from "./queries.ts";

type Fields = FormDesign["fields"];

interface FormFieldsProps {
  type: CardType;
  fields: Fields;
  problem: string | undefined;
  onChange: (fields: Fields) => void;
}

/** What the form asks, in its order. */
export function FormFields({ type, fields, problem, onChange }: FormFieldsProps) {
  const t = useT();
  const mayChangeType = useCan()(["CARD_TYPES", "update"]);
  const [editedId, setEditedId] = useState<string>();
  const items = fields.map((field) => ({ ...field, id: field.fieldId }));
  const change = (next: readonly Fields[number][]) =>
    onChange(next.map(({ fieldId, label, help, required }) => ({ fieldId, label, help, required })));
  const fieldOf = (fieldId: string) => type.fields.find(({ id }) => id === fieldId);
  const labelOf = ({ fieldId, label }: Fields[number]) => label || (fieldOf(fieldId)?.label ?? t("leadForms.field.gone"));
  const others = type.fields.filter((field) => isAskable(field) && !fields.some(({ fieldId }) => fieldId === field.id));
  const edited = fields.find(({ fieldId }) => fieldId === editedId);
  return (
    <div className={styles.events} role="group" aria-label={t("leadForms.fields")}>
      <span className={styles.legend}>{t("leadForms.fields")}</span>
      <SortableList
        label={t("leadForms.fields")}
        items={items}
        textOf={labelOf}
        onMove={(ids, beforeId) => change(moved(items, ids, beforeId))}
        onOpen={setEditedId}
      >
        {(item) => {
          const at = items.findIndex(({ id }) => id === item.id);
          const field = fieldOf(item.id);
          const label = labelOf(item);
          const actions = t("leadForms.field.actions", { name: label });
          return (
            <>
              {field && <Icon of={iconOf(field.id, field.type)} />}
              <bdi className={own.label}>{label}</bdi>
              {(item.required || field?.required || item.id === "name") && (
                <span className={styles.quiet}>{t("leadForms.field.required")}</span>
              )}
              <Menu placement="bottom end" aria-label={actions} trigger={<IconButton icon={more} size={24} label={actions} />}>
                <MenuItem icon={edit} onAction={() => setEditedId(item.id)}>
                  {t("leadForms.field.edit")}
                </MenuItem>
                <MenuItem icon={up} isDisabled={at === 0} onAction={() => change(stepped(items, item.id, -1))}>
                  {t("leadForms.field.up")}
                </MenuItem>
                <MenuItem icon={down} isDisabled={at === items.length - 1} onAction={() => change(stepped(items, item.id, 1))}>
                  {t("leadForms.field.down")}
                </MenuItem>
                <MenuItem icon={deleteIcon} onAction={() => change(items.filter(({ id }) => id !== item.id))}>
                  {t("leadForms.field.remove")}
                </MenuItem>
              </Menu>
            </>
          );
        }}
      </SortableList>
      {problem !== undefined && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
      {others.length > 0 ? (
        <div data-invalid={problem === undefined ? undefined : true}>
          <Menu
            placement="bottom start"
            aria-label={t("leadForms.fields.add")}
            trigger={
              <Button icon={add} size={28} variant="ghost">
                {t("leadForms.fields.add")}
              </Button>
            }
          >
            {others.map(({ id, type: kind, label }) => (
              <MenuItem
                key={id}
                icon={iconOf(id, kind)}
                textValue={label}
                onAction={() => change([...fields, { fieldId: id, label: "", help: "", required: false }])}
              >
                <bdi>{label}</bdi>
              </MenuItem>
            ))}
          </Menu>
        </div>
      ) : (
        <p className={styles.quiet}>{t("leadForms.fields.all")}</p>
      )}
      {mayChangeType && (
        // The form stays as it is, and offers the new field as soon as there is one.
        <Link href={`/settings/card-types?id=${type.id}&tab=fields`} target="_blank">
          {t("leadForms.fields.new")}
        </Link>
      )}
      {edited && (
        <FieldDialog
          field={edited}
          own={fieldOf(edited.fieldId)}
          onClose={() => setEditedId(undefined)}
          onDone={(next) => {
            change(fields.map((one) => (one.fieldId === next.fieldId ? next : one)));
            setEditedId(undefined);
          }}
        />
      )}
    </div>
  );
}
