/*
 * Who is here. Owns nothing: connections are realtime's.
 * Invariant: a page is told only to who may see what is on it.
 * Not journalled: presence leaves no trace.
 */
import * as z from "zod";
import { findCard, readScopeOf } from "../cards/index.ts";
import { CardIdSchema } from "../cards/schema.ts";
import type { FileId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { membersOf, visitorName, visitorsOf } from "../organizations/index.ts";
import { type Connection, connectionsOf } from "../realtime/index.ts";

/** SPEC section 3, "Presence entry": keyed by the person, with the page and since when. */
export interface PresenceEntry {
  readonly userId: UserId;
  readonly name: string;
  readonly avatarId: FileId | null;
  readonly urlState: { readonly pathname: string };
  /** Of the card whose page it is. */
  readonly cardName: string | null;
  readonly date: string;
}

/** Of several tabs, the one that moved last. */
function latestOf(connections: readonly Connection[]): Map<string, { pathname: string; date: string }> {
  const latest = new Map<string, { pathname: string; date: string }>();
  for (const { userId, pathname, movedAt, connectedAt } of connections) {
    const date = movedAt ?? connectedAt;
    if ((latest.get(userId)?.date ?? "") < date) latest.set(userId, { pathname: pathname ?? "/cards", date });
  }
  return latest;
}

/** The page as the asking person may know it: of a card that they may not see, only its list. */
async function shownTo(pathname: string, context: OrgContext): Promise<{ pathname: string; cardName: string | null }> {
  const [, list = "/cards", id] = /^(\/cards\/[^/]+)\/(crd_[^/]+)/.exec(pathname) ?? [];
  const cardId = CardIdSchema.safeParse(id);
  if (id === undefined) return { pathname, cardName: null };
  const card =
    cardId.success && context.principal.grants["CARDS.read"]
      ? await findCard(context.principal.orgId, await readScopeOf(context), cardId.data)
      : undefined;
  if (!card || card.trashedAt) return { pathname: list, cardName: null };
  const name = card.fields["name"];
  return { pathname, cardName: typeof name === "string" ? name : null };
}

const list = procedure({
  name: "presence.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues see who else is working" },
  plan: "livePresence",
  /** Everybody with a browser open, who moved last first. */
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
    const entries = await Promise.all(
      people.map(async ({ userId, name, avatarId }) => {
        const here = latest.get(userId);
        if (!here) return [];
        const { pathname, cardName } = await shownTo(here.pathname, context);
        return [{ userId, name, avatarId, urlState: { pathname }, cardName, date: here.date }];
      }),
    );
    return entries.flat().toSorted((a, b) => b.date.localeCompare(a.date));
  },
});

export const presenceProcedures = [list] as const;
