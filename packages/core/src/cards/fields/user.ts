import { isId } from "../../kernel/id-form.ts";
import { type FieldDefinition, bad, chosen, ok } from "./field.ts";

/** The id of a member. As text: the id, or what the import's mapping has made of a name or e-mail before it comes here. */
export const user: FieldDefinition<string> = {
  control: "person",
  label: "fields.type.user",
  column: "text",
  operators: chosen,
  sortable: true,
  summable: false,
  accept: (raw) => (isId("usr", raw) ? ok(raw) : bad("validation.person")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: (text) => (isId("usr", text.trim()) ? ok(text.trim()) : bad("validation.person")),
};
