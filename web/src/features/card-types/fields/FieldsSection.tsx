import copy from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { apiNameOf } from "@kartis/core/cards/types/naming.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Drawer } from "../../../ui/overlays/Dialog.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { SearchInput } from "../../../ui/inputs/SearchInput.tsx";
import { moved, SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import { iconOf } from "../../fields/screens.ts";
import { AddFieldMenu } from "./AddFieldMenu.tsx";
import { isSystemField, withoutField, withType, hasSetting } from "../draft.ts";
import styles from "../editor.module.css";
import { FieldInspector } from "./FieldInspector.tsx";
import { newOption, plainField } from "../new-draft.ts";
import { RowMenu } from "../RowMenu.tsx";
import { useEditor } from "../useTypeEditor.ts";
import { useEditorSearch } from "../useEditorSearch.ts";
import { useIsWide } from "../useIsWide.ts";

/** The fields in their order, and the open one beside them. */
export function FieldsSection() {
  const t = useT();
  const { draft, edit, problems } = useEditor();
  const { open, go } = useEditorSearch();
  const isWide = useIsWide();
  const [query, setQuery] = useState("");
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const { fields } = draft;
  const shown = fields.filter((field) => `${field.label} ${field.key}`.toLowerCase().includes(query.trim().toLowerCase()));
  const field = fields.find((one) => one.id === open);
  const show = (id: string | undefined) => go({ open: id }, { replace: true });
  const order = (next: readonly Field[]) => edit({ fields: [...next] });

  function insert(made: Field, after?: string) {
    setAdded((before) => new Set(before).add(made.id));
    const at = after === undefined ? fields.length : fields.findIndex((one) => one.id === after) + 1;
    order(fields.toSpliced(at, 0, made));
    setQuery("");
    show(made.id);
  }

  const isTaken = (key: string) => fields.some((one) => one.key === key);

  const labels = new Set(fields.map((one) => one.label.toLowerCase()));
  const freeLabel = (label: string): string => {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? label : `${label} ${number}`;
      if (!labels.has(candidate.toLowerCase())) return candidate;
    }
  };

  function add(type: Field["type"]) {
    const label = freeLabel(t(`fieldTypes.${type}`));
    const made = withType(plainField(newId("fld"), apiNameOf(label, "field", isTaken), "text", label), type);
    insert(hasSetting(type, "options") ? { ...made, options: [newOption(t("cardTypes.firstOption"), 0)] } : made);
  }

  function duplicate(one: Field) {
    const label = freeLabel(t("cardTypes.copyOf", { name: one.label }));
    const options = one.options.map((option) => ({ id: newId("opt"), label: option.label, hue: option.hue }));
    insert(
      {
        ...withType(one, one.type),
        id: newId("fld"),
        key: apiNameOf(one.key, "field", isTaken),
        label,
        options,
        required: false,
      },
      one.id,
    );
  }

  const inspector = field && <FieldInspector key={field.id} field={field} isNew={added.has(field.id)} />;

  return (
    <div className={styles.split}>
      <div className={styles.scroll}>
        <div className={styles.bar}>
          <SearchInput label={t("cardTypes.findField")} value={query} onChange={setQuery} />
          <AddFieldMenu onAdd={add} />
        </div>
        <SortableList
          label={t("cardTypes.section.fields")}
          items={shown}
          textOf={(one) => one.label}
          // A part of the list has no order of its own.
          isFixed={query.trim() !== ""}
          onMove={(ids, beforeId) => order(moved(fields, ids, beforeId))}
          onOpen={show}
          openId={field?.id}
          emptyText={t("common.noMatches")}
        >
          {(one) => {
            const at = fields.findIndex((other) => other.id === one.id);
            const isWrong = Object.keys(problems).some((path) => path.startsWith(`fields.${one.id}.`));
            return (
              <>
                <span className={styles.icon}>
                  <Icon of={iconOf(one.id, one.type)} />
                </span>
                <span className={styles.main}>
                  <bdi className={styles.strong} data-hue={one.hue} data-tinted={one.hue ? true : undefined}>
                    {one.label || t("cardTypes.unnamed")}
                  </bdi>
                  <span className={styles.quiet}>{t(`fieldTypes.${one.type}`)}</span>
                </span>
                {isWrong && <i className={styles.wrong} role="img" aria-label={t("cardTypes.toCorrect")} />}
                <span className={styles.marks}>
                  {one.group && <Tag>{one.group}</Tag>}
                  {one.required && <Tag>{t("common.required")}</Tag>}
                  {one.internal && <Tag>{t("cardTypes.internal")}</Tag>}
                </span>
                <RowMenu
                  name={one.label}
                  isFirst={at === 0}
                  isLast={at === fields.length - 1}
                  onStep={(step) => order(stepped(fields, one.id, step))}
                >
                  <MenuSeparator />
                  <MenuItem icon={copy} onAction={() => duplicate(one)}>
                    {t("cardTypes.duplicate")}
                  </MenuItem>
                  <MenuItem
                    icon={deleteIcon}
                    tone="danger"
                    isDisabled={isSystemField(one.id) && one.id !== "status"}
                    onAction={() => {
                      edit((before) => withoutField(before, one.id));
                      if (open === one.id) show(undefined);
                    }}
                  >
                    {t("cardTypes.removeField")}
                  </MenuItem>
                </RowMenu>
              </>
            );
          }}
        </SortableList>
      </div>
      {isWide && (
        <aside className={styles.inspector} aria-label={t("cardTypes.fieldDetails")}>
          {inspector ?? <p className={styles.hint}>{t("cardTypes.chooseField")}</p>}
        </aside>
      )}
      {!isWide && field && (
        <Drawer isOpen title={<bdi>{field.label}</bdi>} onClose={() => show(undefined)}>
          {inspector}
        </Drawer>
      )}
    </div>
  );
}
