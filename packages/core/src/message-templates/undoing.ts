import { cardTypesOf } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { sameValue } from "../kernel/same-value.ts";
import { findRole } from "../organizations/index.ts";
import { reachOf } from "./reach.ts";
import type { TemplateRef } from "./schema.ts";
import {
  builtIn,
  kindIn,
  type StoredTemplate,
  storedTemplates,
  templateRemoval,
  templateWrite,
  valuesOf,
  withValues,
} from "./store.ts";

/**
 * Undoes a record about templates by an ordinary commit: it is again as it was before, where nobody has changed the same since. Needs the permission for what the
 * inverse does, within its level. Throws NOT_FOUND; CONFLICT for what was changed since; PRECONDITION_FAILED for what cannot be as it was.
 * @returns the record that undoes the undo; null when nothing had to change.
 */
export async function undoTemplates({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const { orgId } = context.principal;
  const reaches = await Promise.all(
    changes.map(({ action }) =>
      reachOf({ ...context, ...requireRight(["TEMPLATES", action === "template.update" ? "update" : "delete"], context) }),
    ),
  );
  const { records } = await commit({ ...commitContextOf(context), origin: "undo", causedBy: recordId }, async (at) => {
    const stored = await storedTemplates(orgId);
    const written = await Promise.all(
      changes.map(async (change, index) => {
        const current = stored.find(({ id }) => id === change.subject.id);
        const inverse = await inverseOf(orgId, change, current, at);
        const touched = current ?? inverse?.template;
        if (touched && !reaches[index]?.(touched)) throw new KartisError("FORBIDDEN");
        return inverse ?? [];
      }),
    );
    const all = written.flat();
    return {
      writes: all.map(({ write }) => write),
      records: all.length > 0 ? [{ changes: all.map(({ change }) => change) }] : [],
      result: undefined,
    };
  });
  return records[0]?.id ?? null;
}

/** What is written instead, and the template that it is about. */
type Inverse = ReturnType<typeof templateRemoval> & { readonly template: StoredTemplate };

/** The inverse as an ordinary write; undefined where it is so already. A value counts as changed since when it is neither what the change left nor what was there before it. */
export async function inverseOf(
  orgId: OrgId,
  change: Change,
  current: StoredTemplate | undefined,
  at: string,
): Promise<Inverse | undefined> {
  const { action, before, after } = change;
  if (action === "template.create") {
    if (!current) return undefined;
    if (!isAsIn(current, after)) throw changedSince();
    return { ...templateRemoval(orgId, current), template: current };
  }
  if (action === "template.delete") {
    const ref = change.subject.id as TemplateRef; // as it was written
    if (current) {
      if (isAsIn(current, before)) return undefined;
      throw changedSince();
    }
    const kind = kindIn(ref);
    const base = kind ? builtIn(kind, ref) : undefined;
    const restored = withValues(base ?? { ...emptyAt(ref), createdBy: authorIn(before) }, before ?? {}, at);
    await requireUses(orgId, restored);
    return templateWrite(orgId, base, restored);
  }
  if (action !== "template.update") throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  if (!current) throw new KartisError("NOT_FOUND");
  const now = valuesOf(current);
  const names = Object.keys(before ?? {}).filter((name) => !sameValue(now[name] ?? null, before?.[name] ?? null));
  if (names.some((name) => !sameValue(now[name] ?? null, after?.[name] ?? null))) throw changedSince();
  const restored = withValues(current, Object.fromEntries(names.map((name) => [name, before?.[name] ?? null])), at);
  await requireUses(orgId, restored);
  return templateWrite(orgId, current, restored);
}

const changedSince = () => new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });

const isAsIn = (template: StoredTemplate, values: Change["after"]): boolean =>
  Object.entries(valuesOf(template)).every(
    ([name, value]) => name === "createdBy" || sameValue(value ?? null, values?.[name] ?? null),
  );

const authorIn = (values: Change["before"]) => {
  const author = values?.["createdBy"];
  return isId("usr", author) ? author : null;
};

const emptyAt = (id: TemplateRef): StoredTemplate => ({
  id,
  version: 0,
  kind: null,
  channel: "mail",
  name: "",
  format: "rich",
  cardTypeId: null,
  roleId: null,
  isOn: true,
  texts: {},
  defaultLanguage: "en",
  attachments: [],
  createdBy: null,
  updatedAt: null,
});

/** The type and the role that it is for may have been deleted since: then nobody would be offered it. */
export async function requireUses(orgId: OrgId, { cardTypeId, roleId }: StoredTemplate): Promise<void> {
  const [types, role] = await Promise.all([cardTypeId ? cardTypesOf(orgId) : [], roleId ? findRole(orgId, roleId) : undefined]);
  if ((cardTypeId && !types.some(({ id }) => id === cardTypeId)) || (roleId && !role))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
}
