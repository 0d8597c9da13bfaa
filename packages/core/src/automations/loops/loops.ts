import { sameValue } from "../../kernel/same-value.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import { type Action, actionOf } from "../actions/list.ts";
import { typedSteps } from "../rules.ts";
import type { AutomationId, Definition } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";
import type { Effect } from "./effect.ts";
import { connectedWith, cyclesThrough, type Edge } from "./graph.ts";

/** An automation as far as it matters for loops. */
export interface Looping {
  readonly id: AutomationId;
  readonly typeId: CardTypeId;
  readonly definition: Definition;
}

/** A step of one automation that starts another, or the same one. */
export interface Link extends Edge<AutomationId> {
  readonly stepId: string;
  readonly action: Action;
  readonly effect: Effect;
  /** Whether conditions decide if the step is executed. */
  readonly isConditional: boolean;
}

interface Written {
  readonly stepId: string;
  readonly action: Action;
  readonly effect: Effect;
  readonly isConditional: boolean;
}

/** What the automation's steps do that can start automations. */
const effectsOf = ({ typeId: ofCard, definition: { filter, steps } }: Looping): Written[] =>
  typedSteps(steps, ofCard).flatMap(({ step, typeId }) => {
    if (step.kind !== "action") return [];
    const { id: stepId, action } = step;
    const isConditional = filter !== null || !steps.includes(step);
    return (actionOf(action).effects?.(action, typeId) ?? []).map((effect) => ({ stepId, action, effect, isConditional }));
  });

/** Which automations start which. */
export const linksOf = (automations: readonly Looping[]): Link[] =>
  automations.flatMap((automation) =>
    effectsOf(automation).flatMap((written) =>
      automations.flatMap(({ id, typeId, definition: { trigger } }) =>
        typeId === written.effect.typeId && triggerOf(trigger).startedBy?.(trigger, written.effect)
          ? [{ ...written, from: automation.id, to: id }]
          : [],
      ),
    ),
  );

/**
 * The loops through an automation, shortest first, each as the links from it back to it. What comes to rest by itself is none: setting a field to a value that no
 * automation involved changes again.
 */
export function loopsThrough(id: AutomationId, automations: readonly Looping[]): Link[][] {
  const links = linksOf(automations);
  const involved = connectedWith(id, links);
  const written = automations.filter((automation) => involved.has(automation.id)).flatMap(effectsOf);
  return cyclesThrough(
    id,
    links.filter(({ from, to, effect }) => involved.has(from) && involved.has(to) && !isLasting(effect, written)),
  );
}

/** Whether the field has its value for good once the effect has set it. */
function isLasting(effect: Effect, written: readonly Written[]): boolean {
  if (effect.kind !== "fieldChanged" || effect.value === undefined) return false;
  const { typeId, fieldId, value } = effect;
  return written.every(({ effect: other }) => {
    if (other.kind !== "fieldChanged" || other.typeId !== typeId || other.fieldId !== fieldId) return true;
    return other.value !== undefined && sameValue(other.value, value);
  });
}

/** Whether conditions may end the loop. */
export const mayEnd = (loop: readonly Link[]): boolean => loop.some(({ isConditional }) => isConditional);
