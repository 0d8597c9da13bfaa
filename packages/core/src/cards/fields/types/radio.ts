import type { FieldDefinition } from "../field.ts";
import { singleSelect } from "./single-select.ts";

/** One of a few options, all of them visible. */
export const radio: FieldDefinition<string> = { ...singleSelect };
