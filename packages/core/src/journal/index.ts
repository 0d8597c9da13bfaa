/*
 * Reading the journal as people do: the audit. Owns nothing: records are written by `commit()` alone.
 * Invariant: every record of the organization is found here, whoever or whatever wrote it; below ORGANIZATION level, the reader's own or their role's. A card's
 * content is shown to those who may see the card.
 */
import * as z from "zod";
import { titlesOf } from "../activities/index.ts";
import { namesAnywhere, relatedNames, scopeFor, sourceOf } from "../cards/index.ts";
import type { CardNames, FieldValues } from "../cards/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import { recordsById } from "../data/replica/feed.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { isId } from "../kernel/id-form.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId, OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { namesOf } from "../organizations/index.ts";
import { startOperation, starterOf } from "../operations/index.ts";
import { findRecords } from "./find.ts";
import { auditRight } from "./right.ts";
import { AuditFilter, auditOperation, RecordIdSchema } from "./schema.ts";
import { seenOf, sightOf } from "./seen.ts";

export { allRecords } from "./find.ts";

const search = procedure({
  name: "audit.search",
  kind: "query",
  input: AuditFilter.extend({
    limit: z.number().int().min(1).max(100).default(10),
    /** Id of the last record seen. */
    cursor: RecordIdSchema.optional(),
  }),
  can: auditRight,
  hasPresetNames: true,
  async run({ limit, cursor, ...filter }, context) {
    const { orgId } = context.principal;
    const scope = await scopeFor(context.principal, context.level);
    const { ids, total } = await findRecords(orgId, filter, scope, { limit: limit + 1, cursor: cursor ?? null });
    const [records, nameOf] = await Promise.all([readRecords(orgId, ids.slice(0, limit)), namesOf(orgId)]);
    const { seen, related, subjects } = await readable(
      context,
      records.flatMap(({ changes }) => (changes.length === 1 ? changes : [])),
    );
    return {
      entries: records.map((record) => {
        const [first] = record.changes;
        const only = first && record.changes.length === 1 ? seen(first) : undefined;
        return {
          id: record.id,
          userId: record.actor.kind === "user" ? record.actor.id : null,
          user: nameOf.get(record.actor.id) ?? null,
          /** Which automation acted, if one did. */
          automationId: record.actor.kind === "automation" && isId("aut", record.actor.id) ? record.actor.id : null,
          /** Which lead form or incoming webhook acted, if one did. */
          sourceId: sourceOf(record),
          /** The platform admin who acted as that person. */
          impersonatedBy: record.actor.impersonatedBy ?? null,
          actorKind: record.actor.kind,
          origin: record.origin,
          action: first?.action ?? "card.update",
          subject: first?.subject ?? null,
          subjectName: only ? nameIn(only, subjects) : null,
          changeCount: record.changes.length,
          createdAt: record.at,
          before: only?.before ?? null,
          after: only?.after ?? null,
          /** Personal data has been redacted. */
          erased: record.changes.some((change) => change.erased),
        };
      }),
      /** Names of the cards in the values. */
      related,
      total,
      nextCursor: ids.length > limit ? (ids[limit - 1] ?? null) : null,
    };
  },
});

const changesAtOnce = 50;

const changes = procedure({
  name: "audit.changes",
  kind: "query",
  input: z.object({ recordId: RecordIdSchema, cursor: z.number().int().min(0).default(0) }),
  can: auditRight,
  hasPresetNames: true,
  /** Lists what an import, a bulk edit or a merge did, subject by subject. */
  async run({ recordId, cursor }, context) {
    const { orgId } = context.principal;
    const scope = await scopeFor(context.principal, context.level);
    const [record] = await readRecords(orgId, [recordId]);
    const isSeen =
      scope.kind === "organization" ||
      (record?.actor.kind === "user" && scope.userIds.some((userId) => userId === record.actor.id));
    if (!record || !isSeen) throw new KartisError("NOT_FOUND");
    const page = record.changes.slice(cursor, cursor + changesAtOnce);
    const { seen, related, subjects } = await readable(context, page);
    return {
      changes: page.map(seen).map((change) => ({
        action: change.action,
        subject: change.subject,
        subjectName: nameIn(change, subjects),
        before: change.before,
        after: change.after,
        erased: change.erased === true,
      })),
      related,
      total: record.changes.length,
      nextCursor: cursor + changesAtOnce < record.changes.length ? cursor + changesAtOnce : null,
    };
  },
});

const startExport = procedure({
  name: "audit.export",
  kind: "mutation",
  input: AuditFilter,
  can: auditRight,
  whileImpersonating: false,
  /** A CSV of the selected records, a line for each value that changed; an operation whose file the caller fetches. */
  async run(filter, context): Promise<{ operationId: OperationId }> {
    return { operationId: await startOperation(commitContextOf(context), auditOperation, filter, starterOf(context)) };
  },
});

/** Records by id, newest first. */
async function readRecords(orgId: OrgId, ids: readonly string[]): Promise<JournalRecord[]> {
  return (await recordsById(orgId, ids)).toReversed();
}

/** The changes reduced to those the actor may see, with the names of the records they concern or reference, where the actor sees those. */
async function readable(
  context: OrgContext,
  all: readonly Change[],
): Promise<{ seen: (change: Change) => Change; related: CardNames; subjects: ReadonlyMap<string, string> }> {
  const { orgId } = context.principal;
  const sight = await sightOf(context);
  const about = all.flatMap(({ subject }) => (isId("crd", subject.id) ? [subject.id] : []));
  const activities = all.flatMap(({ subject }) => (isId("act", subject.id) ? [subject.id] : []));
  const [seen, related, cards, titles] = await Promise.all([
    seenOf(orgId, sight, all),
    relatedNames(orgId, sight.cards, [
      { about },
      ...all.flatMap(({ subject, before, after }) => (namesCards.has(subject.kind) ? [asLists(before), asLists(after)] : [])),
    ]),
    // A record of trashing a card shows the card's name.
    namesAnywhere(orgId, sight.cards, about),
    titlesOf(orgId, sight.activities, activities),
  ]);
  const names = Object.entries(cards).map(([id, { name }]) => [id, name] as const);
  return { seen, related, subjects: new Map([...names, ...[...titles].map(([id, { title }]) => [id, title] as const)]) };
}

const namesCards: ReadonlySet<string> = new Set(["card", "activity"]);
/** An activity names its card by a bare id. */
const asLists = (values: Change["before"]): FieldValues =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, isId("crd", value) ? [value] : value]));

/** The subject's name: the current one for a card or an activity, else as the change itself says. */
function nameIn({ subject, before, after }: Change, subjects: ReadonlyMap<string, string>): string | null {
  const name = subjects.get(subject.id) ?? [after?.["name"], before?.["name"], after?.["title"]].find(Boolean);
  return typeof name === "string" && name !== "" ? name : null;
}

export const auditProcedures = [search, changes, startExport] as const;
