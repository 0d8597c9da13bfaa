import type { FileReference } from "../../../files/schema.ts";
import { isId } from "../../../kernel/id-form.ts";
import { type FieldDefinition, type FieldSettings, type Parsed, bad, existence, filteredBy, ok } from "../field.ts";
import { beginningOf } from "../../../kernel/text.ts";

/** The most files one field holds, unless its `max` is lower. */
const maxFiles = 20;

/**
 * Files by their ids, each once. Only the server can say whether they exist, belong to the organization and are what they should be: it fills in name, size and
 * type from its own data before a card is written (`cards/files/values.ts`).
 */
function accept(raw: unknown, { max = maxFiles }: FieldSettings): Parsed<readonly FileReference[]> {
  if (!Array.isArray(raw)) return bad("validation.type");
  const files = new Map<string, FileReference>();
  for (const each of raw) {
    const file = reference(each);
    if (!file) return bad("validation.type");
    files.set(file.fileId, file);
  }
  if (files.size === 0 || files.size > Math.min(max, maxFiles)) return bad("validation.arraySize");
  return ok([...files.values()]);
}

function reference(raw: unknown): FileReference | undefined {
  if (isId("fil", raw)) return { fileId: raw, name: "", bytes: 0, mime: "" };
  if (typeof raw !== "object" || raw === null || !("fileId" in raw) || !isId("fil", raw.fileId)) return undefined;
  const name = "name" in raw && typeof raw.name === "string" ? beginningOf(raw.name, 200) : "";
  const bytes = "bytes" in raw && typeof raw.bytes === "number" && Number.isSafeInteger(raw.bytes) ? raw.bytes : 0;
  const mime = "mime" in raw && typeof raw.mime === "string" ? beginningOf(raw.mime, 100) : "";
  return { fileId: raw.fileId, name, bytes, mime };
}

const names = (files: readonly FileReference[]): string => files.map((file) => file.name).join("\n");

/** In a CSV cell: `name <id>; name <id>`. When read back, only the ids count; the server fills in the rest. */
export const file: FieldDefinition<readonly FileReference[]> = {
  column: "text",
  ...filteredBy("CONTAINS", ["CONTAINS", "NOT_CONTAINS", ...existence]),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "auto",
  settings: [],
  identifying: false,
  ofOneCard: true,
  accept,
  toColumn: names,
  toText: (files) => files.map(({ name, fileId }) => `${name} <${fileId}>`).join("; "),
  fromText(text, settings) {
    const parts = text.split(/>\s*(?:;|$)/);
    if (parts.length < 2 || parts.pop() !== "") return bad("validation.files");
    const named = parts.map((part) => {
      const at = part.indexOf("<");
      return { name: part.slice(0, Math.max(0, at)).trim(), fileId: part.slice(at + 1) };
    });
    if (!named.every(({ name, fileId }) => isId("fil", fileId) && !name.includes(">"))) return bad("validation.files");
    return accept(named, settings);
  },
  toSearch: names,
};
