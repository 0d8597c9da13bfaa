import type { CardType, Field } from "@kartis/core/cards/schema.ts";

export interface FieldGroup {
  /** Null for the required fields, and `""` for those in no group: both are named where they are shown. */
  name: string | null;
  fields: Field[];
}

/** Name and status stand in the header of the page. */
const inHeader = new Set(["name", "status"]);

/** The card page's groups, of all fields, those that lists leave out too: required fields first as important, then by the group that a field is in, in the order of the fields. */
export function groupsOf(type: CardType): FieldGroup[] {
  const shown = type.fields.filter(
    // What is related has lists of its own below; a relation that every card needs is important besides.
    (field) => !field.internal && !inHeader.has(field.id) && (field.type !== "cardRelation" || field.required),
  );
  const important = shown.filter((field) => field.required);
  const groups = new Map<string, Field[]>();
  for (const field of shown) {
    if (field.required) continue;
    const name = field.group ?? "";
    groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  const named = [...groups].map(([name, fields]): FieldGroup => ({ name, fields }));
  return important.length > 0 ? [{ name: null, fields: important }, ...named] : named;
}
