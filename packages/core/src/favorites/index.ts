/*
 * What a person keeps at hand: starred cards, and recently opened ones. Owns: favorites, recent.
 * Invariant: a card that the person may not see (any more) is never among them. Records nothing: like sessions, it is nobody else's business.
 */
import * as z from "zod";
import { findCards, inScope, scopeOf, visible } from "../cards/index.ts";
import { type Card, CardRef } from "../cards/schema.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { favoriteEntity, recentEntity } from "./entity.ts";
import { maxFavorites, maxRecent } from "./rules.ts";

/** A token acts for no person who could have favorites. */
function personOf({ principal }: OrgContext): UserId {
  if (!principal.userId) throw new KartisError("FORBIDDEN");
  return principal.userId;
}

const cardIdsOf = (ids: readonly string[]): CardId[] => ids.filter((id): id is CardId => isId("crd", id));

/** Cards of these ids that exist outside the trash and are visible to the actor, in the order of the ids. */
async function shown(context: OrgContext, ids: readonly CardId[]): Promise<Card[]> {
  const [cards, scope] = await Promise.all([findCards(context.principal.orgId, ids), scopeOf(context)]);
  return ids.flatMap((cardId) => {
    const card = cards.get(cardId);
    return card && card.trashedAt === null && inScope(scope, card) ? [visible(card)] : [];
  });
}

async function requireVisible(context: OrgContext, cardId: CardId): Promise<void> {
  if ((await shown(context, [cardId])).length === 0) throw new KartisError("NOT_FOUND");
}

async function favoritesOf(orgId: OrgId, userId: UserId) {
  const { data } = await favoriteEntity().query.main({ orgId, userId }).go({ consistent: true, pages: "all" });
  return data.sort((a, b) => (a.addedAt < b.addedAt ? 1 : -1));
}

const list = procedure({
  name: "favorites.list",
  kind: "query",
  input: z.object({}),
  can: ["CARDS", "read"],
  async run(_, context): Promise<Card[]> {
    const starred = await favoritesOf(context.principal.orgId, personOf(context));
    return shown(context, cardIdsOf(starred.map((favorite) => favorite.cardId)));
  },
});

const add = procedure({
  name: "favorites.add",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "read"],
  async run({ cardId }, context): Promise<{ cardId: CardId }> {
    const [orgId, userId] = [context.principal.orgId, personOf(context)];
    await requireVisible(context, cardId);
    const starred = await favoritesOf(orgId, userId);
    if (starred.some((favorite) => favorite.cardId === cardId)) return { cardId };
    if (starred.length >= maxFavorites)
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyFavorites", params: { max: maxFavorites } });
    await favoriteEntity()
      .put({ orgId, userId, cardId, addedAt: instant(context.clock) })
      .go();
    return { cardId };
  },
});

const remove = procedure({
  name: "favorites.remove",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "read"],
  async run({ cardId }, context): Promise<{ cardId: CardId }> {
    await favoriteEntity()
      .delete({ orgId: context.principal.orgId, userId: personOf(context), cardId })
      .go();
    return { cardId };
  },
});

async function recentOf(orgId: OrgId, userId: UserId): Promise<CardId[]> {
  const { data } = await recentEntity().get({ orgId, kind: "recent", userId }).go({ consistent: true });
  return cardIdsOf(data?.cardIds ?? []);
}

const recent = procedure({
  name: "recent.list",
  kind: "query",
  input: z.object({}),
  can: ["CARDS", "read"],
  async run(_, context): Promise<Card[]> {
    return shown(context, await recentOf(context.principal.orgId, personOf(context)));
  },
});

const visit = procedure({
  name: "recent.visit",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "read"],
  async run({ cardId }, context): Promise<{ cardId: CardId }> {
    const [orgId, userId] = [context.principal.orgId, personOf(context)];
    await requireVisible(context, cardId);
    const before = await recentOf(orgId, userId);
    if (before[0] === cardId) return { cardId };
    const cardIds = [cardId, ...before.filter((other) => other !== cardId)].slice(0, maxRecent);
    await recentEntity().put({ orgId, kind: "recent", userId, cardIds }).go();
    return { cardId };
  },
});

export const favoriteProcedures = [list, add, remove, recent, visit] as const;
