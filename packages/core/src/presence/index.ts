/*
 * Who is online. Owns nothing: connections are realtime's.
 * Invariant: a page is revealed only to people who may see what is on it.
 * Not journalled: presence leaves no trace.
 */
import * as z from "zod";
import { findCards, inScope, readScopeOf } from "../cards/index.ts";
import { type Card, CardIdSchema } from "../cards/schema.ts";
import type { FileId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { membersOf, visitorName, visitorsOf } from "../organizations/index.ts";
import { type Connection, connectionsOf } from "../realtime/index.ts";

/** SPEC section 3, "Presence entry": by person, with the page and since when. */
export interface PresenceEntry {
  readonly userId: UserId;
  readonly name: string;
  readonly avatarId: FileId | null;
  readonly urlState: { readonly pathname: string };
  /** Name of the card whose page it is. */
  readonly cardName: string | null;
  readonly date: string;
}

/** The most recent one of several tabs. */
function latestOf(connections: readonly Connection[]): Map<string, { pathname: string; date: string }> {
  const latest = new Map<string, { pathname: string; date: string }>();
  for (const { userId, pathname, movedAt, connectedAt } of connections) {
    const date = movedAt ?? connectedAt;
    if ((latest.get(userId)?.date ?? "") < date) latest.set(userId, { pathname: pathname ?? "/cards", date });
  }
  return latest;
}

const cardPage = /^(\/cards\/[^/]+)\/(crd_[^/]+)/;

/** The cards among the pages that the caller may see, read together: a hundred people are on as many pages. */
async function cardsOn(pathnames: readonly string[], context: OrgContext): Promise<ReadonlyMap<string, Card>> {
  const cardIds = pathnames.flatMap((pathname) => CardIdSchema.safeParse(cardPage.exec(pathname)?.[2]).data ?? []);
  if (cardIds.length === 0 || !context.principal.grants["CARDS.read"]) return new Map();
  const [scope, cards] = await Promise.all([readScopeOf(context), findCards(context.principal.orgId, cardIds)]);
  return new Map([...cards].filter(([, card]) => card.trashedAt === null && inScope(scope, card)));
}

/** The page reduced to what the caller may know: for a card that they may not see, only its list. */
function shownTo(pathname: string, seen: ReadonlyMap<string, Card>): { pathname: string; cardName: string | null } {
  const [, list = "/cards", cardId] = cardPage.exec(pathname) ?? [];
  if (cardId === undefined) return { pathname, cardName: null };
  const card = seen.get(cardId);
  if (!card) return { pathname: list, cardName: null };
  const name = card.fields["name"];
  return { pathname, cardName: typeof name === "string" ? name : null };
}

const list = procedure({
  name: "presence.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues see who else is working" },
  plan: "livePresence",
  /** Everybody with an open browser, most recently active first. */
  async run(_, context): Promise<PresenceEntry[]> {
    const { orgId } = context.principal;
    const [members, visitors, connections] = await Promise.all([
      membersOf(orgId),
      visitorsOf(orgId),
      connectionsOf(orgId, context.clock),
    ]);
    const latest = latestOf(connections);
    const isMember = new Set(members.map(({ userId }) => userId));
    const others = visitors.filter(({ userId }) => !isMember.has(userId));
    const people = [
      ...members,
      ...others.map((visitor) => ({ userId: visitor.userId, name: visitorName(visitor), avatarId: null })),
    ];
    const pages = [...latest.values()].map(({ pathname }) => pathname);
    const seen = await cardsOn(pages, context);
    const entries = people.flatMap(({ userId, name, avatarId }): PresenceEntry[] => {
      const here = latest.get(userId);
      if (!here) return [];
      const { pathname, cardName } = shownTo(here.pathname, seen);
      return [{ userId, name, avatarId, urlState: { pathname }, cardName, date: here.date }];
    });
    return entries.toSorted((a, b) => b.date.localeCompare(a.date));
  },
});

export const presenceProcedures = [list] as const;
