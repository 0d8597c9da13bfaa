import { commit, put, type RecordDraft, type Write, systemContext } from "../data/commit.ts";
import type { JournalAction, Subject } from "../data/journal.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { hasHad, ledgerEntity } from "../data/ledger.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { type EffectId, newId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { effectEntity, type EffectItem } from "./entity.ts";
import type { PurposeName } from "./schema.ts";

/** An intended effect outside the system. */
export interface Intent {
  /** For a change that refers to the effect; a new id by default. */
  readonly id?: EffectId;
  readonly purpose: PurposeName;
  readonly subject: Pick<Subject, "kind" | "id">;
  /** The recipient, if they have an account. */
  readonly userId?: UserId;
  /** Payload in the shape of the purpose: ids and encrypted secrets from which the call is made when its time comes. */
  readonly payload: unknown;
}

const openDays = 90;
const settledDays = 14;
const secondsIn = (days: number, clock: Clock) => epochSeconds(clock.now()) + days * 86_400;
/** Undecided effects are kept long, settled ones for as long as their message may be delivered again. */
export const openUntil = (clock: Clock): number => secondsIn(openDays, clock);
export const settledUntil = (clock: Clock): number => secondsIn(settledDays, clock);

type EffectAction = Extract<JournalAction, `effect.${string}`>;

/** A change of an effect, as recorded in the journal. */
export const effectChange = (
  action: EffectAction,
  { effectId, purpose, version, userId }: Pick<EffectItem, "purpose" | "version" | "userId"> & { readonly effectId: EffectId },
): ChangeOf<EffectAction> => ({
  action,
  subject: { kind: "effect", id: effectId },
  version,
  before: null,
  after: { purpose, ...(userId ? { userId } : {}) },
});

/**
 * Effects that follow from a change: `writes` and `record` belong in its transaction. The record starts them; the caller has nothing more to do.
 */
export function intentions(
  orgId: OrgId,
  intents: readonly Intent[],
  clock: Clock,
): { readonly writes: readonly Write[]; readonly records: readonly RecordDraft[] } {
  const items = intents.map(({ id, purpose, subject, userId, payload }) => ({
    orgId,
    effectId: id ?? newId("eff", clock.now()),
    purpose,
    state: "intended" as const,
    ...(userId ? { userId } : {}),
    subjectKind: subject.kind,
    subjectId: subject.id,
    payload,
    version: 1,
    round: 0,
    attempts: 0,
    waits: "nobody" as const,
    createdAt: instant(clock),
    changedAt: instant(clock),
    expiresAt: openUntil(clock),
  }));
  return {
    writes: items.map((item) => put(effectEntity().create(item).params(), "stale")),
    records: items.length > 0 ? [{ changes: items.map((item) => effectChange("effect.intend", item)) }] : [],
  };
}

/** Number of keys that fit into a transaction with the effect and its records. */
export const maxKeys = 90;

interface Once {
  readonly orgId: OrgId;
  /** The consumer that intends the effect. */
  readonly by: string;
  readonly causedBy?: RecordId;
  readonly clock: Clock;
  /** Keys of the events it reports, `maxKeys` at most: intending the same again within fourteen days, or at the same time, has no effect. */
  readonly keys: readonly string[];
}

const ledgerNameOf = (by: string): string => `effect.${by}`;

/** Whether `intendOnce` has intended an effect for the key. */
export const hasIntended = (orgId: OrgId, by: string, key: string): Promise<boolean> => hasHad(orgId, ledgerNameOf(by), key);

/** Intends an effect that follows from what a consumer has seen, once for each of its keys. Does nothing if all keys are taken. */
export async function intendOnce({ orgId, by, causedBy, clock, keys }: Once, intent: Intent): Promise<void> {
  const context = systemContext(orgId, by, clock, causedBy);
  const consumer = ledgerNameOf(by);
  await commit(context, async () => {
    const taken = await Promise.all(keys.map((recordId) => hasHad(orgId, consumer, recordId)));
    const fresh = keys.filter((_, at) => !taken[at]);
    if (fresh.length === 0) return { writes: [], records: [], result: undefined };
    const { writes, records } = intentions(orgId, [intent], clock);
    const claims = fresh.map((recordId) => ledgerEntity().create({ orgId, consumer, recordId, expiresAt: settledUntil(clock) }));
    return { writes: [...writes, ...claims.map((claim) => put(claim.params(), "stale"))], records, result: undefined };
  });
}

type Event = Pick<Once, "orgId" | "by" | "clock"> & { readonly causedBy: RecordId };

/** Whether `noteAllIntended` has been called of the record. */
export const isAllIntended = ({ orgId, by, causedBy }: Event): Promise<boolean> => hasHad(orgId, ledgerNameOf(by), causedBy);

/**
 * Notes that a consumer has intended everything that follows from the record. For effects that depend on settings: when the record comes again, what has been
 * switched on since then applies to later events alone.
 */
export async function noteAllIntended(event: Event): Promise<void> {
  const { orgId, by, causedBy: recordId, clock } = event;
  await commit(systemContext(orgId, by, clock, recordId), async () => {
    if (await isAllIntended(event)) return { writes: [], records: [], result: undefined };
    const note = ledgerEntity().create({ orgId, consumer: ledgerNameOf(by), recordId, expiresAt: settledUntil(clock) });
    return { writes: [put(note.params(), "stale")], records: [], result: undefined };
  });
}
