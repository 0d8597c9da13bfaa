import { type Definition, DefinitionSchema, type Step } from "@kartis/core/automations/schema.ts";
import type { Problem } from "@kartis/core/automations/triggers/definition.ts";

/** What is not complete yet, so that the draft cannot be saved; paths are those of the server's problems: `steps.<id>.title`. */
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

/** `steps.0.met.1.action.title` with the step's id in place of where it stands. */
function pathOf([first = "", ...rest]: readonly string[], { steps }: Definition): string {
  if (first !== "steps") return [first, ...rest].join(".");
  let list: readonly Step[] = steps;
  let left = rest;
  for (;;) {
    const step = list[Number(left[0])];
    if (!step) return "steps";
    const [, part, ...below] = left;
    if (step.kind === "branch" && (part === "met" || part === "unmet") && below.length > 0) {
      list = step[part];
      left = below;
    } else {
      const own = left.slice(1).filter((name, at) => at > 0 || !["action", "wait"].includes(name));
      return ["steps", step.id, ...own].join(".");
    }
  }
}
