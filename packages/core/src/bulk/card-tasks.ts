import { type CardWrite, getCardType, inScope, lockHolders, lockWritesOf, findCards, type StoredCard } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { type CommitContext, maxTransactItems, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { commitMetered, isOverLimit, meterItems } from "../plans/index.ts";
import { progress, type Reject, type RunningOperation } from "../operations/index.ts";

/** Why a card stays as it is. */
export interface Refusal {
  readonly fieldId: string | null;
  /** Catalogue key. */
  readonly message: string;
}

/** Of a card that the change does not reach: one that the actor sees is told from one that is not there, or may not be seen. */
export const outOfReach = (seen: StoredCard | undefined): Refusal => ({
  fieldId: null,
  message: seen ? "validation.cardReadOnly" : "validation.cardGone",
});

/** What a task makes of its card as it is now. */
export type Outcome = { readonly write: CardWrite } | { readonly same: true } | { readonly refused: Refusal };

/** One step of a long operation: something to do with one card. */
export interface CardTask {
  readonly cardId: CardId;
  /** What of the cards the one who started it may do this with. */
  readonly scope: Scope;
  plan(current: StoredCard, type: CardType, at: string): Outcome;
}

interface Loaded {
  readonly task: CardTask;
  readonly cards: Promise<ReadonlyMap<CardId, StoredCard>>;
}

/** Items of a transaction that are left for cards: progress, rejects, the record and the plan's meter have theirs. */
const itemsForCards = maxTransactItems - 3 - meterItems;
/** The record of a chunk is one item of at most 400 KB; its compression is a reserve, not a promise. */
const maxRecordBytes = 320 * 1024;
/** A transaction takes four megabytes. */
const maxChunkBytes = 3 * 1024 * 1024;

/**
 * Does the tasks behind the operation's cursor, as many at a time as fit a transaction: cards (checked for their versions), locks, one record, and the
 * progress. So after a crash every task counted is done and none is done twice. While one chunk is written, the cards of the next are read.
 * @returns true when all are done, false when `runMs` milliseconds have passed before.
 */
export async function runCardTasks(
  operation: RunningOperation,
  tasks: AsyncIterable<CardTask>,
  run: { readonly commitContext: CommitContext; readonly clock: Clock; readonly runMs: number },
): Promise<boolean> {
  const { orgId } = operation;
  const deadlineMs = run.clock.now() + run.runMs;
  const types = typeReader(operation);
  let current = operation;
  let queue: Loaded[] = [];
  let most = itemsForCards;
  const source = windows(orgId, skipping(tasks, operation.done))[Symbol.asyncIterator]();
  let next = source.next();
  for (;;) {
    if (queue.length < itemsForCards) {
      const { done, value } = await next;
      if (!done) {
        queue.push(...value);
        next = source.next();
        next.catch(() => undefined); // awaited in the next round
      }
    }
    if (queue.length === 0) return true;
    if (run.clock.now() >= deadlineMs && current.done > operation.done) return false;
    try {
      const { operation: after, length } = await commitChunk(current, queue.slice(0, most), types, run);
      current = after;
      queue = queue.slice(length);
    } catch (error) {
      // Near the plan's limit as many come back as there is room for.
      const tried = Math.min(most, queue.length);
      if (!isOverLimit(error) || tried === 1) throw error;
      most = Math.ceil(tried / 2);
    }
  }
}

async function* skipping(tasks: AsyncIterable<CardTask>, count: number): AsyncGenerator<CardTask> {
  let toSkip = count;
  for await (const task of tasks) {
    if (toSkip > 0) toSkip--;
    else yield task;
  }
}

/** The tasks in windows whose cards are being read. */
async function* windows(orgId: RunningOperation["orgId"], tasks: AsyncIterable<CardTask>): AsyncGenerator<Loaded[]> {
  let window: CardTask[] = [];
  const load = (): Loaded[] => {
    const cards = findCards(
      orgId,
      window.map(({ cardId }) => cardId),
    );
    cards.catch(() => undefined); // whoever commits them awaits it
    const loaded = window.map((task) => ({ task, cards }));
    window = [];
    return loaded;
  };
  for await (const task of tasks) {
    window.push(task);
    if (window.length === itemsForCards) yield load();
  }
  if (window.length > 0) yield load();
}

/** Card types as they are in this run, each read once. */
function typeReader({ orgId }: RunningOperation): (typeId: CardTypeId) => Promise<CardType> {
  const types = new Map<CardTypeId, Promise<CardType>>();
  return (typeId) => {
    const known = types.get(typeId) ?? getCardType(orgId, typeId);
    types.set(typeId, known);
    return known;
  };
}

interface Planned {
  readonly task: CardTask;
  readonly name: string;
  readonly outcome: Outcome;
}

async function commitChunk(
  operation: RunningOperation,
  loaded: readonly Loaded[],
  typeOf: (typeId: CardTypeId) => Promise<CardType>,
  { commitContext, clock }: { readonly commitContext: CommitContext; readonly clock: Clock },
): Promise<{ operation: RunningOperation; length: number }> {
  let isFirst = true;
  const { result } = await commitMetered(commitContext, async (at) => {
    // Planned again, somebody has changed a card meanwhile: then what was read ahead is of no use.
    const cards = isFirst ? await ahead(loaded) : await readAgain(operation, loaded);
    isFirst = false;
    const planned = await Promise.all(loaded.map(({ task }) => planTask(task, cards.get(task.cardId), typeOf, at)));
    const holders = await lockHolders(
      operation.orgId,
      planned.flatMap(({ outcome }) => ("write" in outcome ? [outcome.write] : [])),
    );
    const chunk = gather(operation, planned, holders);
    const next = {
      done: operation.done + chunk.length,
      created: operation.created,
      updated: operation.updated + chunk.changes.length,
      skipped: operation.skipped + chunk.same,
      failed: operation.failed + chunk.rejects.length,
    };
    return {
      writes: [...chunk.writes, ...progress(operation, next, chunk.rejects, undefined, clock)],
      records: chunk.changes.length > 0 ? [{ changes: chunk.changes }] : [],
      result: { operation: { ...operation, ...next }, length: chunk.length },
    };
  });
  return result;
}

async function ahead(loaded: readonly Loaded[]): Promise<ReadonlyMap<CardId, StoredCard>> {
  const all = await Promise.all(new Set(loaded.map(({ cards }) => cards)));
  return new Map(all.flatMap((cards) => [...cards]));
}

const readAgain = ({ orgId }: RunningOperation, loaded: readonly Loaded[]) =>
  findCards(
    orgId,
    loaded.map(({ task }) => task.cardId),
  );

async function planTask(
  task: CardTask,
  current: StoredCard | undefined,
  typeOf: (typeId: CardTypeId) => Promise<CardType>,
  at: string,
): Promise<Planned> {
  if (!current || !inScope(seenIn(task.scope), current)) return { task, name: "", outcome: { refused: outOfReach(undefined) } };
  const outcome = inScope(task.scope, current)
    ? task.plan(current, await typeOf(current.typeId), at)
    : { refused: outOfReach(current) };
  const { name } = current.fields;
  return { task, name: typeof name === "string" ? name : "", outcome };
}

interface Chunk {
  readonly writes: readonly Write[];
  readonly changes: readonly Change[];
  readonly rejects: readonly Reject[];
  readonly same: number;
  /** How many of the planned tasks are in it. */
  readonly length: number;
}

/** As many of the tasks, from the first on, as fit one transaction, in which no item may be written twice; at least one. */
function gather(operation: RunningOperation, planned: readonly Planned[], holders: ReadonlyMap<string, string>): Chunk {
  const writes: Write[] = [];
  const changes: Change[] = [];
  const rejects: Reject[] = [];
  const touched = new Set<string>();
  let same = 0;
  let recordBytes = 0;
  let bytes = 0;
  let length = 0;
  for (const { task, name, outcome } of planned) {
    const refuse = ({ fieldId, message }: Refusal) =>
      rejects.push({ line: operation.done + length + 1, fieldId, message, value: name.slice(0, 200), cardId: task.cardId });
    if ("refused" in outcome) refuse(outcome.refused);
    else if ("same" in outcome) same++;
    else {
      const { card, change, locks } = outcome.write;
      const taken = locks?.wanted.find(({ hash }) => holders.has(hash) && holders.get(hash) !== card.id);
      const keys = [card.id, ...[...(locks?.wanted ?? []), ...(locks?.unwanted ?? [])].map(({ hash }) => hash)];
      // What an earlier card of the chunk takes or gives back is known when that one is written.
      if (keys.some((key) => touched.has(key))) break;
      if (taken) refuse({ fieldId: taken.fieldId, message: "validation.duplicate" });
      else {
        const own = [...outcome.write.writes, ...lockWritesOf(operation.orgId, outcome.write, holders)];
        recordBytes += Buffer.byteLength(JSON.stringify(change));
        bytes += Buffer.byteLength(JSON.stringify(card.fields));
        const isFull =
          writes.length + own.length > itemsForCards || recordBytes > maxRecordBytes || bytes + recordBytes > maxChunkBytes;
        if (length > 0 && isFull) break;
        for (const key of keys) touched.add(key);
        writes.push(...own.map((write) => ({ ...write, otherwise: "replan" as const })));
        changes.push(change);
      }
    }
    length++;
  }
  return { writes, changes, rejects, same, length };
}
