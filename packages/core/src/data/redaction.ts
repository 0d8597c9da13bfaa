import type { OrgId, RecordId } from "../kernel/id.ts";
import { isFailedCondition } from "./entity.ts";
import { updateUnrecorded } from "./recording.ts";
import type { Change, JournalRecord } from "./journal.ts";
import { chunkOf, fromItem, journalEntity } from "./journal-entity.ts";

/*
 * The one exception to the append-only journal: values of a person who is erased are overwritten in place. The record of the erasure (`personalData.erase`)
 * says who did that; a record that lost values says so itself.
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

/** Returns each change of the record as it shall be from now on, or the same object if it stays. Repeating it finds nothing more to do. */
export type Redact = (change: Change, record: JournalRecord) => Change;

/**
 * Goes through the organization's journal, oldest first, after `after`, and overwrites what `redactorFor` changes in it, a page at a time.
 * @param redactorFor receives a page before its records are redacted, and may look up what it needs.
 * @yields the last record of each finished page, and the number of its records that were overwritten.
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

/** Overwrites what `redact` changes in these records. */
export async function redactRecords(orgId: OrgId, recordIds: readonly RecordId[], redact: Redact): Promise<void> {
  for (const recordId of recordIds) {
    const stored = await readStored(orgId, recordId);
    if (stored) await redactStored(stored, redact);
  }
}

interface StoredRecord {
  readonly record: JournalRecord;
  /** Number of redactions of its values. */
  readonly redactions: number;
}

const storedOf = (item: { readonly redactions?: number | undefined }): StoredRecord => ({
  record: fromItem(item),
  redactions: item.redactions ?? 0,
});

async function redactStored(read: StoredRecord, redact: Redact): Promise<boolean> {
  for (let stored: StoredRecord | undefined = read; stored; stored = await readStored(stored.record.orgId, stored.record.id)) {
    const { record, redactions } = stored;
    const changes = record.changes.map((change) => redact(change, record));
    if (changes.every((change, index) => change === record.changes[index])) return false;
    if (await overwrite({ ...record, changes }, redactions)) return true;
  }
  return false;
}

async function readStored(orgId: OrgId, recordId: RecordId): Promise<StoredRecord | undefined> {
  const { data } = await journalEntity().get({ orgId, recordId }).go({ consistent: true });
  return data ? storedOf(data) : undefined;
}

/** @returns false when somebody else has redacted it since it was read. */
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
    const unlessAnother = written.where((attribute, { eq, notExists }) =>
      times === 0 ? notExists(attribute.redactions) : eq(attribute.redactions, times),
    );
    await updateUnrecorded(unlessAnother.params(), "erasure");
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
}
