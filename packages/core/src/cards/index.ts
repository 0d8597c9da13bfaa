/*
 * Cards of configurable types. Owns: card types, cards, the locks on their identifiers, and their projection in the replica.
 * Invariant: a stored value has passed its field's definition; two cards of a type never share an identifier.
 * Records: cardType.*, card.*.
 */
export { chunkLength, creationChunk } from "./chunk.ts";
export { hashOf, holdersOf, type IdentifierLock, locksOf } from "./identifiers/locks.ts";
export { type CardWrite, creation, creationOf, edit, erasing, newCard, purging, rewriting, trashing } from "./card-writes.ts";
export { lockHolders, lockWritesOf } from "./identifiers/lock-writes.ts";
export { remergeRecord, unmergeRecord } from "./merges/unmerge.ts";
export { cardProcedures } from "./procedures.ts";
export { runConversion } from "./types/run-conversion.ts";
export { cardTypeProcedures } from "./types/procedures.ts";
export { cardTypeCreation } from "./types/creation.ts";
export { namedInAll, type NamedType } from "./types/preset-names.ts";
export { figuresOfCard } from "./replica/card-figures.ts";
export { assigningFieldsOf } from "./assignments/fields.ts";
export { fieldContext, fieldContextOf, scopeFor, scopeOf, withFigures } from "./scope.ts";
export { cardEdits } from "./files/removal.ts";
export { settleFiles } from "./files/values.ts";
export type { FigureTable, FigureViewer } from "./replica/lists/figures.ts";
export {
  findCard,
  findCards,
  findCardType,
  getCard,
  readsOf,
  getCardType,
  requireReached,
  type StoredCard,
  visible,
} from "./store.ts";
export {
  cardIdsOf,
  cardsChangedSince,
  changeBefore,
  cardsById,
  cardsHolding,
  cardsNaming,
  cardTypesOf,
  datesOf,
  findByValues,
  groupCards,
  holdersOfFiles,
  mergedInto,
  mergedOfType,
  inScope,
  listCards,
  type ListQuestion,
  listWithSubstitutes,
  Substitutes,
  nameOfCard,
  recordsOfCard,
  scopeSql,
  streamCards,
} from "./replica/index.ts";
export { CardLookup } from "./replica/lookup.ts";
export { cardsWithEmail } from "./replica/emails.ts";
export { cardsWithPhone } from "./replica/phones.ts";
export { linking } from "./relations/linking.ts";
export { relatedPlaces } from "./relations/places.ts";
export { linksOf, namesOfCards, partsOfCard, shownInstead } from "./replica/links.ts";
export { cardsRelatedTo, findNames, mentionsOf, namesAnywhere, relatedNames } from "./replica/related.ts";
export { requireReferences } from "./references.ts";
export { historyEntryOf, sourceOf } from "./history.ts";
export { readScopeOf } from "./relations/targets.ts";
