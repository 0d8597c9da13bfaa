import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import history from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import list from "@fluentui/svg-icons/icons/list_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { ViewColumn } from "@kartis/core/views/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { iconOf, screenOf } from "../../fields/screens.ts";
import { figureFieldsOf } from "../figures.ts";
import { fieldOf } from "../../records/card-types.ts";

export interface Column {
  /** A field's id, `updatedAt`, or `type`. */
  id: string;
  label: string;
  icon: IconShape;
  isNumeric: boolean;
  isSortable: boolean;
  /** The field whose value a card shows here; undefined for what is computed, and where the card's type has no such field. */
  fieldFor: (card: Card) => Field | undefined;
  /** The field of a single type's list, or a figure. */
  field?: Field;
  defaultWidth: number;
  /** Hidden unless a view shows it. */
  isExtra?: boolean;
}

function widthOf(field: Field): number {
  if (field.id === "name") return 216;
  if (field.id === "status") return 172;
  if (field.key === "priority") return 104;
  return screenOf(field.type).columnWidth ?? 146;
}

function dateColumn(id: "updatedAt" | "createdAt", t: Translate): Column {
  return {
    id,
    label: t(id === "updatedAt" ? "cards.updated" : "cards.created"),
    icon: history,
    isNumeric: false,
    isSortable: true,
    fieldFor: () => undefined,
    defaultWidth: 132,
    isExtra: id === "createdAt",
  };
}

/** Hidden until shown by a view: a list without them computes none. */
const figureColumns = (t: Translate): Column[] =>
  figureFieldsOf(t).map((field) => ({
    id: field.id,
    label: field.label,
    icon: iconOf(field.id, field.type),
    isNumeric: field.type === "number",
    isSortable: true,
    fieldFor: () => undefined,
    field,
    defaultWidth: field.type === "number" ? 132 : 172,
    isExtra: true,
  }));

/** All columns of a type, the name always first. */
export function columnsOf(type: CardType, t: Translate): Column[] {
  const fields = type.fields.filter((field) => field.id === "name" || !field.internal);
  fields.sort((a, b) => Number(b.id === "name") - Number(a.id === "name"));
  const columns = fields.map((field): Column => {
    const { align, sortable } = fieldTraits[field.type];
    return {
      id: field.id,
      label: field.label,
      icon: iconOf(field.id, field.type),
      isNumeric: align === "right",
      isSortable: sortable,
      fieldFor: () => field,
      field,
      defaultWidth: widthOf(field),
      isExtra: !field.displayed && field.id !== "name",
    };
  });
  return [...columns, dateColumn("updatedAt", t), dateColumn("createdAt", t), ...figureColumns(t)];
}

/** A column as a view has it. */
export interface PlacedColumn {
  readonly column: Column;
  readonly isHidden: boolean;
  /** Width from the view, if it has one. */
  readonly width: number | undefined;
}

/** The columns in the view's order, the name first; those that it does not name follow as they are by themselves. */
export function arrange(columns: readonly Column[], placed: readonly ViewColumn[] | undefined): PlacedColumn[] {
  const place = new Map((placed ?? []).map((entry, at) => [entry.fieldId, { ...entry, at }]));
  const rank = (column: Column, at: number) =>
    column.id === "name" ? -1 : (place.get(column.id)?.at ?? (placed?.length ?? 0) + at);
  return columns
    .map((column, at) => ({ column, rank: rank(column, at) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column }) => {
      const entry = place.get(column.id);
      const isHidden = column.id !== "name" && (entry ? entry.hidden === true : column.isExtra === true);
      return { column, isHidden, width: entry?.width };
    });
}

/** The inverse of `arrange`. */
export const viewColumnsOf = (placed: readonly PlacedColumn[]): ViewColumn[] =>
  placed.map(({ column, isHidden, width }) => ({
    fieldId: column.id,
    ...(width === undefined ? {} : { width }),
    ...(isHidden ? { hidden: true } : {}),
  }));

/** The columns with one of them moved by so many visible places; the name stays first. */
export function moved(placed: readonly PlacedColumn[], columnId: string, by: number): PlacedColumn[] {
  const visible = placed.filter(({ isHidden }) => !isHidden);
  const from = visible.findIndex(({ column }) => column.id === columnId);
  const neighbour = visible[Math.min(visible.length - 1, Math.max(1, from + by))];
  const entry = visible[from];
  if (from < 1 || !entry || !neighbour || neighbour === entry) return [...placed];
  const rest = placed.filter((other) => other !== entry);
  const at = rest.indexOf(neighbour);
  return rest.toSpliced(by > 0 ? at + 1 : at, 0, entry);
}

/** Columns that cards of all types share. */
export function columnsOfAll(types: readonly CardType[], t: Translate): Column[] {
  const system = (id: string, label: string, type: Field["type"], defaultWidth: number): Column => ({
    id,
    label,
    icon: iconOf(id, type),
    isNumeric: false,
    isSortable: true,
    fieldFor: (card) => {
      const typeOfCard = types.find((other) => other.id === card.typeId);
      return typeOfCard && fieldOf(typeOfCard, id);
    },
    defaultWidth,
  });
  return [
    system("name", t("fields.standard.name"), "text", 280),
    {
      id: "type",
      label: t("cards.type"),
      icon: list,
      isNumeric: false,
      isSortable: false,
      fieldFor: () => undefined,
      defaultWidth: 150,
    },
    system("status", t("fields.standard.status"), "singleSelect", 190),
    system("owner", t("fields.standard.owner"), "user", 190),
    dateColumn("updatedAt", t),
    dateColumn("createdAt", t),
    ...figureColumns(t),
  ];
}
