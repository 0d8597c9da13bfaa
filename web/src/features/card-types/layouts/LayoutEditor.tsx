import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import up from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import down from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import move from "@fluentui/svg-icons/icons/arrow_swap_16_regular.svg?icon";
import type { LayoutSettings } from "@kartis/core/layouts/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { MenuItem, MenuSection } from "../../../ui/overlays/Menu.tsx";
import { SortableList, stepped } from "../../../ui/collections/SortableList.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { iconOf } from "../../cards/fields/screens.ts";
import { type LayoutDraft, type LayoutGroup } from "../draft.ts";
import styles from "../editor.module.css";
import { LayoutFilter } from "./LayoutFilter.tsx";
import { LayoutRoles } from "./LayoutRoles.tsx";
import { placed } from "./layout-groups.ts";
import { RowMenu } from "../RowMenu.tsx";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";

/** One layout: its groups of fields, what is left out, and which cards it is for. */
export function LayoutEditor({ layout }: { layout: LayoutDraft }) {
  const t = useT();
  const { draft, edit } = useEditor();
  const problem = useProblem();
  const at = `layouts.${layout.id}`;
  const change = (next: Partial<LayoutDraft>) =>
    edit((before) => ({ ...before, layouts: before.layouts.map((one) => (one.id === layout.id ? { ...one, ...next } : one)) }));
  const setGroups = (groups: readonly LayoutGroup[]) => change({ groups });
  const changeGroup = (id: string, next: Partial<LayoutGroup>) =>
    setGroups(layout.groups.map((group) => (group.id === id ? { ...group, ...next } : group)));

  const used = new Set(layout.groups.flatMap((group) => group.fieldIds));
  const fields = draft.fields.filter((field) => !field.internal && field.id !== "name");
  const available = fields.filter((field) => !used.has(field.id));

  const nameOf = (group: LayoutGroup) => group.title || t("cardTypes.layout.untitled");

  function list(groupId: string | null, name: string, ids: readonly string[], emptyText: string) {
    const items = ids.flatMap((id) => fields.filter((field) => field.id === id));
    return (
      <SortableList
        label={name}
        kind={`kartis-layout-${layout.id}`}
        items={items}
        textOf={(field) => field.label}
        onMove={(moving, beforeId) => setGroups(placed(layout.groups, moving, groupId, beforeId))}
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
                  groupId && changeGroup(groupId, { fieldIds: stepped(items, field.id, step).map((one) => one.id) })
                }
              >
                <MenuSection title={t("cardTypes.layout.moveTo")}>
                  {layout.groups
                    .filter((group) => group.id !== groupId)
                    .map((group) => (
                      <MenuItem
                        key={group.id}
                        icon={move}
                        textValue={nameOf(group)}
                        onAction={() => setGroups(placed(layout.groups, [field.id], group.id, null))}
                      >
                        <bdi>{nameOf(group)}</bdi>
                      </MenuItem>
                    ))}
                  {groupId !== null && (
                    <MenuItem icon={deleteIcon} onAction={() => setGroups(placed(layout.groups, [field.id], null, null))}>
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

  return (
    <div className={styles.scroll}>
      <div className={styles.layoutHead}>
        <TextField
          label={t("cardTypes.layout.title")}
          isRequired={!layout.isFirst}
          placeholder={layout.isFirst ? t("cardTypes.layout.first") : ""}
          value={layout.title}
          onChange={(title) => change({ title })}
          errorMessage={problem(`${at}.title`)}
        />
        {layout.isFirst ? (
          <p className={styles.hint}>{t("cardTypes.layout.filter.first")}</p>
        ) : (
          <div>
            <h2 className={styles.label}>{t("cardTypes.layout.filter")}</h2>
            <LayoutFilter layout={layout} onChange={(filter) => change({ filter })} />
            <p className={styles.under}>{t("cardTypes.layout.filter.help")}</p>
          </div>
        )}
        {!layout.isFirst && <LayoutRoles layout={layout} onChange={(roleIds) => change({ roleIds })} />}
      </div>
      {layout.settings && <Settings settings={layout.settings} onChange={(settings) => change({ settings })} />}
      <div className={styles.buckets}>
        <div className={styles.groups}>
          {layout.groups.map((group, position) => (
            <section key={group.id} className={styles.bucket} aria-label={nameOf(group)}>
              <div className={styles.blockHead}>
                <div className={styles.grow}>
                  <TextField
                    aria-label={t("cardTypes.layout.groupName")}
                    size={28}
                    placeholder={t("cardTypes.layout.untitled")}
                    value={group.title}
                    onChange={(title) => changeGroup(group.id, { title })}
                    errorMessage={problem(`${at}.groups.${group.id}`)}
                  />
                </div>
                <Checkbox isSelected={group.isDefaultOpen} onChange={(isDefaultOpen) => changeGroup(group.id, { isDefaultOpen })}>
                  {t("cardTypes.layout.open")}
                </Checkbox>
                <IconButton
                  icon={up}
                  size={24}
                  label={t("cardTypes.moveUpNamed", { name: nameOf(group) })}
                  isDisabled={position === 0}
                  onPress={() => setGroups(stepped(layout.groups, group.id, -1))}
                />
                <IconButton
                  icon={down}
                  size={24}
                  label={t("cardTypes.moveDownNamed", { name: nameOf(group) })}
                  isDisabled={position === layout.groups.length - 1}
                  onPress={() => setGroups(stepped(layout.groups, group.id, 1))}
                />
                <IconButton
                  icon={deleteIcon}
                  size={24}
                  label={t("common.removeNamed", { name: nameOf(group) })}
                  onPress={() => setGroups(layout.groups.filter((one) => one.id !== group.id))}
                />
              </div>
              {list(group.id, nameOf(group), group.fieldIds, t("cardTypes.layout.emptyGroup"))}
            </section>
          ))}
          <div>
            <Button
              variant="ghost"
              icon={add}
              onPress={() =>
                setGroups([
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
          {list(
            null,
            t("cardTypes.layout.available"),
            available.map((field) => field.id),
            t("cardTypes.layout.allPlaced"),
          )}
        </section>
      </div>
    </div>
  );
}

interface SettingsProps {
  settings: LayoutSettings;
  onChange: (settings: LayoutSettings) => void;
}

/** How the card page of the type is, whichever layout a card has. */
function Settings({ settings, onChange }: SettingsProps) {
  const t = useT();
  const { sections } = settings;
  return (
    <fieldset className={styles.settings}>
      <legend className={styles.label}>{t("cardTypes.layout.settings")}</legend>
      <Checkbox isSelected={settings.importantFirst} onChange={(importantFirst) => onChange({ ...settings, importantFirst })}>
        {t("cardTypes.layout.importantFirst")}
      </Checkbox>
      <Checkbox isSelected={settings.hideEmpty} onChange={(hideEmpty) => onChange({ ...settings, hideEmpty })}>
        {t("cardTypes.layout.hideEmpty")}
      </Checkbox>
      {(["related", "files", "history"] as const).map((section) => (
        <Checkbox
          key={section}
          isSelected={sections[section]}
          onChange={(isShown) => onChange({ ...settings, sections: { ...sections, [section]: isShown } })}
        >
          {t(`cardTypes.layout.show.${section}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
