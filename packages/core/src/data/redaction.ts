import type { OrgId, RecordId } from "../kernel/id.ts";
import { isFailedCondition } from "./entity.ts";
import type { Change, JournalRecord } from "./journal.ts";
import { chunkOf, fromItem, journalEntity } from "./journal-entity.ts";

/*
 * The one exception to a journal that is only ever added to: values of a person who is erased are overwritten where they stand. Whose doing it was is told by the
 * record of the erasure (`personalData.erase`); a record that lost values says so itself.
 */

/** The change without any value. */
export const withoutValues = ({ action, subject, version }: Change): Change => ({
  action,
  subject,
  version,
  before: null,
  after: null,
  erased: true,
});

/** Gives each change of the record as it is to be from now on, or the same object where it stays. Done again, it finds nothing more to do. */
export type Redact = (change: Change, record: JournalRecord) => Change;

/**
 * Goes through the organization's journal, oldest first, from behind `after`, and writes over what `redactorFor` changes of it, a page at a time.
 * @param redactorFor is shown a page before its records are redacted, and may look up what that takes.
 * @yields the last record of each page that is done with, and in how many of its records anything was written over.
 */
export async function* redactJournal(
  orgId: OrgId,
  after: RecordId | null,
  redactorFor: (page: readonly JournalRecord[]) => Promise<Redact>,
): AsyncGenerator<{ readonly lastId: RecordId; readonly redacted: number }> {
  const feed = journalEntity().query.feed({ orgId });
  let cursor: string | null = null;
  do {
    const page: { data: readonly { readonly redactions?: number | undefined }[]; cursor: string | null } = await (
      after === null ? feed : feed.gt({ recordId: after })
    ).go({ consistent: true, cursor });
    const stored = page.data.map(storedOf);
    const redact = await redactorFor(stored.map(({ record }) => record));
    let redacted = 0;
    for (const each of stored) if (await redactStored(each, redact)) redacted++;
    const last = stored.at(-1);
    if (last) yield { lastId: last.record.id, redacted };
    cursor = page.cursor;
  } while (cursor !== null);
}

/** Writes over what `redact` changes of the records of one subject, as far as each is about it alone. An index finds them, which may be a moment late. */
export async function redactSubject(orgId: OrgId, subjectId: string, redact: Redact): Promise<void> {
  const { data } = await journalEntity().query.bySubject({ orgId, subjectId }).go({ pages: "all" });
  for (const item of data) await redactStored(storedOf(item), redact);
}

interface StoredRecord {
  readonly record: JournalRecord;
  /** How often values have been taken out of it. */
  readonly redactions: number;
}

const storedOf = (item: { readonly redactions?: number | undefined }): StoredRecord => ({
  record: fromItem(item),
  redactions: item.redactions ?? 0,
});

async function redactStored(read: StoredRecord, redact: Redact): Promise<boolean> {
  for (let stored: StoredRecord | undefined = read; stored; stored = await readAgain(stored.record)) {
    const { record, redactions } = stored;
    const changes = record.changes.map((change) => redact(change, record));
    if (changes.every((change, index) => change === record.changes[index])) return false;
    if (await overwrite({ ...record, changes }, redactions)) return true;
  }
  return false;
}

async function readAgain({ orgId, id: recordId }: JournalRecord): Promise<StoredRecord | undefined> {
  const { data } = await journalEntity().get({ orgId, recordId }).go({ consistent: true });
  return data ? storedOf(data) : undefined;
}

/** @returns false when somebody else has written over it since it was read. */
async function overwrite({ orgId, id: recordId, changes }: JournalRecord, times: number): Promise<boolean> {
  const [only] = changes;
  if (!only) return true;
  const patch = journalEntity().patch({ orgId, recordId });
  const { before, after } = only;
  const gone = [...(before ? [] : (["before"] as const)), ...(after ? [] : (["after"] as const))];
  const counted = { redactions: times + 1 };
  const written =
    changes.length > 1
      ? patch.set({ ...counted, chunk: chunkOf(changes) })
      : patch.set({ ...counted, erased: true, ...(before ? { before } : {}), ...(after ? { after } : {}) }).remove(gone);
  try {
    await written
      .where((attribute, { eq, notExists }) => (times === 0 ? notExists(attribute.redactions) : eq(attribute.redactions, times)))
      .go();
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
}
