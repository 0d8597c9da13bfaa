import type { Write } from "../../data/commit.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { CardWrite } from "../card-writes.ts";
import { holdersOf, type IdentifierLock, passLock, releaseLock, takeLock } from "./locks.ts";

/** Holders of the locks that these writes involve: hash → card. */
export const lockHolders = (orgId: OrgId, cardWrites: readonly Pick<CardWrite, "locks">[]): Promise<Map<string, string>> =>
  holdersOf(orgId, [
    ...new Set(cardWrites.flatMap(({ locks }) => [...(locks?.wanted ?? []), ...(locks?.unwanted ?? [])].map(({ hash }) => hash))),
  ]);

/**
 * Lock changes of a write. The locks a card holds do not always follow from its values: its type's identifiers, an option's label or the organization's region
 * may have changed since it was last written. So only locks it really holds are released, and those it already holds are not taken again.
 */
export function lockWritesOf(orgId: OrgId, { card, locks }: CardWrite, holders: ReadonlyMap<string, string>): Write[] {
  const holds = (lock: IdentifierLock) => holders.get(lock.hash) === card.id;
  return [
    ...(locks?.unwanted ?? []).filter(holds).map((lock) => releaseLock(orgId, card.id, lock)),
    ...(locks?.wanted ?? []).filter((lock) => !holds(lock)).map((lock) => takeLock(orgId, card.id, lock)),
  ];
}

/** The locks of cards that are written together: one that passes from one card to another is rewritten, since no item may be written twice. */
export function lockWritesTogether(
  orgId: OrgId,
  cardWrites: readonly CardWrite[],
  holders: ReadonlyMap<string, string>,
): Write[] {
  const released = new Map(
    cardWrites.flatMap(({ card, locks }) =>
      (locks?.unwanted ?? []).flatMap(({ hash }) => (holders.get(hash) === card.id ? [[hash, card.id] as const] : [])),
    ),
  );
  const taken = new Set<string>();
  const taking = cardWrites.flatMap(({ card, locks }) =>
    (locks?.wanted ?? []).flatMap((lock) => {
      if (holders.get(lock.hash) === card.id || taken.has(lock.hash)) return [];
      taken.add(lock.hash);
      const holderId = released.get(lock.hash);
      return [holderId ? passLock(orgId, holderId, card.id, lock) : takeLock(orgId, card.id, lock)];
    }),
  );
  const releasing = cardWrites.flatMap(({ card, locks }) =>
    (locks?.unwanted ?? [])
      .filter(({ hash }) => released.get(hash) === card.id && !taken.has(hash))
      .map((lock) => releaseLock(orgId, card.id, lock)),
  );
  return [...taking, ...releasing];
}
