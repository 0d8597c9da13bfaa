import { activitySightOf, titlesOf } from "../activities/index.ts";
import { historyEntryOf, readScopeOf, relatedNames } from "../cards/index.ts";
import { findRecord } from "../data/journal-entity.ts";
import type { JournalRecord } from "../data/journal.ts";
import { type CardId, isId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Run } from "./engine/runs.ts";
import { namesFor } from "./queries.ts";
import { isUndelivered } from "./rules.ts";
import type { AutomationRunDetails, RunStart, RunSubject } from "./run-schema.ts";

type Details = Pick<
  AutomationRunDetails,
  "cardName" | "isCardDeleted" | "undelivered" | "startedBy" | "changes" | "subjects" | "related"
>;

/** Records of changed related cards that are read, so that a run over many cards stays quick to open. */
const mostRelatedRecords = 100;

/** What started a run, and what its steps created and changed, limited to the cards and activities that the caller may see. */
export async function detailsOf(run: Run, context: OrgContext): Promise<Details> {
  const { orgId } = context.principal;
  const ofRelated = relatedRecordsOf(run).slice(0, mostRelatedRecords);
  const recordIds = [
    ...[run.recordId, ...run.steps.map(({ recordId }) => recordId)].filter((id) => id !== null && id !== undefined),
    ...ofRelated.map(({ recordId }) => recordId),
  ];
  const made = [...(run.taskId ? [run.taskId] : []), ...madeBy(run)];
  const [records, sight, scope] = await Promise.all([
    Promise.all(recordIds.map((recordId) => findRecord(orgId, recordId))),
    activitySightOf(context),
    readScopeOf(context),
  ]);
  const activityIds = made.filter((id) => isId("act", id));
  const [{ names, isDeleted }, titles] = await Promise.all([
    namesFor(context, [run.cardId, ...made.filter((id): id is CardId => isId("crd", id))]),
    titlesOf(orgId, sight, activityIds),
  ]);
  const found = records.filter((record) => record !== undefined);
  const changes = found.flatMap((record) => {
    const cardId = ofRelated.find(({ recordId }) => recordId === record.id)?.cardId ?? run.cardId;
    const entry = cardId in names ? historyEntryOf(record, cardId) : undefined;
    return entry?.action === "card.update" ? [entry] : [];
  });
  const subjects: Record<string, RunSubject> = Object.fromEntries([
    ...Object.entries(names).map(([id, { name, typeId }]) => [
      id,
      { kind: "card", activityType: null, name, typeId, cardId: id, delivery: null },
    ]),
    ...[...titles].map(([id, { type, title, cardId, delivery }]) => {
      const typeId = isId("crd", cardId) ? (names[cardId]?.typeId ?? null) : null;
      return [id, { kind: "activity", activityType: type, name: title, typeId, cardId, delivery }];
    }),
  ]);
  return {
    cardName: names[run.cardId]?.name ?? null,
    isCardDeleted: isDeleted(run.cardId),
    undelivered: undeliveredOf(run, titles),
    startedBy: startOf(run, found),
    changes: Object.fromEntries(changes.map(({ recordId, before, after }) => [recordId, { before, after }])),
    subjects,
    related: await relatedNames(
      orgId,
      scope,
      changes.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
    ),
  };
}

/** The records of what steps changed on related cards. */
const relatedRecordsOf = ({ steps }: Pick<Run, "steps">): { readonly recordId: string; readonly cardId: CardId }[] =>
  steps.flatMap(({ cardId, recordId, each }) => [
    ...(cardId && recordId ? [{ cardId, recordId }] : []),
    ...(each?.done.flatMap((one) => (one.recordIds ?? []).map((id) => ({ cardId: one.cardId, recordId: id }))) ?? []),
  ]);

/** What the steps created or changed, and the related cards that they went through. */
const madeBy = ({ steps }: Pick<Run, "steps">): string[] =>
  steps.flatMap(({ subjectId, each }) => [
    ...(subjectId ? [subjectId] : []),
    ...(each?.cardIds ?? []),
    ...(each?.done.flatMap(({ made = [] }) => made) ?? []),
  ]);

const undeliveredOf = (run: Run, titles: ReadonlyMap<string, { readonly delivery: string | null }>): number =>
  [...new Set(madeBy(run))].filter((id) => isUndelivered(titles.get(id)?.delivery)).length;

/** For each run, how many messages of its steps did not arrive or may not have arrived, as far as the caller sees them. */
export async function undeliveredIn(runs: readonly Run[], context: OrgContext): Promise<(run: Run) => number> {
  const ids = runs.flatMap(madeBy).filter((id) => isId("act", id));
  const titles = ids.length > 0 ? await titlesOf(context.principal.orgId, await activitySightOf(context), ids) : new Map();
  return (run) => undeliveredOf(run, titles);
}

/** Whoever pressed a button or ran it again; else whoever made the record that started it. */
function startOf({ recordId, startedBy }: Run, records: readonly JournalRecord[]): RunStart | null {
  if (isId("usr", startedBy)) return { userId: startedBy, automationId: null, actorKind: "user", origin: "ui" };
  const record = records.find(({ id }) => id === recordId);
  if (record) {
    const { kind, id } = record.actor;
    return {
      userId: kind === "user" && isId("usr", id) ? id : null,
      automationId: kind === "automation" && isId("aut", id) ? id : null,
      actorKind: kind,
      origin: record.origin,
    };
  }
  return null;
}
