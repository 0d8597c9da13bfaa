import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardTypeId, OperationId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../../lib/api.ts";
import { fetchAnew } from "../../../lib/query-client.ts";
import type { RouterOutputs } from "../../../lib/types.ts";
import { draftOf, type EditorDraft, isSame } from "../draft.ts";
import { layoutDraftOf, layoutsOptions, saveLayouts } from "../layouts/save-layouts.ts";

export type Impact = RouterOutputs["cardTypes"]["preview"]["impacts"][number];
export type Resolution = NonNullable<Parameters<typeof client.cardTypes.updateFields.mutate>[0]["resolutions"]>[number];

/** Effects of saving on existing values; only those that affect any. */
export async function impactsOf(type: CardType, base: EditorDraft, draft: EditorDraft): Promise<readonly Impact[]> {
  const areFieldsSame = isSame(base.fields, draft.fields);
  if (areFieldsSame && isSame(base.identifiers, draft.identifiers)) return [];
  const { impacts } = await client.cardTypes.preview.query({
    typeId: type.id,
    ...(areFieldsSame ? {} : { fields: draft.fields }),
    ...(isSame(base.identifiers, draft.identifiers) ? {} : { identifiers: draft.identifiers }),
  });
  return impacts.filter((impact) => impact.affected > 0 || (impact.collisions ?? 0) > 0);
}

const general = ["name", "pluralName", "slug", "apiName", "hue", "hidden", "identifiers", "processes", "relationViews"] as const;

function changesOf(base: EditorDraft, draft: EditorDraft): Partial<EditorDraft> {
  return Object.fromEntries(general.filter((key) => !isSame(base[key], draft[key])).map((key) => [key, draft[key]]));
}

/** Saves what differs: the fields, then what names them, then the layouts. Each is whole in itself, and what is saved stays saved when a later one fails. */
export async function saveDraft(
  type: CardType | undefined,
  version: number,
  base: EditorDraft,
  draft: EditorDraft,
  resolutions: readonly Resolution[],
): Promise<{ typeId: CardTypeId; operationId: OperationId | null }> {
  if (!type) {
    const { layouts: _, fields, ...rest } = draft;
    const statuses = fields.find((field) => field.id === "status")?.options ?? [];
    const created = await client.cardTypes.create.mutate({
      draft: { ...rest, fields, statuses },
    });
    return { typeId: created.id, operationId: null };
  }
  let expectedVersion = version;
  let operationId: OperationId | null = null;
  let current = draft;
  let currentBase = base;
  if (!isSame(base.fields, draft.fields)) {
    const saved = await client.cardTypes.updateFields.mutate({
      typeId: type.id,
      expectedVersion,
      fields: draft.fields,
      resolutions: [...resolutions],
    });
    expectedVersion = saved.type.version;
    operationId = saved.operationId;
    current = following(draft, saved.type.fields);
    currentBase = following(base, saved.type.fields);
  }
  const changes = changesOf(currentBase, current);
  if (Object.keys(changes).length > 0) await client.cardTypes.update.mutate({ typeId: type.id, expectedVersion, changes });
  await saveLayouts(type.id, currentBase.layouts, current.layouts, new Set(current.fields.map((field) => field.id)));
  return { typeId: type.id, operationId };
}

/** A field that changed its type has another id now; what names it follows. */
function following(draft: EditorDraft, fields: CardType["fields"]): EditorDraft {
  const renamed = new Map(fields.flatMap((field) => (field.formerIds ?? []).map((former) => [former, field.id] as const)));
  if (renamed.size === 0) return draft;
  const now = (id: string) => renamed.get(id) ?? id;
  return {
    ...draft,
    fields: draft.fields.map((field) => ({ ...field, id: now(field.id) })),
    identifiers: draft.identifiers.map(now),
    processes: draft.processes.map((process) => ({
      ...process,
      steps: process.steps.map((step) => ({ ...step, requiredFieldIds: step.requiredFieldIds.map(now) })),
    })),
    relationViews: draft.relationViews.map((view) => ({ ...view, fieldId: now(view.fieldId), fieldIds: view.fieldIds.map(now) })),
    layouts: draft.layouts.map((layout) => ({
      ...layout,
      groups: layout.groups.map((group) => ({ ...group, fieldIds: group.fieldIds.map(now) })),
    })),
  };
}

export const cardTypesOptions = () => trpc.cards.types.queryOptions({}, { staleTime: 0, meta: { quiet: true } });
/** The type as the server has it now, for the editor and for every other screen. */
export async function stored(typeId: CardTypeId): Promise<{ draft: EditorDraft; version: number } | undefined> {
  const [types, layouts] = await Promise.all([fetchAnew(cardTypesOptions()), fetchAnew(layoutsOptions(typeId))]);
  const type = types.find((one) => one.id === typeId);
  return type && { draft: draftOf(type, layouts.map(layoutDraftOf)), version: type.version };
}
