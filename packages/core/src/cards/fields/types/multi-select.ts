import { type FieldDefinition, bad, existence, filteredBy, ok } from "../field.ts";
import { labelOf, optionOf } from "../option-labels.ts";

/** The ids of some of the field's options, in the order of the options, each once. */
export const multiSelect: FieldDefinition<readonly string[]> = {
  column: "set",
  ...filteredBy("IN", ["CONTAINS", "NOT_CONTAINS", "IN", "NOT_IN", ...existence]),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "auto",
  settings: ["options"],
  choices: "options",
  identifying: false,
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
