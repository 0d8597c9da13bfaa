import { activitiesHolding, filesOfActivities } from "../activities/replica/index.ts";
import type { ActivityAction } from "../activities/types/definition.ts";
import { holdersOfFiles } from "../cards/replica/index.ts";
import { type CommitContext, commit } from "../data/commit.ts";
import type { ConsumerContext } from "../data/consumer.ts";
import type { RecordOf } from "../data/payloads.ts";
import { filesOfCard, findFiles, passingOn, removalsOf } from "../files/index.ts";
import type { StoredFile } from "../files/schema.ts";
import { templatesHolding } from "../message-templates/attachments/index.ts";
import type { FileId, OrgId } from "../kernel/id.ts";

/** Leaves items of the transaction for the storage meter and the record. */
export const filesAtOnce = 90;

/**
 * Decides what becomes of the files of purged cards and activities: those that another card or activity shows (as a merge's survivor does, or the second part of
 * a divided series) become that one's; the others are deleted and their storage is freed. Repeating it finds nothing left to do.
 */
export async function settlePurged(
  { id, orgId, changes }: RecordOf<"card.purge" | ActivityAction<"purge">>,
  { actor, clock }: ConsumerContext,
): Promise<void> {
  const cardIds = changes.flatMap(({ subject }) => (subject.kind === "card" ? [subject.id] : []));
  const activityIds = changes.flatMap(({ subject }) => (subject.kind === "activity" ? [subject.id] : []));
  const listed = [
    ...(await Promise.all(cardIds.map((cardId) => filesOfCard(orgId, cardId)))).flat().map(({ fileId }) => fileId),
    ...(await filesOfActivities(orgId, activityIds)),
  ];
  const gone = new Set<string>([...cardIds, ...activityIds]);
  const context = { orgId, actor, clock, requestId: id, origin: "system", causedBy: id } as const;
  for (let at = 0; at < listed.length; at += filesAtOnce)
    await settleFiles(context, listed.slice(at, at + filesAtOnce), async () => gone);
}

/**
 * Deletes the files whose card, activity or template is gone, or hands them to another one that still has them.
 * @param fileIds at most `filesAtOnce`
 * @param goneOf which owners of these files no longer exist, according to the table; of templates, which files none has any more
 * @returns how many of the files had lost their owner
 */
export async function settleFiles(
  context: CommitContext,
  fileIds: readonly FileId[],
  goneOf: (files: readonly StoredFile[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const { orgId } = context;
  const { result } = await commit(context, async () => {
    // The list comes from the replica, which may lag behind the table.
    const found = [...(await findFiles(orgId, fileIds)).values()];
    const gone = await goneOf(found);
    const files = found.filter(({ fileId, cardId, activityId, templateId }) => {
      const owner = templateId ? fileId : (activityId ?? cardId);
      return owner !== null && gone.has(owner);
    });
    const heirs = await heirsOf(
      orgId,
      files.map(({ fileId }) => fileId),
      gone,
    );
    const passed = files.flatMap((file) => {
      const heir = heirs.get(file.fileId);
      return heir ? [passingOn(orgId, file, heir)] : [];
    });
    const removals = removalsOf(
      orgId,
      files.filter(({ fileId }) => !heirs.has(fileId)),
    );
    const made = [...removals.changes, ...passed.map(({ change }) => change)];
    return {
      writes: [...removals.writes, ...passed.map(({ write }) => write)],
      records: made.length > 0 ? [{ changes: made }] : [],
      result: files.length,
    };
  });
  return result;
}

/** Finds, for each file that is still in use, a card, an activity or a template that has it. */
async function heirsOf(
  orgId: OrgId,
  fileIds: Parameters<typeof activitiesHolding>[1],
  gone: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const [cards, activities] = [await holdersOfFiles(orgId, fileIds), await activitiesHolding(orgId, fileIds)];
  const templates = fileIds.length > 0 ? await templatesHolding(orgId) : undefined;
  return new Map(
    fileIds.flatMap((fileId) => {
      const holding = [...(templates?.get(fileId) ?? []), ...(cards.get(fileId) ?? []), ...(activities.get(fileId) ?? [])];
      const heir = holding.find((holder) => !gone.has(holder));
      return heir ? [[fileId, heir] as const] : [];
    }),
  );
}
