import { holdersOfFiles } from "../cards/replica/index.ts";
import { commit } from "../data/commit.ts";
import type { ConsumerContext } from "../data/consumer.ts";
import type { JournalRecord } from "../data/journal.ts";
import { filesOfCard, findFiles, passingOn, removalsOf } from "../files/index.ts";
import { type CardId, isId } from "../kernel/id.ts";

/** Leaves items of the transaction for the storage meter and the record. */
const filesAtOnce = 90;

/**
 * Decides what becomes of the files of purged cards: those that another card shows (as a merge's survivor does) become that card's; the others are deleted and
 * their storage is freed. Repeating it finds nothing left to do.
 */
export async function settlePurged({ id, orgId, changes }: JournalRecord, { actor, clock }: ConsumerContext): Promise<void> {
  const purged = changes.flatMap(({ action, subject }) =>
    action === "card.purge" && isId("crd", subject.id) ? [subject.id] : [],
  );
  const listed = (await Promise.all(purged.map((cardId) => filesOfCard(orgId, cardId)))).flat();
  const gone = new Set<CardId | null>(purged);
  const context = { orgId, actor, clock, requestId: id, origin: "system", causedBy: id } as const;
  for (let at = 0; at < listed.length; at += filesAtOnce) {
    const fileIds = listed.slice(at, at + filesAtOnce).map(({ fileId }) => fileId);
    await commit(context, async () => {
      // The index they were listed from may lag a moment behind.
      const files = [...(await findFiles(orgId, fileIds)).values()].filter(({ cardId }) => gone.has(cardId));
      const holders = await holdersOfFiles(
        orgId,
        files.map(({ fileId }) => fileId),
      );
      const passed = files.flatMap((file) => {
        const [heir] = holders.get(file.fileId) ?? [];
        return heir ? [passingOn(orgId, file, heir)] : [];
      });
      const removals = removalsOf(
        orgId,
        files.filter(({ fileId }) => !holders.has(fileId)),
      );
      const made = [...removals.changes, ...passed.map(({ change }) => change)];
      return {
        writes: [...removals.writes, ...passed.map(({ write }) => write)],
        records: made.length > 0 ? [{ changes: made }] : [],
        result: undefined,
      };
    });
  }
}
