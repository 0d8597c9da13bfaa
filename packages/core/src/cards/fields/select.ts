import { type FieldDefinition, type FieldSettings, type Parsed, bad, chosen, existence, ok } from "./field.ts";

/** An option by its label as a person would type it, or by its id. */
function optionOf(text: string, settings: FieldSettings): string | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  return settings.options.find((option) => option.id === text || option.label.trim().toLocaleLowerCase() === wanted)?.id;
}
const labelOf = (id: string, settings: FieldSettings): string => settings.options.find((option) => option.id === id)?.label ?? "";

const one = (raw: unknown, settings: FieldSettings): Parsed<string> =>
  typeof raw === "string" && settings.options.some((option) => option.id === raw) ? ok(raw) : bad("validation.enum");

/** The id of one of the field's options. Status is a field of this type. */
export const singleSelect: FieldDefinition<string> = {
  control: "select",
  label: "fields.type.singleSelect",
  column: "text",
  operators: chosen,
  sortable: true,
  summable: false,
  accept: one,
  toColumn: (value) => value,
  toText: labelOf,
  fromText(text, settings) {
    const id = optionOf(text, settings);
    return id === undefined ? bad("validation.enum") : ok(id);
  },
};

export const radio: FieldDefinition<string> = { ...singleSelect, label: "fields.type.radio" };

/** The ids of some of the field's options, in the order of the options, each once. */
export const multiSelect: FieldDefinition<readonly string[]> = {
  control: "tokens",
  label: "fields.type.multiSelect",
  column: "set",
  operators: ["CONTAINS", "NOT_CONTAINS", "IN", "NOT_IN", ...existence],
  sortable: false,
  summable: false,
  accept(raw, settings) {
    if (!Array.isArray(raw) || raw.length === 0) return bad("validation.arraySize");
    if (!raw.every((id) => settings.options.some((option) => option.id === id))) return bad("validation.enum");
    return ok(settings.options.filter((option) => raw.includes(option.id)).map((option) => option.id));
  },
  toColumn: (value) => JSON.stringify(value),
  // A label may itself hold the separator, so such labels are quoted, with quotes doubled, as in a CSV cell.
  toText: (value, settings) =>
    value
      .map((id) => labelOf(id, settings))
      .map((label) => (/[;"]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label))
      .join("; "),
  fromText(text, settings) {
    const labels = [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/g)]
      .map((match) => (match[1] === undefined ? (match[2] ?? "").trim() : match[1].replaceAll('""', '"')))
      .filter((label) => label !== "");
    const ids = labels.map((label) => optionOf(label, settings));
    return ids.includes(undefined) ? bad("validation.enum") : multiSelect.accept(ids, settings);
  },
};
