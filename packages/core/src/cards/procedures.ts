import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, newId, type OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import { commitMetered } from "../plans/index.ts";
import { explainAccess } from "./explain-access.ts";
import { mergeProcedures } from "./merges/merge.ts";
import { trash as trashOfCards } from "./trash/list.ts";
import { history } from "./history.ts";
import { settleFiles } from "./files/values.ts";
import { holdersOf, locksOf } from "./identifiers/locks.ts";
import { linking, unlinking } from "./relations/linking.ts";
import { creation, edit, changeSetOf, purging, trashing } from "./card-writes.ts";
import { cardsNamedIn, cardTypesOf, countByType, groupCards, listCards, neighbours, searchCards } from "./replica/index.ts";
import { findSimilar } from "./replica/identifying.ts";
import { linksOf } from "./replica/links.ts";
import { relatedCards, relatedNames } from "./replica/related.ts";
import { inScope } from "./replica/scope.ts";
import { withListChanges } from "./list-values.ts";
import { acceptValues, searchResultOf } from "./rules.ts";
import {
  type Card,
  type CardType,
  type CardWithNames,
  type ChangedCard,
  CardRef,
  CreateInput,
  GetInput,
  UpdateCardInput,
} from "./schema.ts";
import { type CardList, CardQuerySchema, FreeSearchInput, NamedInInput, GroupInput, SearchInput } from "./query/schema.ts";
import { type DuplicateCheck, DuplicateInput } from "./identifiers/schema.ts";
import { LinkInput, RelatedInput } from "./relations/schema.ts";
import { requireReferences } from "./references.ts";
import { fieldContext, scopeFor, scopeOf, withFigures } from "./scope.ts";
import { reveal } from "./secrets/reveal.ts";
import { findCard, getCard, getCardType, readsOf, type StoredCard, visible } from "./store.ts";
import { readScopeOf, requireTargets } from "./relations/targets.ts";
import { updateMany } from "./update-many.ts";

const types = procedure({
  name: "cards.types",
  kind: "query",
  input: z.object({}),
  can: ["CARD_TYPES", "read"],
  hasPresetNames: true,
  asksReplica: true,
  async run(_, context) {
    const { orgId } = context.principal;
    const cardTypes = await cardTypesOf(orgId);
    // Without permission to read cards, types come without counts.
    const level = context.principal.grants["CARDS.read"];
    const counts = level ? await countByType(orgId, await scopeOf({ ...context, level })) : {};
    return cardTypes.map((type) => ({ ...type, count: counts[type.id] ?? 0 }));
  },
});

const search = procedure({
  name: "cards.search",
  kind: "query",
  input: SearchInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  run: async (input, context): Promise<CardList> =>
    listCards(context.principal.orgId, await withFigures(context, await scopeOf(context), input), input),
});

const group = procedure({
  name: "cards.group",
  kind: "query",
  input: GroupInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  run: async (input, context) =>
    groupCards(context.principal.orgId, await withFigures(context, await scopeOf(context), input), input),
});

const freeSearch = procedure({
  name: "cards.freeSearch",
  kind: "query",
  input: FreeSearchInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  run: async (input, context) => searchCards(context.principal.orgId, await scopeOf(context), input),
});

/** For lines of text in which cards are named, such as the one that adds a task. */
const namedIn = procedure({
  name: "cards.namedIn",
  kind: "query",
  input: NamedInInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  run: async ({ text }, context) => ({
    cards: await cardsNamedIn(context.principal.orgId, await scopeOf(context), text),
  }),
});

const neighboursOf = procedure({
  name: "cards.neighbours",
  kind: "query",
  input: CardQuerySchema.extend({ cardId: CardRef.shape.cardId }),
  can: ["CARDS", "read"],
  asksReplica: true,
  run: async ({ cardId, ...query }, context) =>
    neighbours(context.principal.orgId, await withFigures(context, await scopeOf(context), query), query, cardId),
});

const get = procedure({
  name: "cards.get",
  kind: "query",
  input: GetInput,
  can: ["CARDS", "read"],
  reads: readsOf("card"),
  async run({ id }, context): Promise<CardWithNames> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    const card = visible(await getCard(orgId, scope, id));
    // Most cards name none, and then the replica need not be queried.
    const isNaming = linksOf(card.fields).length > 0;
    return { ...card, related: isNaming ? await relatedNames(orgId, scope, [card.fields]) : {} };
  },
});

/** A commit's card, with its record. */
const changed = ({ result, records }: { result: Card; records: readonly JournalRecord[] }): ChangedCard => ({
  ...visible(result),
  recordId: records[0]?.id ?? null,
});

const create = procedure({
  name: "cards.create",
  kind: "mutation",
  input: CreateInput,
  can: ["CARDS", "create"],
  reads: readsOf("type"),
  async run(input, context): Promise<ChangedCard> {
    const { orgId, userId, through } = context.principal;
    const cardId = input.cardId ?? context.once?.newId("crd") ?? newId("crd", context.clock.now());
    const [type, settings] = await Promise.all([getCardType(orgId, input.typeId), fieldContext(context.principal)]);
    // A card belongs to its creator unless they say otherwise: the scopes of roles depend on it.
    // Somebody acting through a parent organization creates it for the organization, if their role reaches that far.
    const isOwn = userId && !(through && context.level === "ORGANIZATION");
    const fields = { ...(isOwn ? { owner: userId } : {}), ...input.fields };
    // Permission to create for oneself, or for one's role, does not extend to creating for others.
    if (!inScope(await scopeFor(context.principal, context.level), { typeId: type.id, fields }))
      throw new KartisError("NO_PERMISSION", { messageKey: "errors.ownerOutOfScope" });
    const readScope = await readScopeOf(context);
    await requireReferences({ orgId, userId, readScope }, type, {}, fields);
    const settled = await settleFiles(type, fields, { orgId, scope: readScope, userId, cardId }, settings);
    const { namedBy } = input;
    const naming = namedBy && { ...namedBy, scope: await scopeOf({ ...context, ...requireRight(["CARDS", "update"], context) }) };
    const committed = await commitMetered(commitContextOf(context), async (at) => {
      const made = creation(orgId, type, cardId, settled, settings, at);
      if (!naming) return changeSetOf(orgId, made, made.card);
      const { current, type: namingType } = await stored(orgId, naming.scope, naming.cardId);
      const linked = linking(orgId, namingType, current, naming.fieldId, made.card, settings, at);
      const { writes } = await changeSetOf(orgId, linked, current);
      const changes = [made.change, ...(linked ? [linked.change] : [])];
      return { writes: [...made.writes, ...writes], records: [{ changes }], result: made.card };
    });
    return changed(committed);
  },
});

const update = procedure({
  name: "cards.update",
  kind: "mutation",
  input: UpdateCardInput,
  can: ["CARDS", "update"],
  reads: readsOf("card", "type"),
  async run({ cardId, expectedVersion, ...changes }, context): Promise<ChangedCard> {
    const { orgId, userId } = context.principal;
    const [scope, settings, readScope] = await Promise.all([
      scopeOf(context),
      fieldContext(context.principal),
      readScopeOf(context),
    ]);
    const committed = await commit(commitContextOf(context), async (at) => {
      const { current, type } = await stored(orgId, scope, cardId);
      const fields = withListChanges(type, current.fields, changes, settings);
      await requireReferences({ orgId, userId, readScope }, type, current.fields, fields);
      const settled = await settleFiles(type, fields, { orgId, scope: readScope, userId, cardId }, settings);
      return changeSetOf(orgId, edit(orgId, type, current, settled, expectedVersion, settings, at), current);
    });
    return changed(committed);
  },
});

/** A card to be written to, with its type. Throws NOT_FOUND for one in the trash. */
async function stored(orgId: OrgId, scope: Scope, cardId: CardId): Promise<{ current: StoredCard; type: CardType }> {
  const current = await getCard(orgId, scope, cardId);
  if (current.trashedAt) throw new KartisError("NOT_FOUND");
  return { current, type: await getCardType(orgId, current.typeId) };
}

/** Links from either side write the card that has the field; it is read while the change set is prepared, so that of two links at once none is lost. */
async function changeLink(
  { cardId, fieldId, targetId }: z.output<typeof LinkInput>,
  context: OrgContext,
  isLinked: boolean,
): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const [scope, settings, readScope] = await Promise.all([
    scopeOf(context),
    fieldContext(context.principal),
    readScopeOf(context),
  ]);
  const committed = await commit(commitContextOf(context), async (at) => {
    const { current, type } = await stored(orgId, scope, cardId);
    if (isLinked) await requireTargets(orgId, readScope, type, current.fields, { [fieldId]: [targetId] });
    const written = isLinked
      ? linking(orgId, type, current, fieldId, { id: targetId }, settings, at)
      : unlinking(orgId, type, current, fieldId, targetId, settings, at);
    return changeSetOf(orgId, written, current);
  });
  return changed(committed);
}

const link = procedure({
  name: "cards.link",
  kind: "mutation",
  input: LinkInput,
  can: ["CARDS", "update"],
  reads: readsOf("card", "type"),
  run: async (input, context): Promise<ChangedCard> => changeLink(input, context, true),
});

const unlink = procedure({
  name: "cards.unlink",
  kind: "mutation",
  input: LinkInput,
  can: ["CARDS", "update"],
  reads: readsOf("card", "type"),
  run: async (input, context): Promise<ChangedCard> => changeLink(input, context, false),
});

const related = procedure({
  name: "cards.related",
  kind: "query",
  input: RelatedInput,
  can: ["CARDS", "read"],
  hasPresetNames: true,
  reads: readsOf("card"),
  async run({ cardId, ...page }, context) {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    return relatedCards(orgId, scope, await getCard(orgId, scope, cardId), page);
  },
});

const trash = (context: OrgContext, cardId: CardId, trashed: boolean) =>
  commitMetered(commitContextOf(context), async (at) => {
    const { orgId } = context.principal;
    const [current, settings] = await Promise.all([
      getCard(orgId, await scopeOf(context), cardId),
      fieldContext(context.principal),
    ]);
    const type = await getCardType(orgId, current.typeId);
    return changeSetOf(orgId, trashing(orgId, type, current, trashed, settings, at), current);
  });

const remove = procedure({
  name: "cards.remove",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  reads: readsOf("card", "type"),
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await trash(context, cardId, true)),
});

const restore = procedure({
  name: "cards.restore",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  reads: readsOf("card", "type"),
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await trash(context, cardId, false)),
});

/** Out of the trash for good: the one change of a card that cannot be undone. */
const purge = procedure({
  name: "cards.purge",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  async run({ cardId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    await commit(commitContextOf(context), async () => {
      const { writes, change } = purging(orgId, await getCard(orgId, scope, cardId));
      return { writes, records: [{ changes: [change] }], result: undefined };
    });
    return { ok: true };
  },
});

const checkDuplicate = procedure({
  name: "cards.checkDuplicate",
  kind: "query",
  input: DuplicateInput,
  can: ["CARDS", "read"],
  async run({ cardTypeId, name, fields, exceptCardId }, context): Promise<DuplicateCheck> {
    const { orgId } = context.principal;
    const none: DuplicateCheck = { isDuplicate: false, conflictField: null, duplicates: [], similar: [] };
    const [type, settings] = await Promise.all([getCardType(orgId, cardTypeId), fieldContext(context.principal)]);
    if (type.identifiers.length === 0 || name.trim() === "") return none;
    // An invalid value cannot collide; the form says what is wrong with it.
    const { values } = acceptValues(type, { ...fields, name }, settings);
    const locks = locksOf(type, values, settings);
    const scope = await scopeOf(context);
    const [holders, alike] = await Promise.all([
      holdersOf(
        orgId,
        locks.map((lock) => lock.hash),
      ),
      findSimilar(orgId, scope, type, values, exceptCardId),
    ]);
    const taken = locks.filter((lock) => holders.has(lock.hash) && holders.get(lock.hash) !== exceptCardId);
    const holding = new Set(taken.map((lock) => holders.get(lock.hash)));
    const similar = alike.filter(({ id }) => !holding.has(id));
    const [first] = taken;
    if (!first) return { ...none, similar };
    // Every creator learns that the value is taken; only those who may see the card learn whose it is.
    const seen = await Promise.all([...holding].filter((id) => isId("crd", id)).map((id) => findCard(orgId, scope, id)));
    const duplicates = seen.flatMap((card) => (card ? [searchResultOf(type, card)] : []));
    return { isDuplicate: true, conflictField: first.fieldId, duplicates, similar };
  },
});

export const cardProcedures = [
  types,
  search,
  group,
  freeSearch,
  namedIn,
  neighboursOf,
  get,
  create,
  update,
  updateMany,
  link,
  unlink,
  related,
  remove,
  restore,
  purge,
  reveal,
  checkDuplicate,
  history,
  explainAccess,
  trashOfCards,
  ...mergeProcedures,
] as const;
