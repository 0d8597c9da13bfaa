import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import up from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import down from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { stepped } from "../../../ui/collections/SortableList.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import type { LayoutDraft, LayoutGroup } from "../draft.ts";
import styles from "../editor.module.css";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";
import { BucketFields } from "./BucketFields.tsx";
import { nameOf } from "./layout-groups.ts";

interface LayoutGroupsProps {
  layout: LayoutDraft;
  onChange: (groups: readonly LayoutGroup[]) => void;
}

/** The groups of a layout in their order, and beside them the fields it leaves out. */
export function LayoutGroups({ layout, onChange }: LayoutGroupsProps) {
  const t = useT();
  const { draft } = useEditor();
  const problem = useProblem();
  const changeGroup = (id: string, next: Partial<LayoutGroup>) =>
    onChange(layout.groups.map((group) => (group.id === id ? { ...group, ...next } : group)));
  const used = new Set(layout.groups.flatMap((group) => group.fieldIds));
  const fields = draft.fields.filter((field) => !field.internal && field.id !== "name");
  const available = fields.filter((field) => !used.has(field.id));
  return (
    <div className={styles.buckets}>
      <div className={styles.groups}>
        {layout.groups.map((group, position) => (
          <section key={group.id} className={styles.bucket} aria-label={nameOf(group, t)}>
            <div className={styles.blockHead}>
              <div className={styles.grow}>
                <TextField
                  aria-label={t("cardTypes.layout.groupName")}
                  size={28}
                  placeholder={t("cardTypes.layout.untitled")}
                  value={group.title}
                  onChange={(title) => changeGroup(group.id, { title })}
                  errorMessage={problem(`layouts.${layout.id}.groups.${group.id}`)}
                />
              </div>
              <Checkbox isSelected={group.isDefaultOpen} onChange={(isDefaultOpen) => changeGroup(group.id, { isDefaultOpen })}>
                {t("cardTypes.layout.open")}
              </Checkbox>
              <IconButton
                icon={up}
                size={24}
                label={t("cardTypes.moveUpNamed", { name: nameOf(group, t) })}
                isDisabled={position === 0}
                onPress={() => onChange(stepped(layout.groups, group.id, -1))}
              />
              <IconButton
                icon={down}
                size={24}
                label={t("cardTypes.moveDownNamed", { name: nameOf(group, t) })}
                isDisabled={position === layout.groups.length - 1}
                onPress={() => onChange(stepped(layout.groups, group.id, 1))}
              />
              <IconButton
                icon={deleteIcon}
                size={24}
                label={t("common.removeNamed", { name: nameOf(group, t) })}
                onPress={() => onChange(layout.groups.filter((one) => one.id !== group.id))}
              />
            </div>
            <BucketFields
              layout={layout}
              groupId={group.id}
              label={nameOf(group, t)}
              emptyText={t("cardTypes.layout.emptyGroup")}
              fields={fields}
              ids={group.fieldIds}
              onChange={onChange}
            />
          </section>
        ))}
        <div>
          <Button
            variant="ghost"
            icon={add}
            onPress={() =>
              onChange([
                ...layout.groups,
                { id: newId("opt"), title: t("cardTypes.layout.newGroup"), fieldIds: [], isDefaultOpen: true },
              ])
            }
          >
            {t("cardTypes.layout.addGroup")}
          </Button>
        </div>
      </div>
      <section className={styles.bucket} data-sunken aria-label={t("cardTypes.layout.available")}>
        <h2 className={styles.bucketTitle}>{t("cardTypes.layout.available")}</h2>
        <BucketFields
          layout={layout}
          groupId={null}
          label={t("cardTypes.layout.available")}
          emptyText={t("cardTypes.layout.allPlaced")}
          fields={fields}
          ids={available.map((field) => field.id)}
          onChange={onChange}
        />
      </section>
    </div>
  );
}
