import { actionsOver, type ActivityType } from "../../activities/index.ts";
import { changesCard, type Past, readPast } from "../../as-of/index.ts";
import type { JournalRecord } from "../../data/journal.ts";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import type { AutomationId } from "../schema.ts";
import { startedCard, triggerActions } from "../triggers/list.ts";

interface Asked {
  readonly automationId: AutomationId;
  /** That of the automation's cards, and those of related cards. */
  readonly typeIds: ReadonlySet<string>;
  readonly fromMs: number;
  readonly untilMs: number;
  /** The types of activities whose past is needed. */
  readonly activityTypes: readonly ActivityType[];
  readonly onRead: (count: number) => Promise<void>;
}

/**
 * The past that a simulation replays: changes of the types' cards and of the activities that it is about, what can start automations, and presses of the automation's button. Left out of the records, but
 * not of what is taken back from the cards, is whatever the automation itself has done, and what followed from that.
 */
export async function replayedPast(orgId: OrgId, asked: Asked): Promise<Past> {
  const { automationId, typeIds, fromMs, untilMs, activityTypes, onRead } = asked;
  const activityActions = new Set(activityTypes.flatMap(actionsOver));
  /** Records that the automation has made, or that others have led to. */
  const caused: Pick<JournalRecord, "id" | "causedBy">[] = [];
  const isWanted = ({ action, subject }: JournalRecord["changes"][number]) =>
    subject.kind === "card"
      ? subject.typeId !== undefined && typeIds.has(subject.typeId)
      : activityActions.has(action) ||
        triggerActions.includes(action) ||
        (action === "automation.execute" && subject.id === automationId);
  const past = await readPast(orgId, {
    fromMs,
    untilMs,
    keep(record) {
      const { id, actor, causedBy } = record;
      if (actor.kind === "automation" && actor.id === automationId) caused.push({ id });
      else if (causedBy !== undefined) caused.push({ id, causedBy });
      const changes = record.changes.filter(isWanted);
      return changes.length > 0 ? { ...record, changes } : undefined;
    },
    activityActions,
    also: ({ changes }) => changes.flatMap((change) => (changesCard(change) ? [] : (startedCard(change) ?? []))),
    onRead,
  });
  const own = new Set<RecordId>();
  for (const { id, causedBy } of caused.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    if (causedBy === undefined || own.has(causedBy)) own.add(id);
  return { ...past, records: past.records.filter(({ id }) => !own.has(id)) };
}
