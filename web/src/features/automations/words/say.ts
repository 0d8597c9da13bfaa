import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { triggerScreenOf } from "../triggers/screens.ts";
import type { Phrase } from "./phrase.tsx";
import type { Words } from "./useWords.ts";

/** Describes a step; undefined for a branch, which is described by its conditions. */
export function sayStep(step: Step, words: Words): Phrase | undefined {
  if (step.kind === "branch") return undefined;
  if (step.kind === "forEach") return { key: "automations.forEach.say", values: { type: words.cardType(step.relatedTypeId) } };
  if (step.kind === "action") return actionScreenOf(step.action).say(step.action, words);
  return { key: "automations.wait.say", values: { duration: { value: words.duration(step.wait) } } };
}

/** Describes a trigger; undefined if its name is sufficient. */
export function sayTrigger(trigger: Definition["trigger"], words: Words): Phrase | undefined {
  const phrase = triggerScreenOf(trigger).say(trigger, words);
  return phrase.values === undefined ? undefined : phrase;
}
