import * as z from "zod";
import { findRecord } from "../data/journal-entity.ts";
import type { JournalRecord } from "../data/journal.ts";
import { isId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { recordsOfCard } from "./replica/index.ts";
import { relatedNames } from "./replica/related.ts";
import { CardRef, type History, type HistoryEntry } from "./schema.ts";
import { scopeOf } from "./scope.ts";
import { getCard } from "./store.ts";

const pageSize = 50;

/** The lead form or incoming webhook that acted, if one did. */
export const sourceOf = ({ actor: { id } }: JournalRecord): HistoryEntry["sourceId"] =>
  isId("frm", id) || isId("inw", id) ? id : null;

/** The card's part of a record; a chunk's record covers other cards too. */
export function historyEntryOf(record: JournalRecord, cardId: string): HistoryEntry | undefined {
  const change = record.changes.find((candidate) => candidate.subject.id === cardId);
  if (!change) return undefined;
  return {
    recordId: record.id,
    at: record.at,
    action: change.action,
    userId: record.actor.kind === "user" && isId("usr", record.actor.id) ? record.actor.id : null,
    actorKind: record.actor.kind,
    automationId: record.actor.kind === "automation" && isId("aut", record.actor.id) ? record.actor.id : null,
    sourceId: sourceOf(record),
    origin: record.origin,
    before: change.before,
    after: change.after,
  };
}

/** Newest first. The replica knows which records touched the card, chunks of an import included; the records are read by key. */
export const history = procedure({
  name: "cards.history",
  kind: "query",
  input: CardRef.extend({ cursor: z.number().int().min(0).default(0) }),
  can: ["CARDS", "read"],
  async run({ cardId, cursor }, context): Promise<History> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    await getCard(orgId, scope, cardId);
    const recordIds = await recordsOfCard(orgId, cardId);
    const page = recordIds.slice(cursor, cursor + pageSize);
    const records = await Promise.all(page.map((recordId) => findRecord(orgId, recordId)));
    const entries = records.flatMap((record) => (record && historyEntryOf(record, cardId)) ?? []);
    return {
      entries,
      related: await relatedNames(
        orgId,
        scope,
        entries.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
      ),
      nextCursor: cursor + pageSize < recordIds.length ? cursor + pageSize : null,
    };
  },
});
