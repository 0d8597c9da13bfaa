import { cardsChangedSince, changeBefore, inScope, listWithSubstitutes, type ListQuestion, Substitutes } from "../cards/index.ts";
import type { Card, CardType } from "../cards/schema.ts";
import type { Replica } from "../data/replica/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import { changesSince, purgedSince } from "./changes.ts";
import { takenBack } from "./rules.ts";
import { mostChangedCards } from "./bounds.ts";
import type { PastList } from "./schema.ts";

/**
 * A page of a list as it was at a moment, with the present state of the cards that have changed since. Which cards the viewer sees is decided by their present
 * state. Throws UNPROCESSABLE_CONTENT with the earliest moment that can be shown if too much has changed since.
 */
export async function listAsOf(orgId: OrgId, scope: Scope, type: CardType, at: string, query: ListQuestion): Promise<PastList> {
  const past = await pastOf(await openReplica(orgId), type, at);
  for (;;) {
    const replica = await openReplica(orgId);
    const changed = cardsChangedSince(replica, type.id, at, mostChangedCards + 1);
    if (changed.length > mostChangedCards) throw tooFarBack(changeBefore(replica, type.id, mostChangedCards));
    const unknown = changed.filter(({ id, createdAt }) => createdAt <= at && !past.states.has(id));
    // What changes while records are read is read in the next round; a change after that is in neither list nor past.
    if (unknown.length > 0) await past.add(unknown);
    else return pageOf(past, changed, { replica, scope, query });
  }
}

/** The moment must be this one or later. */
const tooFarBack = (from: string): KartisError =>
  new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "errors.asOfTooFarBack", params: { from } });

interface Asked {
  readonly replica: Replica;
  readonly scope: Scope;
  readonly query: ListQuestion;
}

function pageOf(past: PastOfType, changed: readonly Card[], { replica, scope, query }: Asked): PastList {
  const seen = new Map(changed.filter((card) => inScope(scope, card)).map((card) => [card.id, card]));
  const stateOf = (id: CardId) => past.states.get(id) ?? null;
  const isListed = (id: CardId) => stateOf(id)?.trashedAt === null;
  const visible = [...seen.keys()].filter(isListed);
  const list = listWithSubstitutes(query, { replica, scope, substitutes: past.substitutes, visible, unchangedSince: past.at });
  const own = [...seen.values()];
  return {
    ...list,
    now: Object.fromEntries(
      list.rows.flatMap(({ id }) => {
        const now = seen.get(id);
        return now ? [[id, { fields: now.fields, trashedAt: now.trashedAt, mergedInto: now.mergedInto ?? null }]] : [];
      }),
    ),
    added: own.filter(({ id, trashedAt }) => trashedAt === null && !isListed(id) && !past.redacted.has(id)).length,
    removed: own.filter(({ id, trashedAt }) => trashedAt !== null && isListed(id)).length,
    // What is gone has no owner any more, by whom one could tell who saw it.
    lost: own.filter(({ id }) => past.redacted.has(id)).length + (scope.kind === "organization" ? past.purged : 0),
  };
}

/** A type's cards at a moment, as far as they have changed since. */
class PastOfType {
  readonly at: string;
  readonly substitutes: Substitutes;
  /** Cards that existed then and have changed since: as they were; undefined for those whose values in the journal have been erased. */
  readonly states = new Map<CardId, Card | undefined>();
  readonly redacted = new Set<CardId>();
  /** The number of cards that were listed then and have been deleted for good. */
  readonly purged: number;
  readonly #orgId: OrgId;

  constructor(orgId: OrgId, type: CardType, at: string, purged: number) {
    this.#orgId = orgId;
    this.at = at;
    this.purged = purged;
    this.substitutes = new Substitutes(orgId, type);
  }

  async add(cards: readonly Card[]): Promise<void> {
    const { changes, from } = await changesSince(this.#orgId, this.at, new Set(cards.map(({ id }) => id)));
    if (from !== null) throw tooFarBack(from);
    const then = cards.flatMap((now) => {
      const own = changes.get(now.id) ?? [];
      const isErased = own.some(({ erased }) => erased);
      const card = isErased ? undefined : takenBack(now, own);
      this.states.set(now.id, card);
      if (isErased) this.redacted.add(now.id);
      return card ?? [];
    });
    this.substitutes.add(then);
  }
}

interface Known {
  readonly until: number;
  /** The replica that it was read beside. */
  readonly beside: Replica["db"];
  readonly past: Promise<PastOfType>;
}

/** Pages of one list are asked for one after the other. Kept for a short time only, and no longer than the replica: that is built anew once somebody has been erased. */
const known = new Map<string, Known>();
const keptMs = 60_000;
const mostKept = 4;

async function pastOf({ orgId, db }: Replica, type: CardType, at: string): Promise<PastOfType> {
  const key = `${orgId} ${type.id} ${type.version} ${at}`;
  const before = known.get(key);
  if (before?.beside === db && performance.now() < before.until) return before.past;
  forget(key);
  const past = purgedSince(orgId, type.id, at).then((purged) => new PastOfType(orgId, type, at, purged));
  known.set(key, { until: performance.now() + keptMs, beside: db, past });
  for (const oldest of known.keys()) {
    if (known.size <= mostKept) break;
    forget(oldest);
  }
  past.catch(() => known.delete(key));
  return past;
}

function forget(key: string): void {
  const one = known.get(key);
  known.delete(key);
  if (!one) return;
  const close = () =>
    void one.past.then(
      ({ substitutes }) => substitutes.close(),
      () => undefined,
    );
  // Not under a request that is about to read it.
  setTimeout(close, keptMs).unref();
}
