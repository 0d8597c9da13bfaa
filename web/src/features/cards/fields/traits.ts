import type { FieldDefinition } from "@kartis/core/cards/fields/field.ts";
import type { FieldType } from "@kartis/core/cards/fields/registry.ts";

export type Control = FieldDefinition<unknown>["control"];

export interface FieldTraits {
  readonly control: Control;
  readonly sortable: boolean;
  readonly summable: boolean;
}

const plain = (control: Control): FieldTraits => ({ control, sortable: true, summable: false });
const amount = (control: Control): FieldTraits => ({ control, sortable: true, summable: true });
const unsorted = (control: Control): FieldTraits => ({ control, sortable: false, summable: false });

/**
 * What a list must know of a type to draw it. The definitions say the same, and a test holds the two together: they bring the telephone
 * numbering plans with them, which nobody needs before the first edit.
 */
export const fieldTraits: Readonly<Record<FieldType, FieldTraits>> = {
  text: plain("line"),
  textarea: unsorted("lines"),
  number: amount("number"),
  currency: amount("money"),
  accounting: amount("money"),
  checkbox: plain("checkbox"),
  date: plain("date"),
  datetime: plain("datetime"),
  time: plain("time"),
  color: unsorted("color"),
  file: unsorted("files"),
  image: unsorted("images"),
  password: unsorted("secret"),
  radio: plain("select"),
  url: plain("url"),
  range: amount("range"),
  link: unsorted("link"),
  singleSelect: plain("select"),
  multiSelect: unsorted("tokens"),
  user: plain("person"),
  cardRelation: unsorted("cards"),
  email: plain("email"),
  phone: plain("phone"),
};

/** Right-aligned in both directions, so that digits of equal weight stand below each other (DESIGN.md section 9). */
export const isNumeric = (control: Control): boolean => control === "number" || control === "money" || control === "range";
