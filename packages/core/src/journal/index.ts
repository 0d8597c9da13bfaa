/*
 * Reading the journal as people do: the audit. Owns nothing: records are written by `commit()` alone.
 * Invariant: every record of the organization is found here, whoever or whatever wrote it; below ORGANIZATION level, what one or one's role has done.
 */
import * as z from "zod";
import { scopeOf } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { JournalRecord } from "../data/journal.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { procedure } from "../kernel/procedure.ts";
import { membersOf } from "../organizations/index.ts";

/** How many records a page is looked for among; with a level that sees few of them, a page may come with none and a cursor. */
const readAtOnce = 500;

const search = procedure({
  name: "audit.search",
  kind: "query",
  input: z.object({
    limit: z.number().int().min(1).max(100).default(10),
    /** Of the last record seen. */
    cursor: z.string().regex(ulidForm).optional(),
  }),
  can: ["AUDIT", "read"],
  async run({ limit, cursor }, context) {
    const { orgId } = context.principal;
    const [scope, members] = await Promise.all([scopeOf(context), membersOf(orgId)]);
    const isSeen = ({ actor }: JournalRecord) =>
      scope.kind === "organization" || (actor.kind === "user" && scope.userIds.some((userId) => userId === actor.id));
    const read = await latestRecords(orgId, scope.kind === "organization" ? limit : readAtOnce, cursor ?? null);
    const seen = read.filter(isSeen);
    const page = seen.slice(0, limit);
    const last = seen.length > limit ? page.at(-1) : read.length < limit ? undefined : read.at(-1);
    const nameOf = new Map<string, string>(members.map((member) => [member.userId, member.name]));
    return {
      entries: page.map((record) => ({
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
      nextCursor: last?.id ?? null,
    };
  },
});

export const auditProcedures = [search] as const;
