import { KartisError } from "../../kernel/error.ts";
import { type Action, actionOf } from "../actions/list.ts";

const tooLong: ReadonlySet<string> = new Set(["validation.length", "validation.arraySize"]);

/**
 * What the log says of a step whose text was refused once its values were filled in: that nothing is left of it, or that it became too long. Any other error is
 * passed through.
 */
export function asRefusedText(error: unknown, action: Action): unknown {
  if (!(error instanceof KartisError) || error.code !== "INVALID_INPUT" || error.details.messageKey) return error;
  const filled = Object.entries(actionOf(action).filled?.(action) ?? {});
  for (const [path, message] of Object.entries(error.details.fields ?? {})) {
    const [, empty] = filled.find(([place]) => `${path}.`.startsWith(`${place}.`)) ?? [];
    const messageKey =
      message === "validation.required" ? empty : tooLong.has(message) ? "validation.template.result" : undefined;
    if (empty && messageKey) return new KartisError("INVALID_INPUT", { messageKey, cause: error });
  }
  return error;
}
