import {
  type CardLookup,
  type CardWrite,
  creationOf,
  edit,
  findByValues,
  findCards,
  hashOf,
  holdersOf,
  type IdentifierLock,
  inScope,
  lockHolders,
  lockWritesOf,
  locksOf,
  type StoredCard,
} from "../../cards/index.ts";
import { acceptNew, type FieldContext, identifyingValue, isTooLarge } from "../../cards/rules.ts";
import type { CardType, Field } from "../../cards/schema.ts";
import { type Write } from "../../data/commit.ts";
import { maxTransactItems } from "../../data/transaction.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, newId, type OrgId } from "../../kernel/id.ts";
import { type Scope, seenIn } from "../../kernel/scope.ts";
import type { RowChange } from "../../operations/index.ts";
import { meterItems } from "../../plans/index.ts";
import { type ChunkRow, type GoodRow, isGood, isRefused } from "./chunks.ts";
import { refusal, type RefusedRow } from "../values/convert.ts";
import { wrongTargets } from "../related.ts";
import type { ImportMode } from "../schema.ts";
import { beginningOf } from "../../kernel/text.ts";

/** Settings for matching rows with cards. */
export interface Matching {
  readonly orgId: OrgId;
  readonly type: CardType;
  readonly field: Field;
  readonly mode: Exclude<ImportMode, "create">;
  /** Scope of cards that may be changed. */
  readonly scope: Scope;
  readonly importerId: string;
  readonly fieldContext: FieldContext;
  readonly lookup: CardLookup;
}

/** Outcome of one row. `locks` are those that it takes or holds, including its matching value's. */
export type Outcome =
  | {
      readonly kind: "create" | "update";
      readonly write: CardWrite;
      readonly locks: readonly IdentifierLock[];
      readonly rowChange: RowChange;
    }
  | { readonly kind: "same"; readonly cardId: CardId; readonly locks: readonly IdentifierLock[] }
  | { readonly kind: "leftOut" }
  | { readonly kind: "refused"; readonly row: RefusedRow };

/** The row's matching value in the form of a lock, which need not be held. */
function keyOf({ type, field, fieldContext }: Matching, row: GoodRow): IdentifierLock | undefined {
  const value = identifyingValue(field, row.values, fieldContext);
  return value === undefined ? undefined : { fieldId: field.id, hash: hashOf(type, field.id, value) };
}

/**
 * Decides in order what each row does: which card it matches, whether that may be changed and would be, or why it is refused. A row whose matching value an
 * earlier row has is refused: only a person knows which of them is right.
 * @param earlier says whether an earlier row of the file has processed the lock.
 */
export async function outcomesOf(
  matching: Matching,
  rows: readonly ChunkRow[],
  earlier: (lock: IdentifierLock) => boolean,
  at: string,
): Promise<Outcome[]> {
  const { orgId } = matching;
  const good = rows.filter(isGood);
  const holders = await holdersOf(orgId, [...new Set(good.flatMap((row) => row.locks.map((lock) => lock.hash)))]);
  const candidates = await candidatesOf(matching, good, holders);
  const cards = await findCards(orgId, [...new Set([...candidates.values()].flat())]);
  const taken = new Map<string, CardId>();
  const done = new Set<string>();
  const isReached = (card: StoredCard | undefined) => card !== undefined && inScope(matching.scope, card);
  const held = (lock: IdentifierLock, by?: CardId) => {
    const holder = taken.get(lock.hash) ?? holders.get(lock.hash);
    return earlier(lock) || (holder !== undefined && holder !== by);
  };

  return rows.map((row): Outcome => {
    if (!isGood(row)) return isRefused(row) ? { kind: "refused", row } : { kind: "leftOut" };
    const key = keyOf(matching, row);
    const refused = (fieldId: string | null, message: string): Outcome => ({
      kind: "refused",
      row: refusal(row.line, row.cells, [{ fieldId, message, value: valueOf(matching.type, fieldId, row) }]),
    });
    if (key && (done.has(key.hash) || earlier(key))) return refused(key.fieldId, "validation.repeatedInFile");
    const seen = (key && candidates.get(key.hash)) ?? [];
    const reached = seen.filter((id) => isReached(cards.get(id)));
    // A card that may not be changed does not stand in the way of one that may; if it is the only one, it is the row's match.
    const found = reached.length > 0 ? reached : seen;
    if (found.length > 1) return refused(matching.field.id, "validation.severalMatch");
    const [cardId] = found;
    const card = cardId && cards.get(cardId);
    let outcome: Outcome;
    try {
      if (card && !card.trashedAt) outcome = changing(matching, row, card, at, held);
      else if (!key)
        outcome =
          matching.mode === "update" ? refused(matching.field.id, "validation.required") : making(matching, row, at, held);
      else outcome = matching.mode === "update" ? refused(key.fieldId, "validation.noMatch") : making(matching, row, at, held);
    } catch (error) {
      outcome = { kind: "refused", row: asRefusal(matching.type, row, error) };
    }
    if (outcome.kind === "refused" || outcome.kind === "leftOut") return outcome;
    if (key) done.add(key.hash);
    if ("write" in outcome) for (const lock of outcome.locks) taken.set(lock.hash, outcome.write.card.id);
    return { ...outcome, locks: [...(key ? [key] : []), ...outcome.locks.filter((lock) => lock.hash !== key?.hash)] };
  });
}

/** The cards that each row may match, by the hash of its matching value. */
async function candidatesOf(
  matching: Matching,
  rows: readonly GoodRow[],
  holders: ReadonlyMap<string, string>,
): Promise<Map<string, CardId[]>> {
  const { orgId, scope, type, field, fieldContext } = matching;
  const candidates = new Map<string, CardId[]>();
  if (type.identifiers.includes(field.id)) {
    for (const row of rows) {
      const key = keyOf(matching, row);
      const holder = key && holders.get(key.hash);
      if (key && isId("crd", holder)) candidates.set(key.hash, [holder]);
    }
    return candidates;
  }
  const values = rows.map((row) => row.values[field.id]).filter((value) => value !== undefined && value !== null);
  if (values.length === 0) return candidates;
  for (const [value, cardIds] of await findByValues(orgId, seenIn(scope), type, field, values, fieldContext)) {
    candidates.set(hashOf(type, field.id, value), cardIds);
  }
  return candidates;
}

type Held = (lock: IdentifierLock, by?: CardId) => boolean;

function changing(
  { orgId, type, scope, mode, field, fieldContext, lookup }: Matching,
  row: GoodRow,
  card: StoredCard,
  at: string,
  held: Held,
): Outcome {
  const refused = (fieldId: string, message: string): Outcome => ({
    kind: "refused",
    row: refusal(row.line, row.cells, [{ fieldId, message, value: valueOf(type, fieldId, row) }]),
  });
  // A missing card and a hidden one cannot be distinguished; everyone who creates learns that a value is taken.
  if (!inScope(seenIn(scope), card)) return refused(field.id, mode === "update" ? "validation.noMatch" : "validation.duplicate");
  if (!inScope(scope, card)) return refused(field.id, "validation.cardReadOnly");
  const [unknown] = wrongTargets(lookup, type, row.values, card);
  if (unknown) return refused(unknown, "validation.relatedCard");
  const write = edit(orgId, type, card, row.values, undefined, fieldContext, at);
  if (!write) return { kind: "same", cardId: card.id, locks: [] };
  const collision = write.locks?.wanted.find((lock) => held(lock, card.id));
  if (collision) return refused(collision.fieldId, "validation.duplicate");
  return { kind: "update", write, locks: write.locks?.wanted ?? [], rowChange: rowChangeOf(row, write) };
}

function making({ orgId, type, importerId, fieldContext, lookup }: Matching, row: GoodRow, at: string, held: Held): Outcome {
  const { values, errors } = acceptNew(type, { owner: importerId, ...row.values }, fieldContext);
  const unknown = wrongTargets(lookup, type, values).map((fieldId) => [fieldId, "validation.relatedCard"] as const);
  const wrong = [...Object.entries(errors), ...unknown].map(([fieldId, message]) => ({
    fieldId,
    message,
    value: valueOf(type, fieldId, row),
  }));
  if (wrong.length > 0) return { kind: "refused", row: refusal(row.line, row.cells, wrong) };
  if (isTooLarge(values))
    return { kind: "refused", row: refusal(row.line, row.cells, [{ fieldId: null, message: "validation.tooLarge", value: "" }]) };
  const locks = locksOf(type, values, fieldContext);
  const collision = locks.find((lock) => held(lock));
  if (collision) {
    const value = valueOf(type, collision.fieldId, row);
    return {
      kind: "refused",
      row: refusal(row.line, row.cells, [{ fieldId: collision.fieldId, message: "validation.duplicate", value }]),
    };
  }
  const write = creationOf(orgId, type, newId("crd", Date.parse(at)), { values, locks }, at);
  return { kind: "create", write, locks, rowChange: rowChangeOf(row, write) };
}

const valueOf = (type: CardType, fieldId: string | null, row: GoodRow): string => {
  const value = fieldId === null ? undefined : row.values[fieldId];
  const option = type.fields.find((field) => field.id === fieldId)?.options.find(({ id }) => id === value);
  return option?.label ?? (typeof value === "string" || typeof value === "number" ? String(value) : "");
};

/** An error about one card concerns its row only; any other fails the chunk. */
function asRefusal(type: CardType, row: GoodRow, error: unknown): RefusedRow {
  if (!(error instanceof KartisError)) throw error;
  const { fields = {}, messageKey } = error.details;
  const wrong = Object.entries(fields).map(([fieldId, message]) => ({ fieldId, message, value: valueOf(type, fieldId, row) }));
  const whole = { fieldId: null, message: messageKey ?? `errors.${error.code}.message`, value: "" };
  return refusal(row.line, row.cells, wrong.length > 0 ? wrong : [whole]);
}

const shownCharacters = 200;

function rowChangeOf(row: GoodRow, { card, change }: CardWrite): RowChange {
  const cut = (values: Change["before"]) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([fieldId, value]) => [
        fieldId,
        typeof value === "string" && value.length > shownCharacters ? `${beginningOf(value, shownCharacters)}…` : value,
      ]),
    );
  const name = card.fields["name"];
  return {
    line: row.line,
    cardId: card.id,
    name: typeof name === "string" ? beginningOf(name, shownCharacters) : "",
    before: cut(change.before),
    after: cut(change.after),
  };
}

/** One transaction's worth of what the rows do. */
export interface Batch {
  readonly outcomes: readonly Outcome[];
  readonly writes: readonly Write[];
  readonly changes: readonly Change[];
}

/** Items of a transaction left for the cards, after the operation's progress, its report and memory, the journal record and the plan's meter. */
const itemsForCards = maxTransactItems - 4 - meterItems;
/** A journal record of changes holds before and after, and is one item of at most 400 KB; a transaction is at most 4 MB. */
const maxRecordBytes = 320 * 1024;
const maxCardBytes = 3 * 1024 * 1024;

/** The writes of as many outcomes, from the first on, as fit one transaction and one record; at least one. */
export async function batchOf(orgId: OrgId, outcomes: readonly Outcome[]): Promise<Batch> {
  const updates = outcomes.flatMap((outcome) => (outcome.kind === "update" ? [outcome.write] : []));
  const holders = await lockHolders(orgId, updates);
  const writes: Write[] = [];
  const changes: Change[] = [];
  let [recordBytes, cardBytes, length] = [0, 0, 0];
  for (const outcome of outcomes) {
    if ("write" in outcome) {
      const { write } = outcome;
      const next = [...write.writes, ...(outcome.kind === "update" ? lockWritesOf(orgId, write, holders) : [])];
      recordBytes += Buffer.byteLength(JSON.stringify(write.change));
      cardBytes += Buffer.byteLength(JSON.stringify(write.card));
      const isFull = writes.length + next.length > itemsForCards || recordBytes > maxRecordBytes || cardBytes > maxCardBytes;
      if (length > 0 && isFull) break;
      // The lookup is outdated, so it is repeated.
      writes.push(...next.map((item) => ({ ...item, otherwise: "stale" as const })));
      changes.push(write.change);
    }
    length++;
  }
  return { outcomes: outcomes.slice(0, length), writes, changes };
}
