import * as z from "zod";
import { type CommitContext, commit } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, newId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { history } from "./history.ts";
import { holdersOf, locksOf } from "./identifiers.ts";
import { creation, edit, planOf, trashing } from "./plans.ts";
import { cardTypesOf, countByType, groupCards, listCards, neighbours, searchCards } from "./replica/index.ts";
import { acceptValues, searchResultOf } from "./rules.ts";
import {
  type Card,
  type CardList,
  type ChangedCard,
  CardQuerySchema,
  CardRef,
  CreateInput,
  type DuplicateCheck,
  DuplicateInput,
  FreeSearchInput,
  GroupInput,
  ListInput,
  UpdateInput,
} from "./schema.ts";
import { fieldContext, scopeOf } from "./scope.ts";
import { findCard, getCard, getCardType, visible } from "./store.ts";

const commitContext = (context: OrgContext): CommitContext => ({
  orgId: context.principal.orgId,
  actor: context.actor,
  clock: context.clock,
  requestId: context.requestId,
  origin: context.origin,
});

const types = procedure({
  name: "cards.types",
  kind: "query",
  input: z.object({}),
  can: ["CARD_TYPES", "read"],
  async run(_, context) {
    const { orgId } = context.principal;
    const cardTypes = await cardTypesOf(orgId);
    // Whoever may not read cards sees the types without how many there are.
    const level = context.principal.grants["CARDS.read"];
    const counts = level ? await countByType(orgId, await scopeOf({ ...context, level })) : {};
    return cardTypes.map((type) => ({ ...type, count: counts[type.id] ?? 0 }));
  },
});

const list = procedure({
  name: "cards.list",
  kind: "query",
  input: ListInput,
  can: ["CARDS", "read"],
  run: async (input, context): Promise<CardList> => listCards(context.principal.orgId, await scopeOf(context), input),
});

const group = procedure({
  name: "cards.group",
  kind: "query",
  input: GroupInput,
  can: ["CARDS", "read"],
  run: async (input, context) => groupCards(context.principal.orgId, await scopeOf(context), input),
});

const freeSearch = procedure({
  name: "cards.freeSearch",
  kind: "query",
  input: FreeSearchInput,
  can: ["CARDS", "read"],
  run: async (input, context) => searchCards(context.principal.orgId, await scopeOf(context), input),
});

const neighboursOf = procedure({
  name: "cards.neighbours",
  kind: "query",
  input: CardQuerySchema.extend({ cardId: CardRef.shape.cardId }),
  can: ["CARDS", "read"],
  run: async ({ cardId, ...query }, context) => neighbours(context.principal.orgId, await scopeOf(context), query, cardId),
});

const get = procedure({
  name: "cards.get",
  kind: "query",
  input: CardRef,
  can: ["CARDS", "read"],
  run: async ({ cardId }, context): Promise<Card> =>
    visible(await getCard(context.principal.orgId, await scopeOf(context), cardId)),
});

/** A commit's card with the record that tells of it. */
const changed = ({ result, records }: { result: Card; records: readonly JournalRecord[] }): ChangedCard => ({
  ...visible(result),
  recordId: records[0]?.id ?? null,
});

const create = procedure({
  name: "cards.create",
  kind: "mutation",
  input: CreateInput,
  can: ["CARDS", "create"],
  async run(input, context): Promise<ChangedCard> {
    const { orgId, userId } = context.principal;
    const cardId = input.cardId ?? newId("crd", context.clock.now());
    const [type, settings] = await Promise.all([getCardType(orgId, input.typeId), fieldContext(context.principal)]);
    // A card belongs to whoever makes it, unless they say otherwise: the scopes of roles hang on it.
    const fields = { ...(userId ? { owner: userId } : {}), ...input.fields };
    const committed = await commit(commitContext(context), async (at) => {
      const made = creation(orgId, type, cardId, fields, settings, at);
      return planOf(orgId, made, made.card);
    });
    return changed(committed);
  },
});

const update = procedure({
  name: "cards.update",
  kind: "mutation",
  input: UpdateInput,
  can: ["CARDS", "update"],
  async run({ cardId, expectedVersion, fields }, context): Promise<ChangedCard> {
    const { orgId } = context.principal;
    const [scope, settings] = await Promise.all([scopeOf(context), fieldContext(context.principal)]);
    const committed = await commit(commitContext(context), async (at) => {
      const current = await getCard(orgId, scope, cardId);
      if (current.trashedAt) throw new KartisError("NOT_FOUND");
      const type = await getCardType(orgId, current.typeId);
      return planOf(orgId, edit(orgId, type, current, fields, expectedVersion, settings, at), current);
    });
    return changed(committed);
  },
});

const trash = (context: OrgContext, cardId: CardId, trashed: boolean) =>
  commit(commitContext(context), async (at) => {
    const { orgId } = context.principal;
    const [current, settings] = await Promise.all([
      getCard(orgId, await scopeOf(context), cardId),
      fieldContext(context.principal),
    ]);
    const type = await getCardType(orgId, current.typeId);
    return planOf(orgId, trashing(orgId, type, current, trashed, settings, at), current);
  });

const remove = procedure({
  name: "cards.remove",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await trash(context, cardId, true)),
});

const restore = procedure({
  name: "cards.restore",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await trash(context, cardId, false)),
});

const checkDuplicate = procedure({
  name: "cards.checkDuplicate",
  kind: "query",
  input: DuplicateInput,
  can: ["CARDS", "read"],
  async run({ typeId, name, fields, exceptCardId }, context): Promise<DuplicateCheck> {
    const { orgId } = context.principal;
    const none = { isDuplicate: false, conflictField: null, duplicates: [] };
    const [type, settings] = await Promise.all([getCardType(orgId, typeId), fieldContext(context.principal)]);
    if (type.identifiers.length === 0 || name.trim() === "") return none;
    // What is not yet a valid value cannot collide; the form says what is wrong with it.
    const { values } = acceptValues(type, { ...fields, name }, settings);
    const locks = locksOf(type, values, settings);
    const holders = await holdersOf(
      orgId,
      locks.map((lock) => lock.hash),
    );
    const taken = locks.filter((lock) => holders.has(lock.hash) && holders.get(lock.hash) !== exceptCardId);
    const [first] = taken;
    if (!first) return none;
    // That the value is taken is told to everyone who creates; whose it is, only to who may see that card.
    const scope = await scopeOf(context);
    const holdersToShow = [...new Set(taken.map((lock) => holders.get(lock.hash)))].filter((id) => isId("crd", id));
    const seen = await Promise.all(holdersToShow.map((id) => findCard(orgId, scope, id)));
    const duplicates = seen.flatMap((card) => (card ? [searchResultOf(type, card)] : []));
    return { isDuplicate: true, conflictField: first.fieldId, duplicates };
  },
});

export const cardProcedures = [
  types,
  list,
  group,
  freeSearch,
  neighboursOf,
  get,
  create,
  update,
  remove,
  restore,
  checkDuplicate,
  history,
] as const;
