import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import link from "@fluentui/svg-icons/icons/link_multiple_20_regular.svg?icon";
import type { CardType, Field, RelationView } from "@kartis/core/cards/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { newId } from "../../lib/new-id.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { moved, SortableList, stepped } from "../../ui/collections/SortableList.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../ui/inputs/TokenComboBox.tsx";
import { type EditorDraft, hasSetting } from "./draft.ts";
import styles from "./editor.module.css";
import { RowMenu } from "./RowMenu.tsx";
import { useProblem } from "./useProblem.ts";
import { useEditor } from "./useTypeEditor.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

interface Relation {
  readonly id: string;
  readonly typeId: CardType["id"];
  readonly field: Field;
  /** Label with the field, and the type if it is another's. */
  readonly label: string;
  /** The fields of the cards it lists. */
  readonly columns: readonly Field[];
}

/** Every relation that leads from or to cards of this type. */
function relationsOf(type: CardType, draft: EditorDraft, types: readonly CardType[]): Relation[] {
  const own = draft.fields.filter((field) => hasSetting(field.type, "relation"));
  const listed = (field: Field) => {
    const targets = field.relation?.typeIds ?? [];
    return types.filter((other) => targets.length === 0 || targets.includes(other.id));
  };
  return [
    ...own.map((field) => ({
      id: `${type.id}:${field.id}`,
      typeId: type.id,
      field,
      label: field.label,
      columns: listed(field).flatMap((other) => other.fields),
    })),
    ...types
      .filter((other) => other.id !== type.id)
      .flatMap((other) =>
        other.fields
          .filter((field) => hasSetting(field.type, "relation") && listed(field).some((target) => target.id === type.id))
          .map((field) => ({
            id: `${other.id}:${field.id}`,
            typeId: other.id,
            field,
            label: `${other.pluralName} · ${field.label}`,
            columns: other.fields,
          })),
      ),
  ];
}

/** Lists of related cards on the card page. */
export function RelatedSection() {
  const t = useT();
  const { type, types, draft, edit } = useEditor();
  const { go } = useEditorSearch();
  const problem = useProblem();
  if (!type) return null;
  const relations = relationsOf(type, draft, types);
  const views = draft.relationViews;
  const set = (next: readonly RelationView[]) => edit({ relationViews: [...next] });
  const change = (id: string, next: Partial<RelationView>) =>
    set(views.map((view) => (view.id === id ? { ...view, ...next } : view)));
  const unused = relations.find((one) => !views.some((view) => view.fieldId === one.field.id && view.typeId === one.typeId));

  function create() {
    const relation = unused ?? relations[0];
    if (!relation || !type) return;
    const title = relation.typeId === type.id ? relation.field.label : (relation.field.relation?.inverseLabel ?? relation.label);
    set([
      ...views,
      { id: newId("opt"), title: title.slice(0, 100), fieldId: relation.field.id, typeId: relation.typeId, fieldIds: [] },
    ]);
  }

  if (views.length === 0) {
    return (
      <EmptyState
        icon={link}
        title={t("cardTypes.noRelated")}
        actions={
          relations.length === 0 ? (
            <Button onPress={() => go({ section: "fields" }, { replace: true })}>{t("cardTypes.section.fields")}</Button>
          ) : (
            <Button variant="primary" icon={add} onPress={create}>
              {t("cardTypes.addRelated")}
            </Button>
          )
        }
      >
        {relations.length === 0 ? t("cardTypes.noRelated.fields") : t("cardTypes.noRelated.line")}
      </EmptyState>
    );
  }
  return (
    <div className={styles.scroll}>
      <p className={styles.lead}>{t("cardTypes.related.lead")}</p>
      <SortableList
        label={t("cardTypes.section.related")}
        hasInputs
        items={views}
        textOf={(view) => view.title}
        onMove={(ids, beforeId) => set(moved(views, ids, beforeId))}
      >
        {(view) => {
          const at = views.findIndex((one) => one.id === view.id);
          const relation = relations.find((one) => one.field.id === view.fieldId && one.typeId === view.typeId);
          const path = `relationViews.${view.id}`;
          const columns = new Map(
            (relation?.columns ?? []).filter((field) => field.id !== "name").map((field) => [field.id, field]),
          );
          return (
            <>
              <div className={styles.cells}>
                <TextField
                  label={t("cardTypes.related.title")}
                  value={view.title}
                  onChange={(title) => change(view.id, { title })}
                  errorMessage={problem(`${path}.title`)}
                />
                <Select
                  label={t("cardTypes.related.relation")}
                  options={relations.map((one) => ({ id: one.id, label: one.label }))}
                  value={relation?.id ?? null}
                  onChange={(id) => {
                    const chosen = relations.find((one) => one.id === id);
                    if (chosen) change(view.id, { fieldId: chosen.field.id, typeId: chosen.typeId, fieldIds: [] });
                  }}
                  errorMessage={problem(`${path}.fieldId`)}
                />
                <TokenComboBox
                  label={t("cardTypes.related.columns")}
                  options={[...columns.values()].map((field) => ({ id: field.id, label: field.label }))}
                  value={view.fieldIds}
                  onChange={(fieldIds) => change(view.id, { fieldIds: fieldIds.slice(0, 10) })}
                  errorMessage={problem(`${path}.fieldIds`)}
                />
              </div>
              <RowMenu
                name={view.title}
                isFirst={at === 0}
                isLast={at === views.length - 1}
                onStep={(step) => set(stepped(views, view.id, step))}
              />
              <IconButton
                icon={deleteIcon}
                size={24}
                label={t("common.removeNamed", { name: view.title })}
                onPress={() => set(views.filter((one) => one.id !== view.id))}
              />
            </>
          );
        }}
      </SortableList>
      <div className={styles.under}>
        <Button variant="ghost" icon={add} onPress={create}>
          {t("cardTypes.addRelated")}
        </Button>
      </div>
    </div>
  );
}
