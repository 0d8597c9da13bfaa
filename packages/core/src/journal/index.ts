/*
 * Reading the journal as people do: the audit. Owns nothing: records are written by `commit()` alone.
 * Invariant: every record of the organization is found here, whoever or whatever wrote it.
 */
import * as z from "zod";
import { latestRecords } from "../data/journal-entity.ts";
import { procedure } from "../kernel/procedure.ts";
import { membersOf } from "../organizations/index.ts";

const search = procedure({
  name: "audit.search",
  kind: "query",
  input: z.object({ limit: z.number().int().min(1).max(100).default(10), cursor: z.string().optional() }),
  can: ["AUDIT", "read"],
  async run({ limit, cursor }, { principal }) {
    const [page, members] = await Promise.all([
      latestRecords(principal.orgId, limit, cursor ?? null),
      membersOf(principal.orgId),
    ]);
    const nameOf = new Map<string, string>(members.map((member) => [member.userId, member.name]));
    return {
      entries: page.records.map((record) => ({
        id: record.id,
        userId: record.actor.kind === "user" ? record.actor.id : null,
        user: nameOf.get(record.actor.id) ?? null,
        actorKind: record.actor.kind,
        action: record.changes[0]?.action ?? "card.update",
        subject: record.changes[0]?.subject ?? null,
        changeCount: record.changes.length,
        createdAt: record.at,
        before: record.changes.length === 1 ? (record.changes[0]?.before ?? null) : null,
        after: record.changes.length === 1 ? (record.changes[0]?.after ?? null) : null,
      })),
      nextCursor: page.cursor,
    };
  },
});

export const auditProcedures = [search] as const;
