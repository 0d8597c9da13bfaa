import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";

/** One setting of a trigger, a condition or a step. */
export interface Setting {
  readonly name: string;
  readonly value: unknown;
}

const isSaid = (value: unknown): boolean =>
  value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0) && !isEmptyRecord(value);
const isEmptyRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const settings = (values: Readonly<Record<string, unknown>>): Setting[] =>
  Object.entries(values).flatMap(([name, value]) => (name !== "kind" && isSaid(value) ? [{ name, value }] : []));

/** An amount and its unit are shown as one setting. */
function settingsWithPeriod({ every, amount = every, unit, ...others }: Readonly<Record<string, unknown>>): Setting[] {
  const isLong = amount !== undefined && amount !== 0 && unit !== undefined;
  return settings({ ...(isLong ? { period: { amount, unit } } : {}), ...others });
}

export const settingsOfTrigger = (trigger: Definition["trigger"]): readonly Setting[] => settingsWithPeriod(trigger);

export const settingsOfFilter = (filter: Filter | null): readonly Setting[] =>
  filter ? [{ name: "filter", value: filter }] : [];

/** A step's settings, without empty ones. */
export function settingsOfStep(step: Step): readonly Setting[] {
  if (step.kind === "wait") return [{ name: "wait", value: step.wait }];
  if (step.kind === "branch") return settingsOfFilter(step.filter);
  return step.kind === "forEach"
    ? [{ name: "relatedTypeId", value: step.relatedTypeId }, ...settingsOfFilter(step.filter)]
    : settingsWithPeriod(step.action);
}
