import { byteOrderMark, csvRecord, unguarded } from "../../exports/index.ts";
import { readFile, storeLines } from "../../files/index.ts";
import type { Language } from "../../identity/schema.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { FileId } from "../../kernel/id.ts";
import { type Reject, rejectsOf, type RunningOperation } from "../../operations/index.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { readHeader, readRows, type Row } from "../rows.ts";
import type { Importable } from "../rules.ts";
import type { ImportJob } from "../schema.ts";

/**
 * The rejected rows as a file with the same columns, each with its line and reasons in front, to be corrected and imported again. The rows are read from the
 * imported file once more: stored with their rejects, they would outgrow an item of the table. Undefined when there are none.
 * @param corrected applies corrections made on screen to a row.
 */
export async function writeRejects(
  operation: RunningOperation,
  { fileId, encoding }: Pick<ImportJob, "fileId" | "encoding">,
  corrected: (row: Row) => Row,
  target: Importable,
  language: Language,
  clock: Clock,
): Promise<FileId | undefined> {
  const { orgId, operationId } = operation;
  const t = await translator(language, { isolates: false });
  const reasonOf = (rejects: readonly Reject[]) =>
    rejects
      .map(({ fieldId, message, part }) => {
        const label = target.fields.find((field) => field.id === fieldId)?.label;
        const said = t.find(message) ?? message;
        const reason = part === undefined ? said : `${part}: ${said}`;
        return rejects.length > 1 && label ? `${label}: ${reason}` : reason;
      })
      .join("; ");
  async function* lines() {
    const refused = byLine(rejectsOf(orgId, operationId));
    let next = await refused.next();
    if (next.done) return;
    const header = await readHeader((await readFile(orgId, fileId)).body, language, encoding);
    yield byteOrderMark + csvRecord([t("imports.rejects.line"), t("imports.rejects.reason"), ...header]);
    const { body } = await readFile(orgId, fileId);
    try {
      for await (const row of readRows(body, language, encoding)) {
        if (row.line !== next.value[0]?.line) continue;
        yield csvRecord([String(row.line), reasonOf(next.value), ...corrected(row).cells.map(unguarded)]);
        next = await refused.next();
        if (next.done) return;
      }
    } finally {
      body.destroy();
    }
  }
  return storeLines(operation, "rejects", "rejects.csv", lines(), clock);
}

/** The rejects, grouped row by row. */
async function* byLine(chunks: AsyncIterable<readonly Reject[]>): AsyncGenerator<readonly Reject[], undefined> {
  for await (const rejects of chunks) yield* Map.groupBy(rejects, ({ line }) => line).values();
  return undefined;
}
