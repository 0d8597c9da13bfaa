import { cardRelation } from "./cardRelation.ts";
import { checkbox } from "./checkbox.ts";
import { color } from "./color.ts";
import { email, phone } from "./contact.ts";
import { date, datetime, time } from "./date.ts";
import type { FieldDefinition } from "./field.ts";
import { file, image } from "./file.ts";
import { accounting, currency } from "./money.ts";
import { number, range } from "./number.ts";
import { password } from "./password.ts";
import { multiSelect, radio, singleSelect } from "./select.ts";
import { text, textarea } from "./text.ts";
import { user } from "./user.ts";
import { link, url } from "./web-address.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- each definition has its own value type; `definitionOf` gives it out as unknown
type AnyDefinition = FieldDefinition<any>;

/** The field types that exist. One line adds one. */
export const fieldRegistry = {
  text,
  textarea,
  number,
  currency,
  accounting,
  checkbox,
  date,
  datetime,
  time,
  color,
  file,
  image,
  password,
  radio,
  url,
  range,
  link,
  singleSelect,
  multiSelect,
  user,
  cardRelation,
  email,
  phone,
} as const satisfies Record<string, AnyDefinition>;

export type FieldType = keyof typeof fieldRegistry;
export const registeredFieldTypes = Object.keys(fieldRegistry) as [FieldType, ...FieldType[]];

/** The definition of a type, for values that are only known at run time. */
export const definitionOf = (type: FieldType): FieldDefinition<unknown> => fieldRegistry[type];
