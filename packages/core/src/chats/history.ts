import { recordsWith } from "../data/trail/about.ts";
import { firstIdAt, recordsById } from "../data/replica/feed.ts";
import { changesOf } from "../data/payloads.ts";
import { type ChatId, isId, type OrgId } from "../kernel/id.ts";
import { openTrail } from "../replicas.ts";
import type { ChatEvent } from "./schema.ts";

const mostEvents = 100;

/**
 * Who assigned, moved, closed and reopened the conversation in a period, the latest first; a hundred at most.
 * @param from, to instants; null for no bound
 */
export async function eventsOf(orgId: OrgId, chatId: ChatId, from: string | null, to: string | null): Promise<ChatEvent[]> {
  // A cursor that a client has made up may be no instant.
  const idAt = (at: string | null) => {
    const ms = at === null ? Number.NaN : Date.parse(at);
    return Number.isNaN(ms) ? null : firstIdAt(ms);
  };
  const period = { from: idAt(from), to: idAt(to) };
  const trail = await openTrail(orgId);
  const ids = (["chat.update", "chat.move"] as const).flatMap((action) => recordsWith(trail, chatId, action, period, mostEvents));
  const records = await recordsById(orgId, ids);
  const events = records.flatMap(({ id, at, actor, changes }) =>
    changesOf(changes, ["chat.update", "chat.move"]).flatMap(({ action, before, after }): ChatEvent[] => {
      const by = isId("usr", actor.id) ? actor.id : null;
      const said = { id, at, by, assignedTo: null, cardId: null };
      if (action === "chat.move") return [{ ...said, what: "moved", cardId: after?.cardId ?? null }];
      const assignedTo = after?.assignedTo ?? null;
      const isAssigned = (before?.assignedTo ?? null) !== assignedTo;
      const isClosed = after?.isClosed ?? false;
      return [
        ...(isAssigned ? [{ ...said, what: assignedTo ? "assigned" : "unassigned", assignedTo } as const] : []),
        ...(before?.isClosed !== isClosed ? [{ ...said, what: isClosed ? "closed" : "reopened" } as const] : []),
      ];
    }),
  );
  return events.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, mostEvents);
}
