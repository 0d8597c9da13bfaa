import { commit, type CommitContext, type Write } from "../../data/commit.ts";
import { maxTransactItems } from "../../data/transaction.ts";
import type { Change } from "../../data/journal.ts";
import { systemActor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId } from "../../kernel/id.ts";
import { inWords } from "../../kernel/preset-names.ts";
import { wordsOf } from "../../words.ts";
import { amendOperation, progress, type RunningOperation } from "../../operations/index.ts";
import { holdersOf, type IdentifierLock, locksOf, releaseLock, takeLock } from "../identifiers/locks.ts";
import { rewriting, unchanged } from "../card-writes.ts";
import { type FieldContext, isEmpty } from "../rules.ts";
import { storedCards } from "../replica/index.ts";
import type { CardType, FieldValues } from "../schema.ts";
import { fieldContextOf } from "../scope.ts";
import { findCards, getCardType, type StoredCard } from "../store.ts";
import { type ConversionJob, conversionOperation } from "./conversion-job.ts";
import type { People } from "./convert-value.ts";
import { peopleOf } from "./people.ts";
import { reconcile } from "./reconcile.ts";

interface Run {
  readonly job: ConversionJob;
  readonly context: FieldContext;
  readonly people: People;
  readonly commitContext: CommitContext;
  readonly clock: Clock;
  readonly endsAt: number;
}

/** Leaves items of the transaction for the operation's progress and the journal record. */
const itemsForCards = maxTransactItems - 3;
const maxChunkBytes = 300 * 1024;
const cardsAtOnce = 90;

/**
 * Brings the cards of a type in line with it, resuming where it stopped, until the end or for `runMs` milliseconds. Each chunk is one transaction: the cards,
 * the locks on their identifiers, one journal record, and the operation's progress. Runs as the system: the type has changed already, whatever has become of
 * the person who changed it.
 * @returns true when there is nothing more to do.
 */
export async function runConversion(operation: RunningOperation, clock: Clock, runMs: number): Promise<boolean> {
  const { orgId, operationId } = operation;
  const job = await jobInWords(conversionOperation.jobOf(operation));
  const [context, people] = await Promise.all([fieldContextOf(orgId), peopleOf(orgId)]);
  const actor = systemActor(orgId, "conversion");
  const run: Run = {
    job,
    context,
    people,
    clock,
    endsAt: clock.now() + runMs,
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "system", batchId: operationId },
  };
  let current: RunningOperation | undefined = operation;
  // The last pass finds nothing: cards written by the type's former definition during this run are found by the next pass.
  for (let first = true; ; first = false) {
    const type = await findType(run, operation);
    if (!type) break;
    const cardIds = await cardsToDo(run, current, type, first ? current.lastCardId : undefined, first);
    if (current.total === null) {
      await amendOperation(current, { total: cardIds.length });
      current = { ...current, total: cardIds.length };
    }
    if (cardIds.length === 0) break;
    current = await runChunks(run, current, cardIds, first);
    if (!current) return false;
  }
  await amendOperation(operation, { state: "done", total: current.done });
  return true;
}

/** Options become the same text that the preview showed to the person who changed the type. */
const jobInWords = async (job: ConversionJob): Promise<ConversionJob> => ({
  ...job,
  from: inWords(job.from, await wordsOf(job.language)),
});

/** The current type; undefined when it has been deleted. */
async function findType({ job }: Run, { orgId }: RunningOperation): Promise<CardType | undefined> {
  try {
    return await getCardType(orgId, job.typeId);
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** Cards whose values do not fit; with `locks`, also those whose values identify them differently than before. */
async function cardsToDo(
  { job, context, people }: Run,
  { orgId }: RunningOperation,
  type: CardType,
  after: CardId | undefined,
  locks: boolean,
): Promise<CardId[]> {
  const identifying = job.relock || job.released.length > 0 ? [...type.identifiers, ...job.released.map(({ id }) => id)] : [];
  const cardIds: CardId[] = [];
  for (const { id, fields, trashed } of await storedCards(orgId, job.typeId, after)) {
    const isRelocked = locks && !trashed && identifying.some((fieldId) => !isEmpty(fields[fieldId]));
    if (isRelocked || Object.keys(reconcile(type, fields, job.from, context, people)).length > 0) cardIds.push(id);
  }
  return cardIds;
}

/** Undefined when time is up. */
async function runChunks(
  run: Run,
  operation: RunningOperation,
  cardIds: readonly CardId[],
  moves: boolean,
): Promise<RunningOperation | undefined> {
  let current = operation;
  for (;;) {
    const at = current.done - operation.done;
    if (at >= cardIds.length) return current;
    if (at > 0 && run.clock.now() >= run.endsAt) return undefined;
    current = await commitChunk(run, current, cardIds.slice(at, at + cardsAtOnce), moves);
  }
}

/** Processes as many of the cards, from the first on, as fit a transaction. */
async function commitChunk(
  run: Run,
  operation: RunningOperation,
  cardIds: readonly CardId[],
  moves: boolean,
): Promise<RunningOperation> {
  const { orgId } = operation;
  const { result } = await commit(run.commitContext, async (at) => {
    const [type, found] = await Promise.all([findType(run, operation), findCards(orgId, cardIds)]);
    const cards = cardIds.flatMap((cardId) => found.get(cardId) ?? []);
    const works = type ? cards.map((card) => workOn(run, type, card, at)) : [];
    const holders = await holdersOf(orgId, [
      ...new Set(works.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted].map(({ hash }) => hash))),
    ]);
    const writes: Write[] = [];
    const changes: Change[] = [];
    let bytes = 0;
    let dealtWith = 0;
    let skipped = 0;
    const last = () => cards[dealtWith - 1]?.id;
    for (const work of works) {
      const locks = lockWritesOf(run, work, holders);
      const own = work.rewrite?.writes ?? (locks.writes.length > 0 ? [unchanged(orgId, work.card)] : []);
      bytes += work.rewrite ? Buffer.byteLength(JSON.stringify(work.rewrite.change)) : 0;
      if (dealtWith > 0 && (writes.length + own.length + locks.writes.length > itemsForCards || bytes > maxChunkBytes)) break;
      writes.push(...own, ...locks.writes);
      for (const hash of locks.released) holders.delete(hash);
      for (const hash of locks.taken) holders.set(hash, work.card.id);
      if (work.rewrite) changes.push(work.rewrite.change);
      skipped += locks.collisions;
      dealtWith++;
    }
    const all = dealtWith === works.length;
    const lastCardId = all ? cardIds.at(-1) : last();
    // Cards deleted meanwhile count as processed too.
    const done = operation.done + (all ? cardIds.length : cardIds.findIndex((id) => id === lastCardId) + 1);
    const next = {
      done,
      created: 0,
      updated: operation.updated + changes.length,
      skipped: operation.skipped + skipped,
      failed: 0,
      ...(moves && lastCardId ? { lastCardId } : {}),
    };
    return {
      writes: [...writes, ...progress(operation, next, [], undefined, run.clock)],
      records: changes.length > 0 ? [{ changes }] : [],
      result: { ...operation, ...next },
    };
  });
  return result;
}

interface Work {
  readonly card: StoredCard;
  readonly rewrite: ReturnType<typeof rewriting>;
  readonly wanted: readonly IdentifierLock[];
  readonly unwanted: readonly IdentifierLock[];
}

function workOn({ job, context, people, commitContext }: Run, type: CardType, card: StoredCard, at: string): Work {
  const patch = reconcile(type, card.fields, job.from, context, people);
  const rewrite = rewriting(commitContext.orgId, card, patch, at);
  const now: FieldValues = rewrite?.card.fields ?? card.fields;
  const wanted = card.trashedAt ? [] : locksOf(type, now, context);
  // Locks it may hold: by the former and the current identifiers, on the former values.
  const before = {
    ...type,
    fields: [...job.released, ...type.fields],
    identifiers: [...job.released.map(({ id }) => id), ...type.identifiers],
  };
  const held = locksOf(before, card.fields, context);
  return { card, rewrite, wanted, unwanted: held.filter((lock) => !wanted.some((other) => other.hash === lock.hash)) };
}

/** A lock held by another card is not taken: both cards stay as they are, and the second simply has no identifier. */
function lockWritesOf({ commitContext: { orgId } }: Run, { card, wanted, unwanted }: Work, holders: ReadonlyMap<string, string>) {
  const releasing = unwanted.filter((lock) => holders.get(lock.hash) === card.id);
  const taking = wanted.filter((lock) => !holders.has(lock.hash));
  const collisions = wanted.filter((lock) => holders.has(lock.hash) && holders.get(lock.hash) !== card.id).length;
  return {
    collisions,
    released: releasing.map((lock) => lock.hash),
    taken: taking.map((lock) => lock.hash),
    writes: [
      ...releasing.map((lock) => releaseLock(orgId, card.id, lock)),
      ...taking.map((lock) => ({ ...takeLock(orgId, card.id, lock), otherwise: "stale" as const })),
    ],
  };
}
