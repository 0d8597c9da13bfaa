import { isObject } from "../wire/http.ts";

/** Input that a target wants; at most one of these. */
export interface TargetInput {
  readonly Input?: string | undefined;
  readonly InputPath?: string | undefined;
  readonly InputTransformer?:
    | { readonly InputPathsMap: Readonly<Record<string, string>>; readonly InputTemplate: string }
    | undefined;
}

/** Values for `<aws.events.…>` in a template. */
export interface RuleNames {
  readonly arn: string;
  readonly name: string;
}

/** The body that the target receives. `event` is the whole envelope. */
export function targetBody(event: Readonly<Record<string, unknown>>, target: TargetInput, rule: RuleNames): string {
  if (target.Input !== undefined) return target.Input;
  if (target.InputPath !== undefined) return JSON.stringify(valueAt(event, target.InputPath) ?? null);
  if (!target.InputTransformer) return JSON.stringify(event);
  const { InputPathsMap, InputTemplate } = target.InputTransformer;
  const { detail: _, ...withoutDetail } = event;
  const variables: Record<string, unknown> = {
    "aws.events.rule-arn": rule.arn,
    "aws.events.rule-name": rule.name,
    "aws.events.event.ingestion-time": event["time"],
    "aws.events.event": withoutDetail,
    "aws.events.event.json": event,
  };
  for (const [name, path] of Object.entries(InputPathsMap)) variables[name] = valueAt(event, path);
  return fillTemplate(InputTemplate, variables);
}

/** A message group: a fixed one, or what the event has at a path (`$.detail.tenant`). */
export function groupIdOf(event: unknown, group: string | undefined): string | undefined {
  if (!group?.startsWith("$.")) return group;
  const value = valueAt(event, group);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** `$.detail.lines[0]['x-y']`: members and indexes, which is all that EventBridge allows. Undefined where nothing is. */
export function valueAt(event: unknown, path: string): unknown {
  let value = event;
  for (const [, name, index, quoted] of path.replace(/^\$/, "").matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)) {
    if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else {
      const key = name ?? quoted ?? "";
      value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }
  }
  return value;
}

/**
 * Replaces `<name>`: outside quotes by the value as JSON, inside quotes by its text, escaped so that the string stays
 * one. A path that found nothing gives null or the empty text; a name that no variable has is left as it is.
 */
function fillTemplate(template: string, variables: Readonly<Record<string, unknown>>): string {
  let result = "";
  let quoted = false;
  for (let index = 0; index < template.length; index++) {
    const character = template.charAt(index);
    if (character === "\\") {
      result += template.slice(index, index + 2);
      index++;
      continue;
    }
    const end = character === "<" ? template.indexOf(">", index) : -1;
    const name = template.slice(index + 1, end);
    if (end > 0 && Object.hasOwn(variables, name)) {
      const value = variables[name];
      result += quoted ? textInside(value) : JSON.stringify(value ?? null);
      index = end;
      continue;
    }
    if (character === '"') quoted = !quoted;
    result += character;
  }
  return result;
}

function textInside(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return JSON.stringify(text).slice(1, -1);
}
