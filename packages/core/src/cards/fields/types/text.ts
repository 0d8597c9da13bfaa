import { bounded } from "../bounded-text.ts";
import { writtenValue } from "../written-value.ts";

export const text = writtenValue(bounded(2_000, { oneLine: true }), { direction: "auto", oneLine: true });
