import { isDay } from "../cards/fields/day.ts";
import type { Operator } from "../cards/fields/field.ts";
import { definitionOf, type FieldType } from "../cards/fields/registry.ts";
import { cardTypesOf } from "../cards/index.ts";
import { daysFromToday } from "../cards/query/relative-days.ts";
import type { Condition, Filter } from "../cards/query/schema.ts";
import { type CardType, computedColumns } from "../cards/schema.ts";
import { findEnv } from "../kernel/env.ts";
import type { CardTypeId, OrgId } from "../kernel/id.ts";
import { isStorable } from "../kernel/numbers.ts";
import { problemInText } from "../message-templates/index.ts";
import { addressProblem } from "../public-http/index.ts";
import type { Lookups } from "./actions/definition.ts";
import { actionOf, isImpossibleInTrash } from "./actions/list.ts";
import { type ConditionSubject, figures, relatedTypesIn, subjectOf } from "./conditions/subject.ts";
import { lookupsOf } from "./lookups.ts";
import { relatedPathsIn, relatedVariables } from "./related-variables.ts";
import { typedSteps } from "./rules.ts";
import type { Definition, Step } from "./schema.ts";
import { unsealed } from "./secrets.ts";
import type { Problem } from "./triggers/definition.ts";
import { type Trigger, triggerOf } from "./triggers/list.ts";
import { triggerVariables, variablesBefore } from "./variables.ts";

/**
 * The problems that prevent publishing, such as fields that the card type does not have.
 * @param lookups those of whoever publishes it; shared by several definitions, what these refer to is read once
 */
export async function problemsOf(
  { trigger, filter, steps }: Definition,
  type: CardType,
  orgId: OrgId,
  lookups: Lookups = lookupsOf(orgId),
): Promise<Problem[]> {
  const at = (path: string, found: readonly Problem[]) =>
    found.map((problem) => ({ ...problem, path: problem.path ? `${path}.${problem.path}` : path }));
  const typed = typedSteps(steps, type.id);
  const named = relatedTypesIn([...(filter ? [filter] : []), ...typed.flatMap(({ step }) => filterOf(step) ?? [])]);
  const entered = typed.flatMap(({ step }) => (step.kind === "forEach" ? step.relatedTypeId : []));
  const related = await typesById(orgId, [...named, ...entered]);
  const known: Known = { type, related, trigger, isRelated: false };
  const inTrigger = triggerOf(trigger).problems?.(trigger, type) ?? [];
  const none = steps.length === 0 ? [{ path: "steps", message: "automations.problem.noSteps" }] : [];
  const inSteps = await Promise.all(
    typed.map(async ({ step, typeId, isRelated }) => {
      const of = typeId === type.id ? type : related.get(typeId);
      // The step around it says that its type is gone.
      return of
        ? at(`steps.${step.id}`, await inStep(step, { ...known, type: of, isRelated }, { trigger, steps, orgId, lookups }))
        : [];
    }),
  );
  const inFilter = filter ? at("filter", inConditions(filter, known)) : [];
  const multiplying =
    filter === null && triggerOf(trigger).startsForAll ? steps.filter((step) => createsOwnType(step, type)) : [];
  const endless = multiplying.map(({ id }) => ({ path: `steps.${id}`, message: "automations.problem.multiplies" }));
  return [...at("trigger", inTrigger), ...inFilter, ...none, ...inSteps.flat(), ...endless];
}

const filterOf = (step: Step): Filter | null => (step.kind === "branch" || step.kind === "forEach" ? step.filter : null);

const createsOwnType = (step: Step, { id }: CardType): boolean =>
  step.kind === "action" &&
  (actionOf(step.action).effects?.(step.action, id) ?? []).some(({ kind, typeId }) => kind === "cardCreated" && typeId === id);

async function inStep(
  step: Step,
  known: Known,
  {
    trigger,
    steps,
    orgId,
    lookups,
  }: Pick<Definition, "trigger" | "steps"> & { readonly orgId: OrgId; readonly lookups: Lookups },
): Promise<readonly Problem[]> {
  if (step.kind === "wait") return [];
  if (step.kind === "branch") return inConditions(step.filter, known);
  if (step.kind === "forEach") return inForEach(step, known);
  const { type } = known;
  if (!known.isRelated && isImpossibleInTrash(step.action, trigger))
    return [{ path: "", message: "automations.problem.inTrash" }];
  const definition = actionOf(step.action);
  const texts = Object.entries(definition.texts?.(step.action) ?? {});
  const isAboutRelated = texts.some(([, text]) => relatedPathsIn(text).length > 0);
  const related = isAboutRelated ? relatedVariables(type, await lookups.types()) : [];
  const ofSteps = variablesBefore(steps, step.id);
  const named = [...triggerVariables({ trigger }), ...[...ofSteps, ...related].map(({ path }) => path)];
  const inTexts = await Promise.all(texts.map(async ([path, text]) => inText(path, await problemInText(text, type, named))));
  const inAddress = addressProblems(definition.address?.(step.action));
  const misplaced = (definition.secrets?.(step.action) ?? []).filter(
    ({ sealed, host }) => unsealed(sealed, orgId, host) === undefined,
  );
  const inSecrets = misplaced.map(({ path }) => ({ path, message: "automations.problem.secretMoved" }));
  const inSettings = (await definition.problems?.(step.action, type, lookups)) ?? [];
  return [...inSettings, ...inTexts.flat(), ...inAddress, ...inSecrets];
}

function inForEach(
  { relatedTypeId, filter, steps }: Extract<Step, { readonly kind: "forEach" }>,
  known: Known,
): readonly Problem[] {
  const type = relatedTypeId === known.type.id ? known.type : known.related.get(relatedTypeId);
  if (!type) return [{ path: "relatedTypeId", message: "automations.problem.noType" }];
  const inFilter = filter ? inConditions(filter, { ...known, type, isRelated: true }) : [];
  const none = steps.length === 0 ? [{ path: "", message: "automations.problem.noInnerSteps" }] : [];
  return [...inFilter.map((problem) => ({ ...problem, path: problem.path ? `filter.${problem.path}` : "filter" })), ...none];
}

/** A variable of the event or of a step, which the other trigger or another order of the steps may have, is reported in those words. */
function inText(path: string, problem: Awaited<ReturnType<typeof problemInText>>): readonly Problem[] {
  if (!problem) return [];
  const { messageKey: message, about } = problem;
  const isUnknown = message === "validation.template.variable";
  if (isUnknown && about.startsWith("steps.")) return [{ path, message: "automations.problem.stepVariable" }];
  if (isUnknown && about.startsWith("trigger.")) return [{ path, message: "automations.problem.triggerVariable" }];
  return [{ path, message, about }];
}

const addressMessages = {
  invalid: "validation.url",
  notHttps: "validation.webhookHttps",
  notPublic: "validation.webhookPublic",
} as const;

function addressProblems(address: { readonly path: string; readonly url: string } | undefined): readonly Problem[] {
  const problem = address && addressProblem(address.url, findEnv("WEBHOOKS_LOCAL"));
  return problem ? [{ path: address.path, message: addressMessages[problem] }] : [];
}

const isEmpty = (filter: Filter): boolean =>
  "all" in filter ? filter.all.every(isEmpty) : "any" in filter ? filter.any.every(isEmpty) : false;

const withoutValue: ReadonlySet<Operator> = new Set(["EXISTS", "NOT_EXISTS", "TRUE", "FALSE"]);
/** Whether the condition has a value to compare with. A draft may be saved without one. */
function isWhole({ operator, value }: Condition): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? ""];
  return withoutValue.has(operator) || (values.length > 0 && values.every((one) => one !== null && one !== ""));
}

/** An empty group of conditions would match every card, which nobody intends. */
const inConditions = (filter: Filter, known: Known): readonly Problem[] =>
  isEmpty(filter) ? [{ path: "", message: "automations.problem.noConditions" }] : inFilter(filter, known);

function inFilter(filter: Filter, known: Known): readonly Problem[] {
  if ("all" in filter) return filter.all.flatMap((part) => inFilter(part, known));
  if ("any" in filter) return filter.any.flatMap((part) => inFilter(part, known));
  if (!isWhole(filter)) return [{ path: filter.fieldId, message: "automations.problem.chooseValue" }];
  const message = problemOf(filter, known);
  return message ? [{ path: filter.fieldId, message }] : [];
}

const settings = { options: [], currency: "USD", region: "" } as const;

/** The types that conditions may name, and the trigger. */
interface Known {
  readonly type: CardType;
  readonly related: ReadonlyMap<CardTypeId, CardType>;
  readonly trigger: Trigger;
  /** Whether the conditions are on a related card, which no event changed. */
  readonly isRelated: boolean;
}

/** Without those that have been deleted. */
async function typesById(orgId: OrgId, typeIds: readonly CardTypeId[]): Promise<ReadonlyMap<CardTypeId, CardType>> {
  // Most automations name none.
  const types = typeIds.length === 0 ? [] : await cardTypesOf(orgId);
  return new Map(types.filter(({ id }) => typeIds.includes(id)).map((type) => [type.id, type]));
}

function fieldTypeOf(subject: ConditionSubject, { type, related }: Known): FieldType | undefined {
  const typeOf = (typeId: CardTypeId) => (typeId === type.id ? type : related.get(typeId));
  if (subject.of === "figure") return figures.find(({ id }) => id === subject.fieldId)?.type;
  if (subject.of === "count") return typeOf(subject.typeId) ? "number" : undefined;
  const { fieldId } = subject;
  if (subject.of !== "before" && computedColumns.some((name) => name === fieldId)) return "datetime";
  const of = subject.of === "related" ? typeOf(subject.typeId) : type;
  return of?.fields.find(({ id }) => id === fieldId)?.type;
}

/** A condition that does not fit its field can be evaluated neither for a card nor by the replica. */
function problemOf({ fieldId, operator, value }: Condition, known: Known): string | undefined {
  const subject = subjectOf(fieldId);
  if (subject.of === "before" && (known.isRelated || !triggerOf(known.trigger).isChange)) return "automations.problem.noBefore";
  const fieldType = fieldTypeOf(subject, known);
  if (!fieldType) return "automations.problem.field";
  const definition = definitionOf(fieldType);
  if (!definition.operators.includes(operator)) return "validation.operator";
  const isOne = (one: unknown) =>
    definition.column === "number"
      ? typeof one === "number" && isStorable(one)
      : typeof one === "string" &&
        (definition.moment === undefined ||
          isDay(one) ||
          (definition.moment !== "time" && daysFromToday(one) !== undefined) ||
          definition.accept(one, settings).ok);
  const isList = (least: number, most: number) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(isOne);
  const shapes: Partial<Record<Condition["operator"], () => boolean>> = {
    EXISTS: () => true,
    NOT_EXISTS: () => true,
    TRUE: () => true,
    FALSE: () => true,
    IN: () => isList(0, 1_000),
    NOT_IN: () => isList(0, 1_000),
    BETWEEN: () => isList(2, 2),
    NOT_BETWEEN: () => isList(2, 2),
  };
  return (shapes[operator]?.() ?? isOne(value)) ? undefined : "validation.type";
}
