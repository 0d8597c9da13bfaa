import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { triggerScreenOf } from "../triggers/screens.ts";
import type { Said } from "./said.tsx";
import type { Words } from "./useWords.ts";

/** What a step does, in a sentence; none for a branch, whose conditions say it. */
export function sayStep(step: Step, words: Words): Said | undefined {
  if (step.kind === "branch") return undefined;
  if (step.kind === "action") return actionScreenOf(step.action).say(step.action, words);
  return { key: "automations.wait.say", values: { duration: { value: words.duration(step.wait) } } };
}

/** What starts it, in a sentence; none where its name says it all. */
export function sayTrigger(trigger: Definition["trigger"], words: Words): Said | undefined {
  const said = triggerScreenOf(trigger).say(trigger, words);
  return said.values === undefined ? undefined : said;
}
