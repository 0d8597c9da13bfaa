import { commit, type CommitContext, type ChangeSet, type Write } from "../data/commit.ts";
import { maxTransactItems } from "../data/transaction.ts";
import type { Change } from "../data/journal.ts";
import { errorShape, KartisError } from "../kernel/error.ts";
import type { CardTypeId, OrgId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { settleFiles } from "./files/values.ts";
import { duplicateError } from "./identifiers/locks.ts";
import { type CardWrite, edit } from "./card-writes.ts";
import { lockHolders, lockWritesOf } from "./identifiers/lock-writes.ts";
import type { FieldContext } from "./rules.ts";
import { type CardType, type ManyUpdated, type UpdateManyChange, UpdateManyInput, type UpdateOutcome } from "./schema.ts";
import { fieldContext, scopeOf } from "./scope.ts";
import { findCards, getCardType, requireReached, type StoredCard, visible } from "./store.ts";
import { requireReferences } from "./references.ts";
import { readScopeOf } from "./relations/targets.ts";

/** The journal record takes one of the transaction's items. */
const itemsForCards = maxTransactItems - 1;
/** The chunk's record is one item of at most 400 KB; the transaction takes 4 MB. */
const maxRecordBytes = 320 * 1024;
const maxCardBytes = 3 * 1024 * 1024;

interface Asking {
  readonly orgId: OrgId;
  readonly userId: UserId | null;
  readonly scope: Scope;
  readonly readScope: Scope;
  readonly settings: FieldContext;
  readonly requestId: string;
}

/**
 * Changes many cards at once, as a paste into a table does: each has its own outcome, so a refused one does not hold up the others. As many as fit share one
 * transaction with one journal record; undoing the returned records reverses all of them.
 */
export const updateMany = procedure({
  name: "cards.updateMany",
  kind: "mutation",
  input: UpdateManyInput,
  can: ["CARDS", "update"],
  async run({ changes }, context): Promise<ManyUpdated> {
    const { orgId, userId } = context.principal;
    const [scope, settings, readScope] = await Promise.all([
      scopeOf(context),
      fieldContext(context.principal),
      readScopeOf(context),
    ]);
    const asking = { orgId, userId, scope, readScope, settings, requestId: context.requestId };
    const outcomes: UpdateOutcome[] = [];
    const recordIds: string[] = [];
    let length = changes.length;
    while (outcomes.length < changes.length) {
      const some = changes.slice(outcomes.length, outcomes.length + length);
      try {
        const { result, records } = await commit(commitContext(context), (at) => chunk(asking, some, at));
        outcomes.push(...result);
        recordIds.push(...records.map((record) => record.id));
      } catch (error) {
        const [first] = some;
        if (!(error instanceof KartisError) || !first) throw error;
        // Somebody has just taken the identifier of one of them. Tried one by one, each gets its own outcome.
        if (some.length === 1) outcomes.push(failed(first, error, asking));
        length = 1;
      }
    }
    return { outcomes, recordIds };
  },
});

const commitContext = (context: OrgContext): CommitContext => ({
  orgId: context.principal.orgId,
  actor: context.actor,
  clock: context.clock,
  requestId: context.requestId,
  origin: context.origin,
});

function failed({ cardId }: UpdateManyChange, error: unknown, { requestId }: Pick<Asking, "requestId">): UpdateOutcome {
  if (!(error instanceof KartisError)) throw error;
  const { code, messageKey, params, fields } = errorShape(error, requestId);
  return {
    cardId,
    card: null,
    error: { code, ...(messageKey ? { messageKey } : {}), ...(params ? { params } : {}), ...(fields ? { fields } : {}) },
  };
}

/** The first of the changes, as many as fit one transaction; at least one. The result has an outcome for each of those. */
async function chunk(asking: Asking, changes: readonly UpdateManyChange[], at: string): Promise<ChangeSet<UpdateOutcome[]>> {
  const { orgId } = asking;
  const cards = await findCards(
    orgId,
    changes.map(({ cardId }) => cardId),
  );
  const types = new Map<CardTypeId, CardType>();
  const made: { change: UpdateManyChange; cardWrite?: CardWrite | undefined; current?: StoredCard; error?: unknown }[] = [];
  for (const change of changes.slice(0, itemsForCards)) {
    try {
      const current = requireReached(asking.scope, cards.get(change.cardId));
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      const type = types.get(current.typeId) ?? (await getCardType(orgId, current.typeId));
      types.set(current.typeId, type);
      await requireReferences(asking, type, current.fields, change.fields);
      const placing = { orgId, scope: asking.readScope, userId: asking.userId, cardId: current.id };
      const fields = await settleFiles(type, change.fields, placing, asking.settings);
      const cardWrite = edit(orgId, type, current, fields, change.expectedVersion, asking.settings, at);
      made.push({ change, cardWrite, current });
    } catch (error) {
      made.push({ change, error });
    }
  }
  const holders = await lockHolders(
    orgId,
    made.flatMap(({ cardWrite }) => cardWrite ?? []),
  );
  const taken = new Set<string>();
  const outcomes: UpdateOutcome[] = [];
  const writes: Write[] = [];
  const journalled: Change[] = [];
  let [recordBytes, cardBytes] = [0, 0];
  for (const { change, cardWrite, current, error } of made) {
    if (error !== undefined || !current) {
      outcomes.push(failed(change, error, asking));
      continue;
    }
    if (!cardWrite) {
      outcomes.push({ cardId: change.cardId, card: visible(current), error: null });
      continue;
    }
    const wanted = cardWrite.locks?.wanted ?? [];
    const held = wanted.find(({ hash }) => taken.has(hash) || (holders.get(hash) ?? change.cardId) !== change.cardId);
    if (held) {
      outcomes.push(failed(change, duplicateError(held.fieldId), asking));
      continue;
    }
    const own = [...cardWrite.writes, ...lockWritesOf(orgId, cardWrite, holders)];
    recordBytes += Buffer.byteLength(JSON.stringify(cardWrite.change));
    cardBytes += Buffer.byteLength(JSON.stringify(cardWrite.card));
    const isFull = writes.length + own.length > itemsForCards || recordBytes > maxRecordBytes || cardBytes > maxCardBytes;
    if (isFull && writes.length > 0) break;
    for (const { hash } of wanted) taken.add(hash);
    writes.push(...own);
    journalled.push(cardWrite.change);
    outcomes.push({ cardId: change.cardId, card: visible(cardWrite.card), error: null });
  }
  return { writes, records: journalled.length > 0 ? [{ changes: journalled }] : [], result: outcomes };
}
