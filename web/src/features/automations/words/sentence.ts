import { allSteps, type Definition, type Step } from "@kartis/core/automations/schema.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { triggerScreenOf } from "../triggers/screens.ts";
import { phraseText } from "./phrase.tsx";
import type { Words } from "./useWords.ts";

const shownSteps = 3;

/** Describes an automation in one sentence: "When the status changes to Won, then create task “Call”, wait 3 days and 2 more". */
export function sentenceOf({ trigger, filter, steps }: Definition, words: Words): string {
  const { t } = words;
  const textOf = (step: Step): string =>
    step.kind === "branch"
      ? t("automations.branch.inSentence")
      : step.kind === "forEach"
        ? t("automations.forEach.inSentence")
        : step.kind === "wait"
          ? phraseText({ key: "automations.wait.say", values: { duration: { value: words.duration(step.wait) } } }, t, true)
          : phraseText(actionScreenOf(step.action).say(step.action, words), t, true);
  const left = allSteps(steps).length - Math.min(shownSteps, steps.length);
  const phrases = steps.slice(0, shownSteps).map(textOf);
  return t("automations.sentence", {
    trigger: phraseText(triggerScreenOf(trigger).say(trigger, words), t, true),
    conditions: filter ? "some" : "none",
    steps: phrases.join(", "),
    told: phrases.length > 0 ? "some" : "none",
    left: left > 0 ? "some" : "none",
    more: left,
  });
}
