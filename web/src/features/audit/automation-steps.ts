import { allSteps } from "@kartis/core/automations/rules.ts";
import type { Definition } from "@kartis/core/automations/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { nameOfStep, nameOfTrigger } from "../automations/settings/names.ts";

type Values = Readonly<Record<string, unknown>> | null;

/** An automation's steps by name; their settings are compared on the versions page. */
export function withStepsInWords<Change extends { readonly before: Values; readonly after: Values }>(
  change: Change,
  t: Translate,
): Change {
  const [was, is] = [change.before, change.after].map((values) => stepsOf(values, t));
  const isAlike = was !== undefined && was === is;
  const withWords = (values: Values, steps: string | undefined): Values =>
    values && steps !== undefined ? { ...values, definition: steps } : values;
  return {
    ...change,
    before: withWords(change.before, was),
    after: withWords(change.after, isAlike && is ? t("audit.definition.same", { steps: is }) : is),
  };
}

function stepsOf(values: Values, t: Translate): string | undefined {
  const definition = values?.["definition"];
  if (!isDefinition(definition)) return undefined;
  const { trigger, filter, steps } = definition;
  const conditions = filter ? [t("automations.conditions")] : [];
  return [nameOfTrigger(trigger, t), ...conditions, ...allSteps(steps).map((step) => nameOfStep(step, t))].join(" · ");
}

/** Records contain definitions that were valid when written, or nothing once erased. A small schema, because loading the full one would be too heavy. */
const isDefinition = (value: unknown): value is Definition =>
  typeof value === "object" && value !== null && "trigger" in value && "steps" in value && Array.isArray(value.steps);
