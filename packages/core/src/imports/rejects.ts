import { byteOrderMark, csvRecord } from "../exports/index.ts";
import { readFile, storeFile } from "../files/index.ts";
import type { Language } from "../identity/schema.ts";
import type { Clock } from "../kernel/clock.ts";
import type { FileId } from "../kernel/id.ts";
import { rejectsOf, type RunningOperation } from "../operations/index.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { readHeader } from "./rows.ts";

/** The refused rows as a file of the same columns, each with its line and reason in front, to be mended and imported again. Undefined when there are none. */
export async function writeRejects(
  { orgId, operationId, userId }: RunningOperation,
  fileId: FileId,
  language: Language,
  clock: Clock,
): Promise<FileId | undefined> {
  const t = await translator(language, { isolates: false });
  const lines: string[] = [];
  for await (const rejects of rejectsOf(orgId, operationId)) {
    for (const { line, message, row } of rejects) lines.push(csvRecord([String(line), t.find(message) ?? message, ...row]));
  }
  if (lines.length === 0) return undefined;
  const { body } = await readFile(orgId, fileId);
  const header = csvRecord([t("imports.rejects.line"), t("imports.rejects.reason"), ...(await readHeader(body, language))]);
  const content = Buffer.from(byteOrderMark + header + lines.join(""));
  return storeFile(orgId, "rejects", "rejects.csv", content, content.length, "text/csv; charset=utf-8", userId, clock);
}
