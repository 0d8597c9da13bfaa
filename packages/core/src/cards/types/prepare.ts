import type { ChangeSet, RecordDraft } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardTypeId, newId, type OperationId, type OrgId, type UserId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/clock.ts";
import { operationStart } from "../../operations/index.ts";
import { namesInAll } from "@kartis/i18n/names.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import type { Words } from "../../kernel/preset-names.ts";
import type { FieldContext } from "../rules.ts";
import { type CardType, CardTypeSchema, type Field } from "../schema.ts";
import { cardTypeCreation } from "./creation.ts";
import { fieldChanges, recordsOf, typeChange } from "./changes.ts";
import { checkDefinition, type Errors } from "./check.ts";
import { type ConversionJob, conversionOperation } from "./conversion-job.ts";
import { changeFields, complete, type FieldsChange, tidy } from "./fields-change.ts";
import { apiNameOf, slugOf } from "./naming.ts";
import { allNamesOf, changedType, fieldsToStore } from "./preset-names.ts";
import { type CardTypeChanges, type CardTypeDraft, type FieldDraft, reservedSlugs, type Resolution } from "./schema.ts";
import { readTypes, registerWrite, requireFreeNames, typeRemoval, typeSubject, typeWrites } from "./store.ts";

/** The person who changes types, and the organization settings that this needs. */
export interface Editor {
  readonly orgId: OrgId;
  readonly userId: UserId | null;
  readonly context: FieldContext;
  readonly clock: Clock;
  /** Language in which they saw the type. */
  readonly language: Language | null;
  readonly words: Words;
}

export const newFieldIds = (clock: Clock) => ({ field: () => newId("fld", clock.now()) });

function refuse(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw new KartisError("INVALID_INPUT", { fields: errors });
}

/** An item of the table holds 400 KB, and a record of the journal the definition before and after. */
const maxDefinitionBytes = 180 * 1024;

async function requireDefinition(type: CardType, context: FieldContext, types: readonly CardType[]): Promise<CardType> {
  const all = await namesInAll();
  const names = (named: Parameters<typeof allNamesOf>[0]) => allNamesOf(named, "label", all);
  refuse({ ...checkDefinition(type, context, names), ...checkReferences(type, types) });
  if (Buffer.byteLength(JSON.stringify(type)) > maxDefinitionBytes)
    throw new KartisError("PAYLOAD_TOO_LARGE", { messageKey: "validation.typeTooLarge" });
  return CardTypeSchema.parse(type);
}

/** Other types belong to the same organization. A relation that already referenced a deleted one may keep doing so. */
function checkReferences(type: CardType, types: readonly CardType[]): Errors {
  const stored = types.find(({ id }) => id === type.id);
  const known = new Set([
    type.id,
    ...types.map(({ id }) => id),
    ...(stored?.fields ?? []).flatMap((field) => field.relation?.typeIds ?? []),
  ]);
  const errors: Errors = {};
  for (const [index, field] of type.fields.entries()) {
    if (field.relation?.typeIds.some((typeId) => !known.has(typeId)))
      errors[`fields.${index}.relation`] = "validation.unknownType";
  }
  for (const [index, view] of type.relationViews.entries()) {
    const of = view.typeId === type.id ? type : types.find(({ id }) => id === view.typeId);
    if (!of) errors[`relationViews.${index}.typeId`] = "validation.unknownType";
    else if (!of.fields.some(({ id }) => id === view.fieldId))
      errors[`relationViews.${index}.fieldId`] = "validation.unknownField";
  }
  return errors;
}

function requireVersion(type: CardType, expectedVersion: number): void {
  if (type.version !== expectedVersion) throw new KartisError("CONFLICT", { messageKey: "errors.typeChanged" });
}

function requireType(types: readonly CardType[], typeId: CardTypeId): CardType {
  const type = types.find((candidate) => candidate.id === typeId);
  if (!type) throw new KartisError("NOT_FOUND");
  return type;
}

/** A new type at the end of the list. Throws INVALID_INPUT with paths of the draft, CONFLICT for a slug or API name that another type has. */
export async function prepareTypeCreation({ orgId, context, clock }: Editor, draft: CardTypeDraft): Promise<ChangeSet<CardType>> {
  const { types, revision } = await readTypes(orgId);
  requireFreeNames(types, draft);
  const type = await requireDefinition(
    {
      id: newId("typ", clock.now()),
      slug:
        draft.slug ??
        slugOf(draft.pluralName, (slug) => reservedSlugs.includes(slug) || types.some((other) => other.slug === slug)),
      apiName: draft.apiName ?? apiNameOf(draft.name, "type", (name) => types.some((other) => other.apiName === name)),
      name: draft.name,
      pluralName: draft.pluralName,
      hue: draft.hue,
      hidden: draft.hidden,
      identifiers: draft.identifiers,
      fields: withSystemFields(draft, complete(draft.fields, newFieldIds(clock))).map((field) => tidy(field, context)),
      processes: draft.processes,
      relationViews: draft.relationViews,
      order: Math.max(-1, ...types.map((other) => other.order)) + 1,
      version: 1,
    },
    context,
    types,
  );
  const { writes, change } = cardTypeCreation(orgId, type);
  return { writes: [...writes, registerWrite(orgId, revision)], records: [{ changes: [change] }], result: type };
}

/** The name first, then status and owner, unless the draft itself places them. */
function withSystemFields({ labels, statuses }: CardTypeDraft, fields: readonly Field[]): Field[] {
  const plain = { options: [], displayed: true, required: false, internal: false };
  const wanted: Field[] = [
    { ...plain, id: "name", key: "name", type: "text", label: labels?.name ?? "Name", required: true },
    ...(statuses.length > 0
      ? [
          {
            ...plain,
            id: "status",
            key: "status",
            type: "singleSelect" as const,
            label: labels?.status ?? "Status",
            options: statuses,
          },
        ]
      : []),
    { ...plain, id: "owner", key: "owner", type: "user", label: labels?.owner ?? "Owner" },
  ];
  return [...wanted.filter((system) => !fields.some((field) => field.id === system.id)), ...fields];
}

/** The type's own properties changed. Throws as the creation does, and CONFLICT if the type has changed since `expectedVersion`. */
export async function prepareTypeUpdate(
  editor: Editor,
  typeId: CardTypeId,
  expectedVersion: number,
  changes: CardTypeChanges,
): Promise<ChangeSet<{ type: CardType; operationId: OperationId | null }>> {
  const { orgId, context } = editor;
  const { types, revision } = await readTypes(orgId);
  const type = requireType(types, typeId);
  requireVersion(type, expectedVersion);
  requireFreeNames(types, changes, typeId);
  const wanted = await requireDefinition(changedType(type, changes, editor.words), context, types);
  const change = typeChange(type, wanted);
  if (!change) return { writes: [], records: [], result: { type, operationId: null } };
  const { records, version } = recordsOf(type, [change]);
  const next = { ...wanted, version };
  const operation = conversion(editor, type, next, []);
  const isRenamed = next.slug !== type.slug || next.apiName !== type.apiName;
  return {
    writes: [
      ...typeWrites(orgId, type, next),
      ...(isRenamed ? [registerWrite(orgId, revision)] : []),
      ...(operation ? [operation.write] : []),
    ],
    records: followedBy(operation, records),
    result: { type: next, operationId: operation?.operationId ?? null },
  };
}

/** The type's fields replaced by these. Throws INVALID_INPUT with paths of the type and of `resolutions`, CONFLICT as `prepareTypeUpdate`. */
export async function prepareFieldsUpdate(
  editor: Editor,
  typeId: CardTypeId,
  expectedVersion: number,
  drafts: readonly FieldDraft[],
  resolutions: readonly Resolution[],
): Promise<ChangeSet<{ type: CardType; operationId: OperationId | null }>> {
  const { types } = await readTypes(editor.orgId);
  const type = requireType(types, typeId);
  requireVersion(type, expectedVersion);
  const sent = fieldsToStore(type, drafts, editor.words);
  const change = changeFields(type, sent, resolutions, editor.context, newFieldIds(editor.clock));
  refuse(checkResolutions(change));
  const wanted = await requireDefinition(change.next, editor.context, types);
  const { records, version } = recordsOf(type, fieldChanges(type, change));
  if (records.length === 0) return { writes: [], records: [], result: { type, operationId: null } };
  const next = { ...wanted, version };
  const operation = conversion(
    editor,
    type,
    next,
    change.retyped.filter(({ convert }) => convert).map(({ before }) => before),
    change,
  );
  return {
    writes: [...typeWrites(editor.orgId, type, next), ...(operation ? [operation.write] : [])],
    records: followedBy(operation, records),
    result: { type: next, operationId: operation?.operationId ?? null },
  };
}

function checkResolutions({ removedOptions, next }: FieldsChange): Errors {
  const errors: Errors = {};
  for (const { field, optionId, replaceBy } of removedOptions) {
    const path = `resolutions.${field.id}.${optionId}`;
    const now = next.fields.find((candidate) => candidate.id === field.id);
    if (replaceBy !== null && !now?.options.some((option) => option.id === replaceBy)) errors[path] = "validation.enum";
    if (replaceBy === null && now?.required) errors[path] = "validation.replacementRequired";
  }
  return errors;
}

/** The records of the change, and the one that starts its operation. */
const followedBy = (operation: { readonly record: RecordDraft } | undefined, records: readonly RecordDraft[]): RecordDraft[] =>
  operation ? [...records, operation.record] : [...records];

/** The operation that brings the cards in line with the type, if anything in it can affect cards. */
function conversion(
  { orgId, userId, clock, language }: Editor,
  before: CardType,
  after: CardType,
  from: readonly Field[],
  change?: FieldsChange,
): ReturnType<typeof operationStart> | undefined {
  const released = before.identifiers.filter((fieldId) => !after.identifiers.includes(fieldId));
  const relock = after.identifiers.some((fieldId) => !before.identifiers.includes(fieldId));
  if (from.length + released.length === 0 && !relock && (change?.removedOptions ?? []).length === 0) return undefined;
  if (!userId) throw new KartisError("FORBIDDEN");
  const job: ConversionJob = {
    typeId: after.id,
    from,
    released: before.fields.filter((field) => released.includes(field.id)),
    relock,
    language,
  };
  return operationStart(orgId, conversionOperation, job, { userId }, clock);
}

/** The types in this order; those not listed come after them. */
export async function prepareReorder(orgId: OrgId, typeIds: readonly CardTypeId[]): Promise<ChangeSet<readonly CardType[]>> {
  const { types, revision } = await readTypes(orgId);
  const named = [...new Set(typeIds)].map((typeId) => requireType(types, typeId));
  const ordered = [...named, ...types.filter((type) => !named.includes(type))];
  const moved = ordered.flatMap((type, order) =>
    type.order === order ? [] : [{ type, next: { ...type, order, version: type.version + 1 } }],
  );
  return {
    writes:
      moved.length === 0
        ? []
        : [registerWrite(orgId, revision), ...moved.flatMap(({ type, next }) => typeWrites(orgId, type, next))],
    records:
      moved.length === 0
        ? []
        : [
            {
              changes: moved.map(({ type, next }) => ({
                action: "cardType.update",
                subject: typeSubject(type),
                version: next.version,
                before: { order: type.order },
                after: { order: next.order },
              })),
            },
          ],
    result: ordered.map((type, order) => ({ ...type, order })),
  };
}

/**
 * Deletes the type and frees its slug. Relations of other types drop it, unless it was all they named: such a field then finds nothing to point at, rather than
 * cards of any type; there is no link to lose, since the type has no cards.
 */
export async function prepareTypeRemoval(orgId: OrgId, typeId: CardTypeId): Promise<ChangeSet<CardType>> {
  const { types, revision } = await readTypes(orgId);
  const type = requireType(types, typeId);
  const referring = types.flatMap((other) => {
    if (other.id === typeId) return [];
    const next = withoutType(other, typeId);
    const changed = changeOf(other, next);
    if (changed.length === 0) return [];
    const { records, version } = recordsOf(other, changed);
    return [{ writes: typeWrites(orgId, other, { ...next, version }), records }];
  });
  return {
    writes: [...typeRemoval(orgId, type), registerWrite(orgId, revision), ...referring.flatMap(({ writes }) => writes)],
    records: [
      {
        changes: [
          {
            action: "cardType.delete",
            subject: typeSubject(type),
            version: type.version + 1,
            before: { definition: type },
            after: null,
          },
        ],
      },
      ...referring.flatMap(({ records }) => records),
    ],
    result: type,
  };
}

const changeOf = (before: CardType, after: CardType) => {
  const updated = before.fields.flatMap((field, at) => {
    const next = after.fields[at];
    return next && next.relation !== field.relation ? [{ before: field, after: next }] : [];
  });
  return fieldChanges(before, {
    next: after,
    created: [],
    updated,
    deleted: [],
    retyped: [],
    removedOptions: [],
    processesChanged: [],
    isReordered: false,
  });
};

function withoutType(type: CardType, goneId: CardTypeId): CardType {
  return {
    ...type,
    fields: type.fields.map((field) => {
      const typeIds = field.relation?.typeIds ?? [];
      if (!field.relation || !typeIds.includes(goneId) || typeIds.length === 1) return field;
      return { ...field, relation: { ...field.relation, typeIds: typeIds.filter((typeId) => typeId !== goneId) } };
    }),
    relationViews: type.relationViews.filter((view) => view.typeId !== goneId),
  };
}
