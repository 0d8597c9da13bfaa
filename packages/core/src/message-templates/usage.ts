import { inTime } from "../data/replica/question-time.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OrgId } from "../kernel/id.ts";
import { openReplica } from "../replicas.ts";
import type { TemplateKind } from "./kinds/list.ts";
import { usageDays } from "./limits.ts";
import type { TemplateUsage } from "./schema.ts";
import { type StoredTemplate, storedTemplates } from "./store.ts";
import { dayMs } from "../kernel/time-units.ts";

/** What has been sent with a template that people made, or what a text that Kartis sends is still to be sent for. */
export async function usageOf(orgId: OrgId, template: StoredTemplate, clock: Clock): Promise<TemplateUsage> {
  const now = new Date(clock.now()).toISOString();
  if (template.kind === null) return sentWith(orgId, template.id, new Date(clock.now() - usageDays * dayMs).toISOString());
  return {
    ahead: template.channel === "mail" ? await aheadOf(orgId, template.kind, template, now) : null,
    sent: null,
    lastAt: null,
  };
}

/** A mail counts also when it is in the trash: it stays sent. */
async function sentWith(orgId: OrgId, templateId: string, since: string): Promise<TemplateUsage> {
  const { statements } = await openReplica(orgId);
  const row = statements
    .of(
      `SELECT count(*) FILTER (WHERE happened_at >= ?) AS sent, max(happened_at) AS last FROM activity WHERE template_id = ? AND ${inTime("id")}`,
    )
    .get(since, templateId);
  const last = row?.["last"];
  return { ahead: null, sent: Number(row?.["sent"] ?? 0), lastAt: typeof last === "string" ? last : null };
}

/** Of meetings, those that are not over; of a series, one whose end is not. */
const isAhead =
  "(activity.spans = 0 AND activity.starts_at >= ? OR activity.spans = 1 AND (activity.ends_at IS NULL OR activity.ends_at >= ?))";

/** What a text is sent for: an SQL condition, and how often it asks for the present instant. */
const conditions: Readonly<Record<"task" | "meeting" | "meetingReminder", { readonly text: string; readonly instants: number }>> =
  {
    task: { text: "activity.type = 'TASK' AND activity.state = 'open' AND activity.remind_at >= ?", instants: 1 },
    meeting: {
      text: `activity.type = 'MEETING' AND activity.trashed_at IS NULL AND ${isAhead} AND (json_array_length(activity.held, '$.guests') > 0
        OR EXISTS (SELECT 1 FROM json_each(activity.held, '$.exceptions') AS time WHERE json_array_length(time.value, '$.guests.added') > 0))`,
      instants: 2,
    },
    // A series' column is its first reminder; it reminds as long as it goes on.
    meetingReminder: {
      text: `activity.type = 'MEETING' AND activity.state = 'open' AND activity.remind_at IS NOT NULL AND (activity.remind_at >= ? OR activity.repeats = 1 AND (activity.ends_at IS NULL OR activity.ends_at >= ?))`,
      instants: 2,
    },
  };

const subjectOf = (kind: TemplateKind): keyof typeof conditions =>
  kind.startsWith("TASK") ? "task" : kind.endsWith("REMINDER") ? "meetingReminder" : "meeting";

/** A text for the cards of a type is sent for those alone; the one for all types, for all others. */
async function aheadOf(orgId: OrgId, kind: TemplateKind, { cardTypeId }: StoredTemplate, now: string): Promise<number> {
  const { text, instants } = conditions[subjectOf(kind)];
  const own = (await storedTemplates(orgId)).flatMap((one) => (one.kind === kind && one.cardTypeId ? [one.cardTypeId] : []));
  const { statements } = await openReplica(orgId);
  const row = statements
    .of(
      `SELECT count(*) AS n FROM activity LEFT JOIN card ON card.id = activity.card_id
       WHERE ${text} AND ${inTime("activity.id")}
       AND CASE WHEN ? THEN card.type_id IN (SELECT value FROM json_each(?))
                ELSE card.id IS NULL OR card.type_id NOT IN (SELECT value FROM json_each(?)) END`,
    )
    .get(
      ...Array.from({ length: instants }, () => now),
      cardTypeId ? 1 : 0,
      JSON.stringify(cardTypeId ? [cardTypeId] : []),
      JSON.stringify(own),
    );
  return Number(row?.["n"] ?? 0);
}
