import { bounded } from "../bounded-text.ts";
import { writtenValue } from "../written-value.ts";

/** Several lines. A card is at most 150 KB (ARCHITECTURE, "Size"), so long text is bounded too. */
export const textarea = writtenValue(bounded(20_000, { oneLine: false }), {
  direction: "auto",
  sortable: false,
  groupable: false,
  identifying: false,
  long: true,
});
