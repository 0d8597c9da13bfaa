import * as z from "zod";
import { csvOf } from "./seed.ts";
import type { Session } from "./session.ts";

export const Started = z.object({ operationId: z.string() });
const Upload = z.object({ fileId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });

/** Uploads a file of so many contacts and begins to import it, as the import's page does. @returns the operation's id. */
export async function beginImport(
  origin: string,
  session: Session,
  typeId: string,
  fieldOf: (key: string) => string,
  rows: number,
): Promise<string> {
  const file = csvOf(rows);
  const upload = Upload.parse(
    await session.call("imports.createUpload", { fileName: "bench.csv", bytes: Buffer.byteLength(file) }),
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([file]));
  const posted = await fetch(upload.url, { method: "POST", body: form, headers: { origin } });
  if (!posted.ok) throw new Error(`upload: ${posted.status} ${await posted.text()}`);
  const mapping = ["name", "email", "phone", "price", "status"].map((key, column) => ({
    column,
    fieldId: key === "name" || key === "status" ? key : fieldOf(key),
  }));
  return Started.parse(await session.call("imports.start", { typeId, fileId: upload.fileId, mapping })).operationId;
}
