import { type CardWrite, getCardType, inScope, lockHolders, lockWritesOf, findCards, type StoredCard } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import type { ChangeSet, CommitContext, Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { maxChunkBytes, maxRecordBytes } from "../data/transaction.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import {
  commitChunks,
  itemsInChunk,
  progress,
  type Reject,
  type RunningOperation,
  type Stage,
  Upcoming,
} from "../operations/index.ts";
import { beginningOf } from "../kernel/text.ts";
import type { Refusal } from "./refusal.ts";

/** Refusal for a card out of scope: tells a visible card from one that does not exist or is hidden. */
export const outOfReach = (seen: StoredCard | undefined): Refusal => ({
  fieldId: null,
  message: seen ? "validation.cardReadOnly" : "validation.cardGone",
});

/** Outcome of a task for its card: a write, no change, or a refusal. */
export type Outcome = { readonly write: CardWrite } | { readonly same: true } | { readonly refused: Refusal };

/** One step of a long operation: something to do with one card. */
export interface CardTask {
  readonly cardId: CardId;
  /** The cards that the person who started it may do this to. */
  readonly scope: Scope;
  decide(current: StoredCard, type: CardType, at: string): Outcome;
}

interface Loaded {
  readonly task: CardTask;
  readonly cards: Promise<ReadonlyMap<CardId, StoredCard>>;
  /** An earlier task has the same card, and may change it after it was read. */
  readonly isRepeated: boolean;
}

/**
 * Does the tasks after the operation's cursor, as many per transaction as fit: cards (checked for their versions), locks, one record, and the progress. So
 * after a crash every task counted is done, and none is done twice.
 * @returns true when all are done, false when `runMs` milliseconds passed first.
 */
export async function runCardTasks(
  operation: RunningOperation,
  tasks: AsyncIterable<CardTask>,
  { commitContext, clock, runMs }: { readonly commitContext: CommitContext; readonly clock: Clock; readonly runMs: number },
): Promise<boolean> {
  const deadlineMs = clock.now() + runMs;
  const typeOf = typeReader(operation);
  const upcoming = new Upcoming(windows(operation.orgId, skipping(tasks, operation.done)), operation.done);
  return commitChunks<Stage>(
    { operation, keys: new Set() },
    {
      commitContext,
      async make(stage, most, at, isStale) {
        const loaded = await upcoming.from(stage.operation.done, Math.min(most, itemsInChunk));
        return loaded.length > 0 ? chunkOf(stage.operation, loaded, isStale, typeOf, at, clock) : undefined;
      },
      landed: (stage) => upcoming.letGo(stage.operation.done),
      mayGoOn: () => clock.now() < deadlineMs,
    },
  );
}

async function* skipping(tasks: AsyncIterable<CardTask>, count: number): AsyncGenerator<CardTask> {
  let toSkip = count;
  for await (const task of tasks) {
    if (toSkip > 0) toSkip--;
    else yield task;
  }
}

/** Windows that may be read before the first one's tasks are written: the one being written, the one being prepared, and the next. */
const windowsAhead = 3;

/** The tasks in windows whose cards are being read. */
async function* windows(orgId: RunningOperation["orgId"], tasks: AsyncIterable<CardTask>): AsyncGenerator<Loaded[]> {
  let window: CardTask[] = [];
  let recent: CardId[] = [];
  const load = (): Loaded[] => {
    const cards = findCards(
      orgId,
      window.map(({ cardId }) => cardId),
    );
    cards.catch(() => undefined); // awaited where they are committed
    const seen = new Set(recent);
    const loaded = window.map((task) => {
      const isRepeated = seen.has(task.cardId);
      seen.add(task.cardId);
      return { task, cards, isRepeated };
    });
    recent = [...recent, ...window.map(({ cardId }) => cardId)].slice(-windowsAhead * itemsInChunk);
    window = [];
    return loaded;
  };
  for await (const task of tasks) {
    window.push(task);
    if (window.length === itemsInChunk) yield load();
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

interface Decided {
  readonly task: CardTask;
  readonly name: string;
  readonly outcome: Outcome;
}

async function chunkOf(
  operation: RunningOperation,
  loaded: readonly Loaded[],
  isStale: boolean,
  typeOf: (typeId: CardTypeId) => Promise<CardType>,
  at: string,
  clock: Clock,
): Promise<ChangeSet<Stage>> {
  const cards = await (isStale ? readAgain : ahead)(operation, loaded);
  const decided = await Promise.all(loaded.map(({ task }) => decideTask(task, cards.get(task.cardId), typeOf, at)));
  const holders = await lockHolders(
    operation.orgId,
    decided.flatMap(({ outcome }) => ("write" in outcome ? [outcome.write] : [])),
  );
  const chunk = gather(operation, decided, holders);
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
    result: { operation: { ...operation, ...next }, keys: chunk.keys },
  };
}

/** The cards as read ahead, read again where an earlier task may have changed them. */
async function ahead(operation: RunningOperation, loaded: readonly Loaded[]): Promise<ReadonlyMap<CardId, StoredCard>> {
  const repeated = loaded.filter(({ isRepeated }) => isRepeated);
  const [again, ...all] = await Promise.all([readAgain(operation, repeated), ...new Set(loaded.map(({ cards }) => cards))]);
  const cards = new Map(all.flatMap((window) => [...window]));
  for (const { task } of repeated) {
    const card = again.get(task.cardId);
    if (card) cards.set(task.cardId, card);
    else cards.delete(task.cardId);
  }
  return cards;
}

const readAgain = ({ orgId }: RunningOperation, loaded: readonly Loaded[]) =>
  findCards(
    orgId,
    loaded.map(({ task }) => task.cardId),
  );

async function decideTask(
  task: CardTask,
  current: StoredCard | undefined,
  typeOf: (typeId: CardTypeId) => Promise<CardType>,
  at: string,
): Promise<Decided> {
  if (!current || !inScope(seenIn(task.scope), current)) return { task, name: "", outcome: { refused: outOfReach(undefined) } };
  const outcome = inScope(task.scope, current)
    ? task.decide(current, await typeOf(current.typeId), at)
    : { refused: outOfReach(current) };
  const { name } = current.fields;
  return { task, name: typeof name === "string" ? name : "", outcome };
}

interface Chunk {
  readonly writes: readonly Write[];
  readonly changes: readonly Change[];
  readonly rejects: readonly Reject[];
  readonly same: number;
  /** The cards, with the identifiers they take or give back. */
  readonly keys: ReadonlySet<string>;
  /** Number of decided tasks that it contains. */
  readonly length: number;
}

/** The longest prefix of the tasks that fits one transaction, in which no item may be written twice; at least one. */
function gather(operation: RunningOperation, decided: readonly Decided[], holders: ReadonlyMap<string, string>): Chunk {
  const writes: Write[] = [];
  const changes: Change[] = [];
  const rejects: Reject[] = [];
  const written = new Set<string>();
  const keys = new Set<string>();
  let same = 0;
  let recordBytes = 0;
  let bytes = 0;
  let length = 0;
  for (const { task, name, outcome } of decided) {
    if (written.has(task.cardId)) break;
    keys.add(task.cardId);
    const refuse = ({ fieldId, message }: Refusal) =>
      rejects.push({ line: operation.done + length + 1, fieldId, message, value: beginningOf(name, 200), cardId: task.cardId });
    if ("refused" in outcome) refuse(outcome.refused);
    else if ("same" in outcome) same++;
    else {
      const { card, change, locks } = outcome.write;
      const taken = locks?.wanted.find(({ hash }) => holders.has(hash) && holders.get(hash) !== card.id);
      const hashes = [...(locks?.wanted ?? []), ...(locks?.unwanted ?? [])].map(({ hash }) => hash);
      // Identifiers that an earlier card of the chunk takes or releases are only known once that chunk is written.
      if (hashes.some((hash) => written.has(hash))) break;
      for (const hash of hashes) keys.add(hash);
      if (taken) refuse({ fieldId: taken.fieldId, message: "validation.duplicate" });
      else {
        const own = [...outcome.write.writes, ...lockWritesOf(operation.orgId, outcome.write, holders)];
        recordBytes += Buffer.byteLength(JSON.stringify(change));
        bytes += Buffer.byteLength(JSON.stringify(card.fields));
        const isFull =
          writes.length + own.length > itemsInChunk || recordBytes > maxRecordBytes || bytes + recordBytes > maxChunkBytes;
        if (length > 0 && isFull) break;
        for (const key of [card.id, ...hashes]) written.add(key);
        writes.push(...own.map((write) => ({ ...write, otherwise: "stale" as const })));
        changes.push(change);
      }
    }
    length++;
  }
  return { writes, changes, rejects, same, keys, length };
}
