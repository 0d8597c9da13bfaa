import { definitionOf, type FieldType } from "../fields/registry.ts";
import { isEmpty, settingsOf, type FieldContext } from "../rules.ts";
import { computedColumns, type CardType, type Field } from "../schema.ts";
import type { Preset } from "../../kernel/preset-names.ts";

/** Path in the definition (`fields.2.key`) → catalogue key. */
export type Errors = Record<string, string>;

/** Field types that can sensibly identify a card. */
export const canIdentify = (field: Pick<Field, "type">): boolean => definitionOf(field.type).identifying;

/** Fields whose values are some of the field's options. */
export const hasOptions = (field: Pick<Field, "type">): boolean => definitionOf(field.type).settings.includes("options");

/** Fields whose values are amounts of a currency. */
export const hasCurrency = (field: Pick<Field, "type">): boolean => definitionOf(field.type).settings.includes("currency");

/**
 * Problems of a definition in itself; empty if there are none. Paths are those of the `CardType`. Pure: the editor may check while people type.
 * @param namesOf every name by which somebody knows a field or option, in whichever language
 */
export function checkDefinition(
  type: Pick<CardType, "fields" | "identifiers" | "processes" | "relationViews">,
  context: FieldContext,
  namesOf: NamesOf = ({ label }) => [label],
): Errors {
  return {
    ...checkFields(type.fields, context, namesOf),
    ...checkIdentifiers(type),
    ...checkProcesses(type),
    ...checkRelationViews(type),
  };
}

type NamesOf = (named: Preset & { readonly label: string }) => readonly string[];

const same = (text: string): string => text.trim().toLocaleLowerCase();

/** Marks every entry one of whose words is already used by an earlier one. */
function repeated(words: readonly (string | readonly string[])[], path: (index: number) => string, errors: Errors): void {
  const seen = new Set<string>();
  for (const [index, entry] of words.entries()) {
    const own = typeof entry === "string" ? [entry] : entry;
    if (own.some((word) => seen.has(word))) errors[path(index)] = "validation.unique";
    for (const word of own) seen.add(word);
  }
}

function checkFields(fields: readonly Field[], context: FieldContext, namesOf: NamesOf): Errors {
  const errors: Errors = {};
  repeated(
    fields.map((field) => field.id),
    (index) => `fields.${index}.id`,
    errors,
  );
  repeated(
    fields.map((field) => same(field.key)),
    (index) => `fields.${index}.key`,
    errors,
  );
  repeated(
    fields.map((field) => namesOf(field).map(same)),
    (index) => `fields.${index}.label`,
    errors,
  );
  for (const [index, field] of fields.entries()) {
    const path = `fields.${index}`;
    const wanted = systemTypes[field.id];
    if (wanted && field.type !== wanted) errors[`${path}.type`] = "validation.systemField";
    if (field.id === "name" && !field.required) errors[`${path}.required`] = "validation.systemField";
    if (!wanted && !/^fld_\w{1,60}$/.test(field.id)) errors[`${path}.id`] = "validation.unknownField";
    if (!wanted && reservedKeys.includes(field.key)) errors[`${path}.key`] = "validation.reserved";
    if (hasOptions(field)) checkOptions(field, path, errors, namesOf);
    if (field.min !== undefined && field.max !== undefined && field.min > field.max) errors[`${path}.max`] = "validation.minMax";
    if (!isEmpty(field.defaultValue)) {
      const parsed = definitionOf(field.type).accept(field.defaultValue, settingsOf(field, context));
      if (!parsed.ok) errors[`${path}.defaultValue`] = parsed.message;
    }
  }
  for (const id of ["name", "owner"]) {
    if (!fields.some((field) => field.id === id)) errors["fields"] = "validation.systemField";
  }
  return errors;
}

const systemTypes: Readonly<Record<string, FieldType | undefined>> = { name: "text", status: "singleSelect", owner: "user" };
/** API names of a card's built-in properties. */
const reservedKeys: readonly string[] = [
  ...computedColumns,
  "id",
  "typeId",
  "version",
  "fields",
  "trashedAt",
  "name",
  "status",
  "owner",
  "avatar",
];

function checkOptions({ options }: Field, path: string, errors: Errors, namesOf: NamesOf): void {
  if (options.length === 0) errors[`${path}.options`] = "validation.oneOption";
  repeated(
    options.map((option) => option.id),
    (index) => `${path}.options.${index}.id`,
    errors,
  );
  repeated(
    options.map((option) => namesOf(option).map(same)),
    (index) => `${path}.options.${index}.label`,
    errors,
  );
}

function checkIdentifiers({ fields, identifiers }: Pick<CardType, "fields" | "identifiers">): Errors {
  const errors: Errors = {};
  repeated(identifiers, (index) => `identifiers.${index}`, errors);
  for (const [index, fieldId] of identifiers.entries()) {
    const field = fields.find((candidate) => candidate.id === fieldId);
    if (!field) errors[`identifiers.${index}`] = "validation.unknownField";
    else if (!canIdentify(field)) errors[`identifiers.${index}`] = "validation.identifierType";
  }
  return errors;
}

function checkProcesses({ fields, processes }: Pick<CardType, "fields" | "processes">): Errors {
  const errors: Errors = {};
  const statuses = new Set(fields.find((field) => field.id === "status")?.options.map((option) => option.id));
  const fieldIds = new Set(fields.map((field) => field.id));
  repeated(
    processes.map((process) => process.id),
    (index) => `processes.${index}.id`,
    errors,
  );
  repeated(
    processes.map((process) => same(process.name)),
    (index) => `processes.${index}.name`,
    errors,
  );
  const steps = new Set<string>();
  for (const [at, process] of processes.entries()) {
    for (const [index, step] of process.steps.entries()) {
      const path = `processes.${at}.steps.${index}`;
      if (!statuses.has(step.statusId)) errors[`${path}.statusId`] = "validation.process.unknownStatus";
      else if (steps.has(step.statusId)) errors[`${path}.statusId`] = "validation.process.oneProcess";
      steps.add(step.statusId);
      if (step.requiredFieldIds.some((fieldId) => !fieldIds.has(fieldId) || fieldId === "status"))
        errors[`${path}.requiredFieldIds`] = "validation.unknownField";
    }
    for (const [index, statusId] of process.exitStatusIds.entries()) {
      const path = `processes.${at}.exitStatusIds.${index}`;
      if (!statuses.has(statusId)) errors[path] = "validation.process.unknownStatus";
      else if (process.steps.some((step) => step.statusId === statusId)) errors[path] = "validation.process.exitIsStep";
    }
  }
  return errors;
}

function checkRelationViews({ relationViews }: Pick<CardType, "relationViews">): Errors {
  const errors: Errors = {};
  repeated(
    relationViews.map((view) => view.id),
    (index) => `relationViews.${index}.id`,
    errors,
  );
  repeated(
    relationViews.map((view) => same(view.title)),
    (index) => `relationViews.${index}.title`,
    errors,
  );
  return errors;
}
