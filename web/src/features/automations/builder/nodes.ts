import branchIcon from "@fluentui/svg-icons/icons/branch_fork_20_regular.svg?icon";
import clock from "@fluentui/svg-icons/icons/clock_20_regular.svg?icon";
import forEachIcon from "@fluentui/svg-icons/icons/layer_diagonal_20_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_20_regular.svg?icon";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import type { Step } from "@kartis/core/automations/schema.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { actionScreenOf } from "../actions/screens.ts";

/** Ids of the nodes that are not steps. */
export const triggerNode = "trigger";
export const filterNode = "filter";

/** The node with the problem; undefined if it concerns the definition as a whole. */
export function nodeOf(path: string | undefined): string | undefined {
  const [first, stepId] = path?.split(".") ?? [];
  return first === "steps" ? stepId : first;
}

export { branchIcon, clock as waitIcon, filterIcon, forEachIcon };

/** How a filter joins its conditions. */
export const joinOf = (filter: Filter): "all" | "any" => ("any" in filter ? "any" : "all");

/** Name and icon of a step. */
export function headOf(step: Step): { readonly icon: IconShape; readonly name: MessageKey } {
  if (step.kind === "wait") return { icon: clock, name: "automations.wait" };
  if (step.kind === "branch") return { icon: branchIcon, name: "automations.branch" };
  if (step.kind === "forEach") return { icon: forEachIcon, name: "automations.forEach" };
  return actionScreenOf(step.action);
}
