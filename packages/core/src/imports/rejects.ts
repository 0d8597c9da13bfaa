import { byteOrderMark, csvRecord } from "../exports/index.ts";
import { readFile, storeLines } from "../files/index.ts";
import type { Language } from "../identity/schema.ts";
import type { Clock } from "../kernel/clock.ts";
import type { FileId } from "../kernel/id.ts";
import { type Reject, rejectsOf, type RunningOperation } from "../operations/index.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { readHeader, readRows } from "./rows.ts";

/**
 * The refused rows as a file of the same columns, each with its line and reason in front, to be mended and imported again. The rows are read from the
 * imported file once more: kept with their rejects, they would outgrow an item of the table. Undefined when there are none.
 */
export async function writeRejects(
  operation: RunningOperation,
  fileId: FileId,
  language: Language,
  clock: Clock,
): Promise<FileId | undefined> {
  const { orgId, operationId } = operation;
  const t = await translator(language, { isolates: false });
  async function* lines() {
    const rejects = singly(rejectsOf(orgId, operationId));
    let reject = await rejects.next();
    if (reject.done) return;
    const header = await readHeader((await readFile(orgId, fileId)).body, language);
    yield byteOrderMark + csvRecord([t("imports.rejects.line"), t("imports.rejects.reason"), ...header]);
    const { body } = await readFile(orgId, fileId);
    try {
      for await (const { line, cells } of readRows(body, language)) {
        if (line !== reject.value.line) continue;
        const { message } = reject.value;
        yield csvRecord([String(line), t.find(message) ?? message, ...cells]);
        reject = await rejects.next();
        if (reject.done) return;
      }
    } finally {
      body.destroy();
    }
  }
  return storeLines(operation, "rejects", "rejects.csv", lines(), clock);
}

async function* singly(chunks: AsyncIterable<readonly Reject[]>): AsyncGenerator<Reject, undefined> {
  for await (const rejects of chunks) yield* rejects;
  return undefined;
}
