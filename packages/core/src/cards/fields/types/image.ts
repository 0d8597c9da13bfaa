import type { FileReference } from "../../../files/schema.ts";
import type { FieldDefinition } from "../field.ts";
import { file } from "./file.ts";

/** Files that are images, which the server checks before a card is written (`cards/files/values.ts`). */
export const image: FieldDefinition<readonly FileReference[]> = { ...file };
