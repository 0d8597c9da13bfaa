import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";

export interface FieldGroup {
  id: string;
  /** Null for the required fields, and `""` for a group without a heading: both are named where they are shown. */
  title: string | null;
  fields: readonly Field[];
  isDefaultOpen: boolean;
}

/** Name and status stand in the header of the page. */
const inHeader = new Set(["name", "status"]);

/**
 * The groups of fields on a card's page: required ones first as important (SPEC section 5), the others as the layout has them; without one, by the group that a
 * field names. Internal fields are nobody's to read here.
 */
export function groupsOf(type: CardType, layout: Layout | undefined, isImportantFirst: boolean): FieldGroup[] {
  // Made of the fields, a layout has not been asked about relations: those have lists of their own below.
  const isMade = layout !== undefined && layout.version > 0;
  const isShown = (field: Field) =>
    !field.internal && !inHeader.has(field.id) && (field.type !== "cardRelation" || field.required || isMade);
  const isImportant = (field: Field) => isImportantFirst && field.required;
  const important = type.fields.filter((field) => isShown(field) && isImportant(field));
  const groups = (layout?.groups ?? byName(type)).map(({ id, title, fieldIds, isDefaultOpen }): FieldGroup => ({
    id,
    title,
    isDefaultOpen,
    fields: fieldIds.flatMap((fieldId) => {
      const field = type.fields.find((candidate) => candidate.id === fieldId);
      return field && isShown(field) && !isImportant(field) ? [field] : [];
    }),
  }));
  const all = [{ id: "important", title: null, isDefaultOpen: true, fields: important }, ...groups];
  return all.filter(({ fields }) => fields.length > 0);
}

function byName(type: CardType): { id: string; title: string; fieldIds: string[]; isDefaultOpen: boolean }[] {
  const titles = [...new Set(type.fields.map((field) => field.group ?? ""))];
  return titles.map((title) => ({
    id: `named:${title}`,
    title,
    isDefaultOpen: true,
    fieldIds: type.fields.filter((field) => (field.group ?? "") === title).map((field) => field.id),
  }));
}
