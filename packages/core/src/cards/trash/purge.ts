import { type CommitContext, commit, systemContext } from "../../data/commit.ts";
import { reportFailure } from "../../data/consumer.ts";
import { isFailedCondition } from "../../data/entity.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type CardId, isId, type OrgId } from "../../kernel/id.ts";
import { purger } from "./due.ts";
import { dueTrashEntity } from "../entity.ts";
import { removal } from "./removal.ts";
import { dueCards } from "../replica/index.ts";
import { findCards, type StoredCard } from "../store.ts";
import { dueUntil } from "./rules.ts";

/** Deletes for good what was trashed no later than `until`. Resolves to true when nothing is due any more, to false when `isOver` said to stop first. */
export type Purge = (context: CommitContext, until: string, isOver: () => boolean) => Promise<boolean>;

/*
 * The end of the trash. Trashing something leaves a note of the day on which it is due (`noteTrash`, from the record, so no deletion waits for it); the sweep goes
 * through the due notes, queries those organizations' replicas, and removes what is due through `commit()`, which checks the table again whether it
 * may go. A note is removed when nothing it covers is left, so a sweep that breaks off continues with the next.
 */

/**
 * Removes what has been in the trash for its time, organization by organization, for `runMs` milliseconds at most. One whose trash fails does not hold up the
 * others; it is reported, and is due again with the next sweep.
 * @param purges one for each kind of thing that can be in the trash; what belongs to cards before the cards.
 * @returns the number of organizations that failed.
 */
export async function sweepTrash(
  clock: Clock,
  runMs: number,
  purges: readonly Purge[] = [purgeDueCards],
): Promise<{ failed: number }> {
  const deadlineMs = clock.now() + runMs;
  const tomorrow = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
  let failed = 0;
  let cursor: string | null = null;
  do {
    const page = await dueNotes(tomorrow, cursor);
    for (const note of page.notes) {
      try {
        if (await purgeAll(purges, note.orgId, clock, deadlineMs)) await forget(note);
      } catch (error) {
        reportFailure(`${purger} of ${note.orgId}`, error);
        failed++;
      }
      if (clock.now() >= deadlineMs) return { failed };
    }
    cursor = page.cursor;
  } while (cursor);
  return { failed };
}

interface Note {
  readonly dueOn: string;
  readonly orgId: OrgId;
  readonly recordId: string;
}

async function dueNotes(before: string, from: string | null): Promise<{ notes: Note[]; cursor: string | null }> {
  const { data, cursor } = await dueTrashEntity().query.main({ kind: "trash" }).lt({ dueOn: before }).go({ cursor: from });
  return { notes: data.flatMap((note) => (isId("org", note.orgId) ? [{ ...note, orgId: note.orgId }] : [])), cursor };
}

/** Unless something was noted meanwhile. */
async function forget({ dueOn, orgId, recordId }: Note): Promise<void> {
  try {
    await dueTrashEntity()
      .remove({ kind: "trash", dueOn, orgId })
      .where((attribute, { eq }) => eq(attribute.recordId, recordId))
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}

/** Together with the journal record, a transaction's hundred items. */
const chunkSize = 99;

async function purgeAll(purges: readonly Purge[], orgId: OrgId, clock: Clock, deadlineMs: number): Promise<boolean> {
  const context = systemContext(orgId, purger, clock);
  let isDone = true;
  for (const purge of purges) isDone = (await purge(context, dueUntil(clock.now()), () => clock.now() >= deadlineMs)) && isDone;
  return isDone;
}

/** The cards of the organization. */
export async function purgeDueCards(context: CommitContext, until: string, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const due = await dueCards(context.orgId, until);
    if (due.length === 0) return true;
    let purged = 0;
    for (let at = 0; at < due.length; at += chunkSize) {
      purged += await purgeChunk(context, due.slice(at, at + chunkSize), until);
      if (isOver()) return false;
    }
    // A card that the replica considers due and the table does not was restored just now, or the replica is wrong: the next sweep looks again.
    if (purged === 0) return false;
  }
}

/** @returns how many of them were removed. */
async function purgeChunk(context: CommitContext, cardIds: readonly CardId[], until: string): Promise<number> {
  const { orgId } = context;
  const { result } = await commit(context, async () => {
    const cards = await findCards(orgId, cardIds);
    const survivors = await findCards(
      orgId,
      [...cards.values()].flatMap(({ mergedInto }) => mergedInto ?? []),
    );
    const isDue = ({ trashedAt, mergedInto }: StoredCard) =>
      trashedAt !== null && (mergedInto ? !survivors.has(mergedInto) : trashedAt <= until);
    const removals = [...cards.values()].filter(isDue).map((card) => removal(orgId, card));
    return {
      writes: removals.flatMap(({ writes }) => writes),
      records: removals.length > 0 ? [{ changes: removals.map(({ change }) => change) }] : [],
      result: removals.length,
    };
  });
  return result;
}
