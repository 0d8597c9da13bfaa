import type { FileReference } from "../../files/schema.ts";
import { isId } from "../../kernel/id-form.ts";
import { type FieldDefinition, type FieldSettings, type Parsed, bad, existence, ok } from "./field.ts";

/** As many files as one field holds, unless its `max` says fewer. */
const maxFiles = 20;

/**
 * Files by their ids, each once. Whether they are there, belong to the organization and are what they should be only the server can say: it puts name,
 * size and type in from what it knows of each before a card is written (`file-values.ts`).
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
  const name = "name" in raw && typeof raw.name === "string" ? raw.name.slice(0, 200) : "";
  const bytes = "bytes" in raw && typeof raw.bytes === "number" && Number.isSafeInteger(raw.bytes) ? raw.bytes : 0;
  const mime = "mime" in raw && typeof raw.mime === "string" ? raw.mime.slice(0, 100) : "";
  return { fileId: raw.fileId, name, bytes, mime };
}

const names = (files: readonly FileReference[]): string => files.map((file) => file.name).join("\n");

/** In a CSV cell: `name <id>; name <id>`. Read back, the ids count, and the rest is the server's to put in. */
export const file: FieldDefinition<readonly FileReference[]> = {
  control: "files",
  label: "fields.type.file",
  column: "text",
  operators: ["CONTAINS", "NOT_CONTAINS", ...existence],
  sortable: false,
  summable: false,
  accept,
  toColumn: names,
  toText: (files) => files.map(({ name, fileId }) => `${name} <${fileId}>`).join("; "),
  fromText(text, settings) {
    const found = [...text.matchAll(/\s*([^<>]*?)\s*<(fil_[0-9A-Z]{26})>\s*(?:;|$)/g)];
    if (found.length === 0 || found.map(([whole]) => whole).join("") !== text) return bad("validation.files");
    return accept(
      found.map(([, name, fileId]) => ({ name, fileId })),
      settings,
    );
  },
  toSearch: names,
};

/** The same, pictures only. */
export const image: FieldDefinition<readonly FileReference[]> = { ...file, control: "images", label: "fields.type.image" };
