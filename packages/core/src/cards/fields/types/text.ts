import { type FieldDefinition, textual } from "../field.ts";
import { bounded } from "../bounded-text.ts";

const accept = bounded(2_000, { oneLine: true });

export const text: FieldDefinition<string> = {
  column: "text",
  ...textual,
  sortable: true,
  summable: false,
  groupable: true,
  align: "start",
  direction: "auto",
  settings: [],
  identifying: true,
  oneLine: true,
  accept,
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: accept,
  toSearch: (value) => value,
};
