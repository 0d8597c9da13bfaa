import { isId } from "../../kernel/id-form.ts";
import type { Card } from "../schema.ts";

/** A card of a type names a person in a field: user, type, field. */
export type Place = readonly [userId: string, typeId: string, fieldId: string];

/**
 * The fields in which the card names people, besides its owner, which has a column. A member's id is the value of a user field and of hardly anything else, so
 * this is known before the card's type is; the query decides which of the fields count.
 */
export const placesOf = ({ typeId, fields }: { readonly typeId: string; readonly fields: Card["fields"] }): Place[] =>
  Object.entries(fields).flatMap(([fieldId, value]): Place[] =>
    fieldId !== "owner" && isId("usr", value) ? [[value, typeId, fieldId]] : [],
  );
