import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";

/** The trigger's name. */
export const nameOfTrigger = ({ kind }: Definition["trigger"], t: Translate): string =>
  t.find(`automations.trigger.${kind}`) ?? kind;

/** The step's name. */
export function nameOfStep(step: Step, t: Translate): string {
  if (step.kind === "wait") return t("automations.wait");
  if (step.kind === "forEach") return t("automations.forEach");
  if (step.kind === "branch") return t("automations.conditions");
  return t.find(`automations.action.${step.action.kind}`) ?? step.action.kind;
}
