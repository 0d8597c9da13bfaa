import { isId } from "../../../kernel/id-form.ts";
import { type FieldDefinition, bad, chosen, ok } from "../field.ts";

/** The id of a member. As text: the id, or a name or e-mail where people can be looked up. */
export const user: FieldDefinition<string> = {
  column: "text",
  ...chosen,
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "auto",
  settings: ["assigns"],
  choices: "people",
  identifying: false,
  accept: (raw) => (isId("usr", raw) ? ok(raw) : bad("validation.person")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText(text, { personNamed }) {
    const userId = personNamed ? personNamed(text.trim()) : text.trim();
    return isId("usr", userId) ? ok(userId) : bad("validation.person");
  },
};
