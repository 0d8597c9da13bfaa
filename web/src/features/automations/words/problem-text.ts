import type { Problem } from "@kartis/core/automations/triggers/definition.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";

/** The problem's message. */
export const problemText = ({ message, about }: Problem, t: Translate): string =>
  t.find(message, about === undefined ? undefined : { about }) ?? t("automations.problem.some");
