import { type FieldDefinition } from "../field.ts";
import { bounded } from "../bounded-text.ts";
import { text } from "./text.ts";

const accept = bounded(20_000, { oneLine: false });
const { oneLine: _, ...several } = text;

/** Several lines. A card is at most 150 KB (ARCHITECTURE, "Size"), so long text is bounded too. */
export const textarea: FieldDefinition<string> = {
  ...several,
  sortable: false,
  groupable: false,
  identifying: false,
  long: true,
  accept,
  fromText: accept,
};
