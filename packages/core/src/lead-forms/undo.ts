import { commit, commitContextOf } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { ownerOf } from "../incoming-webhooks/index.ts";
import { OwnersSchema } from "../incoming-webhooks/schema.ts";
import { incomingModes } from "../incoming-webhooks/rules.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { formStates } from "./rules.ts";
import { DesignSchema } from "./schema.ts";
import { removalOf, requireRoom } from "./settings.ts";
import { creationOf, findForm, formChange, recordedValues, type StoredForm } from "./store.ts";

/**
 * Brings a deleted form back as it was, at its address and with its log, from now on acting as the caller; or deletes one that was brought back. Throws FORBIDDEN,
 * CONFLICT if it has changed since, PRECONDITION_FAILED for what cannot be undone.
 * @returns the record that undoes the undo; null when nothing had to change
 */
export async function undoLeadForm({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const [change] = changes;
  if (!change || changes.length > 1 || (change.action !== "leadForm.delete" && change.action !== "leadForm.create"))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  requireRight(["ORGANIZATION", "update"], context);
  const userId = await ownerOf(context);
  const { orgId } = context.principal;
  const { records } = await commit({ ...commitContextOf(context), origin: "undo", causedBy: recordId }, () =>
    change.action === "leadForm.delete" ? restored(change, orgId, userId) : removed(change, orgId),
  );
  return records[0]?.id ?? null;
}

const nothing = { writes: [], records: [], result: undefined };

async function restored({ subject: { id }, before, version }: Change, orgId: OrgId, userId: UserId) {
  const { name, typeId, mode, matchFieldId, ownerIds, state, createdAt, ...design } = before ?? {};
  if (!isId("frm", id) || !isId("typ", typeId)) throw new KartisError("NOT_FOUND");
  if (await findForm(orgId, id)) return nothing;
  await requireRoom(orgId);
  const form: StoredForm = {
    orgId,
    formId: id,
    name: String(name),
    typeId,
    design: DesignSchema.parse(design),
    mode: incomingModes.find((one) => one === mode) ?? "create",
    ...(typeof matchFieldId === "string" ? { matchFieldId } : {}),
    ownerIds: OwnersSchema.catch([]).parse(ownerIds),
    state: formStates.find((one) => one === state) ?? "draft",
    userId,
    createdAt: String(createdAt),
    version: version + 1,
  };
  const change = formChange("leadForm.create", form, null, recordedValues(form));
  return { writes: [creationOf(form)], records: [{ changes: [change] }], result: undefined };
}

async function removed({ subject: { id }, version }: Change, orgId: OrgId) {
  const current = isId("frm", id) ? await findForm(orgId, id) : undefined;
  if (!current) return nothing;
  if (current.version !== version) throw new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
  return removalOf(current);
}
