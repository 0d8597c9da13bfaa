import { innerLists } from "@kartis/core/automations/rules.ts";
import { type Definition, DefinitionSchema, type Step } from "@kartis/core/automations/schema.ts";
import type { Problem } from "@kartis/core/automations/triggers/definition.ts";

/** Schema violations that prevent saving the draft, with paths like those of the server's problems: `steps.<id>.title`. */
export function unfinishedIn(definition: Definition): readonly Problem[] {
  const parsed = DefinitionSchema.safeParse(definition);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message, ...issue }) => ({
    path: pathOf(path.map(String), definition),
    ...(issue.code === "too_big" && issue.origin === "string"
      ? { message: "automations.problem.length", about: String(issue.maximum) }
      : { message: keyOf(message) }),
  }));
}

const keyOf = (message: string): string =>
  message.startsWith("validation.") || message.startsWith("automations.") ? message : "validation.required";

/** Replaces the position in `steps.0.met.1.action.title` by the step's id. */
function pathOf([first = "", ...rest]: readonly string[], { steps }: Definition): string {
  if (first !== "steps") return [first, ...rest].join(".");
  let list: readonly Step[] = steps;
  let left = rest;
  for (;;) {
    const step = list[Number(left[0])];
    if (!step) return "steps";
    const [, part, ...below] = left;
    const inner = innerLists(step).find(([lane]) => lane === part);
    if (inner && below.length > 0) {
      list = inner[1];
      left = below;
    } else {
      const own = left.slice(1).filter((name, at) => at > 0 || !["action", "wait"].includes(name));
      return ["steps", step.id, ...own].join(".");
    }
  }
}
