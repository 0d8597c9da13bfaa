import type { Operator } from "../cards/fields/field.ts";
import type { Condition, Filter } from "../cards/query/schema.ts";
import type { CardType } from "../cards/schema.ts";
import { computedColumns } from "../cards/schema.ts";
import { findEnv } from "../kernel/env.ts";
import type { OrgId } from "../kernel/id.ts";
import { problemInText } from "../message-templates/index.ts";
import { addressProblem } from "../public-calls/index.ts";
import { actionOf, isInVain } from "./actions/list.ts";
import { allSteps, type Definition, type Step } from "./schema.ts";
import { opened } from "./secrets.ts";
import type { Problem } from "./triggers/definition.ts";
import { type Trigger, triggerOf } from "./triggers/list.ts";

/** What keeps the definition from being published: what it names and the card type does not have, and what it says to nobody. */
export async function problemsOf({ trigger, filter, steps }: Definition, type: CardType, orgId: OrgId): Promise<Problem[]> {
  const at = (path: string, found: readonly Problem[]) =>
    found.map((problem) => ({ ...problem, path: problem.path ? `${path}.${problem.path}` : path }));
  const inTrigger = triggerOf(trigger).problems?.(trigger, type) ?? [];
  const none = steps.length === 0 ? [{ path: "steps", message: "automations.problem.noSteps" }] : [];
  const inSteps = await Promise.all(
    allSteps(steps).map(async (step) => at(`steps.${step.id}`, await inStep(step, type, { trigger, orgId }))),
  );
  return [...at("trigger", inTrigger), ...(filter ? at("filter", inConditions(filter, type)) : []), ...none, ...inSteps.flat()];
}

async function inStep(
  step: Step,
  type: CardType,
  { trigger, orgId }: { readonly trigger: Trigger; readonly orgId: OrgId },
): Promise<readonly Problem[]> {
  if (step.kind === "wait") return [];
  if (step.kind === "branch") return inConditions(step.filter, type);
  if (isInVain(step.action, trigger)) return [{ path: "", message: "automations.problem.inTrash" }];
  const definition = actionOf(step.action);
  const texts = Object.entries(definition.texts?.(step.action) ?? {});
  const inTexts = await Promise.all(
    texts.map(async ([path, text]) => {
      const problem = await problemInText(text, type);
      return problem ? [{ path, message: problem.messageKey, about: problem.about }] : [];
    }),
  );
  const inAddress = addressProblems(definition.address?.(step.action));
  const moved = (definition.secrets?.(step.action) ?? []).filter(
    ({ sealed, place }) => opened(sealed, orgId, place) === undefined,
  );
  const inSecrets = moved.map(({ path }) => ({ path, message: "automations.problem.secretMoved" }));
  return [...(definition.problems?.(step.action, type) ?? []), ...inTexts.flat(), ...inAddress, ...inSecrets];
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
/** Whether the condition says what it compares with: a draft may be saved before. */
function isWhole({ operator, value }: Condition): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? ""];
  return withoutValue.has(operator) || (values.length > 0 && values.every((one) => one !== null && one !== ""));
}

/** Conditions that are not there would let every card pass, which nobody means by adding them. */
const inConditions = (filter: Filter, type: CardType): readonly Problem[] =>
  isEmpty(filter) ? [{ path: "", message: "automations.problem.noConditions" }] : inFilter(filter, type);

function inFilter(filter: Filter, type: CardType): readonly Problem[] {
  if ("all" in filter) return filter.all.flatMap((part) => inFilter(part, type));
  if ("any" in filter) return filter.any.flatMap((part) => inFilter(part, type));
  if (!isWhole(filter)) return [{ path: filter.fieldId, message: "automations.problem.chooseValue" }];
  const isKnown = computedColumns.some((name) => name === filter.fieldId) || type.fields.some(({ id }) => id === filter.fieldId);
  return isKnown ? [] : [{ path: filter.fieldId, message: "automations.problem.field" }];
}
