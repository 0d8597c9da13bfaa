import history from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import list from "@fluentui/svg-icons/icons/list_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { IconShape } from "../../../ui/Icon.tsx";
import { iconOf } from "../fields/icons.ts";
import { fieldTraits, isNumeric, type Control } from "../fields/traits.ts";
import { fieldOf } from "../types.ts";

export interface Column {
  /** A field's id, `updatedAt`, or `type`. */
  id: string;
  label: string;
  icon: IconShape;
  isNumeric: boolean;
  isSortable: boolean;
  /** The field whose value a card shows here; undefined for what is computed, and where the card's type has no such field. */
  fieldFor: (card: Card) => Field | undefined;
  /** The field of a single type's list. */
  field?: Field;
  defaultWidth: number;
}

export const minWidth = 80;
export const maxWidth = 480;

const widths: Partial<Record<Control, number>> = {
  number: 110,
  range: 110,
  money: 126,
  checkbox: 110,
  date: 126,
  datetime: 172,
  time: 96,
  email: 200,
  lines: 220,
  tokens: 172,
  url: 168,
  person: 160,
};

function widthOf(field: Field): number {
  if (field.id === "name") return 216;
  if (field.id === "status") return 172;
  if (field.key === "priority") return 104;
  return widths[fieldTraits[field.type].control] ?? 146;
}

function updatedColumn(t: Translate): Column {
  return {
    id: "updatedAt",
    label: t("cards.updated"),
    icon: history,
    isNumeric: false,
    isSortable: true,
    fieldFor: () => undefined,
    defaultWidth: 132,
  };
}

/** A type's displayed fields, the name always first. */
export function columnsOf(type: CardType, t: Translate): Column[] {
  const fields = type.fields.filter((field) => field.id === "name" || (field.displayed && !field.internal));
  fields.sort((a, b) => Number(b.id === "name") - Number(a.id === "name"));
  const columns = fields.map((field): Column => {
    const { control, sortable } = fieldTraits[field.type];
    return {
      id: field.id,
      label: field.label,
      icon: iconOf(field.id, control),
      isNumeric: isNumeric(control),
      isSortable: sortable,
      fieldFor: () => field,
      field,
      defaultWidth: widthOf(field),
    };
  });
  return [...columns, updatedColumn(t)];
}

/** What cards of all types have in common. */
export function columnsOfAll(types: readonly CardType[], t: Translate): Column[] {
  const system = (id: string, label: string, control: Control, defaultWidth: number): Column => ({
    id,
    label,
    icon: iconOf(id, control),
    isNumeric: false,
    isSortable: true,
    fieldFor: (card) => {
      const type = types.find((other) => other.id === card.typeId);
      return type && fieldOf(type, id);
    },
    defaultWidth,
  });
  return [
    system("name", t("fields.standard.name"), "line", 280),
    {
      id: "type",
      label: t("cards.type"),
      icon: list,
      isNumeric: false,
      isSortable: false,
      fieldFor: () => undefined,
      defaultWidth: 150,
    },
    system("status", t("fields.standard.status"), "select", 190),
    system("owner", t("fields.standard.owner"), "person", 190),
    updatedColumn(t),
  ];
}
