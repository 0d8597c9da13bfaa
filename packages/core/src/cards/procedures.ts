import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { procedure, requireRight } from "../kernel/procedure.ts";
import { commitMetered } from "../plans/index.ts";
import { explainAccess } from "./explain-access.ts";
import { checkDuplicate } from "./identifiers/duplicates.ts";
import { mergeProcedures } from "./merges/merge.ts";
import { relationProcedures } from "./relations/procedures.ts";
import { trashProcedures } from "./trash/procedures.ts";
import { changed, stored } from "./writing.ts";
import { history } from "./history.ts";
import { settleFiles } from "./files/values.ts";
import { linking } from "./relations/linking.ts";
import { creation, edit, changeSetOf } from "./card-writes.ts";
import { cardsNamedIn, cardTypesOf, countByType, groupCards, listCards, neighbours, searchCards } from "./replica/index.ts";
import { linksOf } from "./replica/links.ts";
import { relatedNames } from "./replica/related.ts";
import { inScope } from "./replica/scope.ts";
import { withListChanges } from "./list-values.ts";
import { type CardWithNames, type ChangedCard, CardRef, CreateInput, GetInput, UpdateCardInput } from "./schema.ts";
import { type CardList, CardQuerySchema, FreeSearchInput, NamedInInput, GroupInput, SearchInput } from "./query/schema.ts";
import { requireReferences } from "./references.ts";
import { fieldContext, scopeFor, scopeOf, withFigures } from "./scope.ts";
import { reveal } from "./secrets/reveal.ts";
import { getCard, getCardType, readsOf, visible } from "./store.ts";
import { readScopeOf } from "./relations/targets.ts";
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
  ...relationProcedures,
  reveal,
  checkDuplicate,
  history,
  explainAccess,
  ...trashProcedures,
  ...mergeProcedures,
] as const;
