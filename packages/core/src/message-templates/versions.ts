import type { Change, JournalRecord } from "../data/journal.ts";
import { recordsById } from "../data/replica/feed.ts";
import { recordsAbout } from "../data/trail/about.ts";
import { isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { openTrail } from "../replicas.ts";
import type { TemplateVersion } from "./schema.ts";
import { type StoredTemplate, valuesOf } from "./store.ts";

/** How far back versions go. */
const mostVersions = 100;

type Values = Readonly<Record<string, unknown>>;

/** A version, and what the template was with it. */
interface KnownVersion {
  readonly version: TemplateVersion;
  readonly values: Values;
}

/** What the template was before the change, whose values are those that it left. */
const valuesBefore = ({ action, before }: Change, after: Values): Values =>
  action === "template.delete" ? (before ?? {}) : { ...after, ...before };

const versionOf = ({ id, at, actor }: JournalRecord, { action, before, after }: Change): TemplateVersion => ({
  recordId: id,
  at,
  userId: actor.kind === "user" && isId("usr", actor.id) ? actor.id : null,
  actorKind: actor.kind,
  action: action === "template.create" || action === "template.delete" ? action : "template.update",
  changed: Object.keys(before ?? after ?? {}),
});

/**
 * The versions of a template, latest first, as the journal tells them: from what it is now back through what each record changed. Of a text that Kartis sends, those
 * before and after it was reset.
 */
export async function versionsOf(orgId: OrgId, template: StoredTemplate): Promise<KnownVersion[]> {
  const ids = recordsAbout(await openTrail(orgId), template.id).slice(0, mostVersions);
  const records = (await recordsById(orgId, ids)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const versions: KnownVersion[] = [];
  let values: Values = valuesOf(template);
  for (const record of records) {
    const change = record.changes.find(({ subject }) => subject.id === template.id);
    // Before values that are redacted, nothing is known.
    if (!change || change.erased) break;
    versions.push({ version: versionOf(record, change), values });
    values = valuesBefore(change, values);
  }
  return versions;
}

/** One version of it; undefined if there is none, or none that says anything. */
export async function versionAt(orgId: OrgId, template: StoredTemplate, recordId: RecordId): Promise<KnownVersion | undefined> {
  const found = (await versionsOf(orgId, template)).find(({ version }) => version.recordId === recordId);
  return found?.version.action === "template.delete" ? undefined : found;
}
