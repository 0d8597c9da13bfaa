import { commitContextOf } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { commitMetered } from "../plans/index.ts";
import { scheduleWrites } from "./engine/schedule.ts";
import { isMove, movedBack } from "./folders.ts";
import { type AutomationId, DefinitionSchema, stopReasons } from "./schema.ts";
import {
  automationChange,
  creationOf,
  findAutomation,
  getPublished,
  recordedValues,
  removalOf,
  type StoredAutomation,
} from "./store.ts";

/**
 * Moves automations back into the folders from which they were moved. Brings a deleted automation back as it was, with its versions and its run log, or deletes one that was brought back. What happened while it was deleted starts
 * nothing. Throws FORBIDDEN, CONFLICT if it has changed since, PAYMENT_REQUIRED at the plan's limit, PRECONDITION_FAILED for what cannot be undone.
 * @returns the record that undoes the undo; null when nothing had to change
 */
export async function undoAutomation({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const undoing = { ...commitContextOf(context), origin: "undo", causedBy: recordId } as const;
  if (changes.every(isMove)) {
    const { principal } = requireRight(["AUTOMATION", "update"], context, "automation");
    const { orgId, userId } = principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const { records } = await commitMetered(undoing, (at) => movedBack(changes, orgId, userId, at));
    return records[0]?.id ?? null;
  }
  const [change] = changes;
  if (!change || changes.length > 1 || (change.action !== "automation.delete" && change.action !== "automation.create"))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  requireRight(["AUTOMATION", "delete"], context);
  const isDeletion = change.action === "automation.delete";
  if (isDeletion) requireRight(["AUTOMATION", "create"], context, "automation");
  const { records } = await commitMetered(undoing, (at) =>
    isDeletion ? restored(change, context, at) : removed(change, context.principal.orgId),
  );
  return records[0]?.id ?? null;
}

const nothing = { writes: [], records: [], result: undefined };

async function restored({ subject, before, version }: Change, context: OrgContext, at: string) {
  const { orgId, userId, settings } = context.principal;
  const { id, typeId } = subject;
  if (!userId) throw new KartisError("FORBIDDEN");
  if (!isId("aut", id) || !isId("typ", typeId)) throw new KartisError("NOT_FOUND");
  if (await findAutomation(orgId, id)) return nothing;
  const automation = await automationOf(orgId, id, before ?? {});
  const next: StoredAutomation = { ...automation, typeId, updatedBy: userId, updatedAt: at, onSince: at, version: version + 1 };
  const { isOn, live } = next;
  const schedule = isOn && live ? await scheduleWrites(orgId, id, live.definition, at, settings?.timeZone ?? "UTC") : [];
  const change = automationChange("automation.create", next, null, recordedValues(next));
  return { writes: [creationOf(next), ...schedule], records: [{ changes: [change] }], result: undefined };
}

/** The automation as its deletion recorded it. */
async function automationOf(
  orgId: OrgId,
  id: AutomationId,
  { name, folder, isOn, definition, published, stopReason, createdBy, createdAt }: Readonly<Record<string, unknown>>,
): Promise<Omit<StoredAutomation, "typeId" | "updatedBy" | "updatedAt" | "version">> {
  const version = typeof published === "number" ? await getPublished(orgId, id, published) : undefined;
  return {
    orgId,
    id,
    name: String(name),
    folder: typeof folder === "string" ? folder : null,
    isOn: isOn === true && version !== undefined,
    stopReason: stopReasons.find((reason) => reason === stopReason) ?? null,
    draft: DefinitionSchema.parse(definition),
    live:
      version && typeof published === "number"
        ? { definition: version.definition, publishedBy: version.publishedBy, number: published }
        : null,
    createdBy: String(createdBy),
    createdAt: String(createdAt),
  };
}

async function removed({ subject, version }: Change, orgId: OrgId) {
  const current = isId("aut", subject.id) ? await findAutomation(orgId, subject.id) : undefined;
  if (!current) return nothing;
  if (current.version !== version) throw new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
  return { ...removalOf(current), result: undefined };
}
