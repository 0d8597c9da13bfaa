/** Members among whom new cards are shared out. */
export const maxOwners = 50;
/** At most this many in an organization. Two people who create one at the same moment may pass it by one, which harms nobody. */
export const maxIncomingWebhooks = 50;
/** A call's body, in bytes. What is stored of it has to fit an item of the table. */
export const maxBodyBytes = 100 * 1024;
/** Values of a call that can be mapped; what comes after them is left out. */
export const maxValues = 200;
/** Levels of objects in a body; what lies deeper is left out. */
const maxDepth = 6;
/** Objects of one list that can be mapped, as `items.0.name`. */
const maxListed = 5;
export const maxPathLength = 200;
/** Calls of one address in a minute. */
export const callsAMinute = 120;
/** Calls are kept for as long as the payloads of all providers. */
export const keptDays = 30;

/**
 * What keeps all that is sent from becoming cards: the card type was deleted, the field to match by is gone, the type needs fields that a form does not ask for, or
 * whoever changed the webhook or form last has left.
 */
export const intakeAttentions = ["typeGone", "matchGone", "fieldsMissing", "noMember"] as const;
export type IntakeAttention = (typeof intakeAttentions)[number];

export const incomingStates = ["active", "paused"] as const;
export const incomingModes = ["create", "createOrUpdate"] as const;

/**
 * What became of a call. `waiting`: not processed yet, or not to its end; `unmapped`: nothing is mapped yet; `same`: the card it matches has these values already;
 * `refused`: a value or a permission stands in the way; `spam`: sent by a lead form's robot, it seems, and held back until somebody has looked at it.
 */
export const callStates = ["waiting", "unmapped", "created", "updated", "same", "refused", "spam"] as const;
export type CallState = (typeof callStates)[number];

/** A call in these states is processed when it is delivered again. */
export const retriable: ReadonlySet<CallState> = new Set(["waiting", "unmapped", "refused"]);

/** A body's values by their paths, such as `contact.email`, in the order of the body. */
export type Values = readonly (readonly [path: string, value: string])[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

const within = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/**
 * The values of a parsed body by their paths. Lists of simple values are joined with commas, as import files write several values; of lists of objects the first
 * few are named by their position. Null and empty texts have no value. Half characters, which JSON can spell but nothing can store, are replaced.
 */
export function valuesOf(body: unknown): Values {
  const found = new Map<string, string>();
  const add = (written: string, given: string) => {
    const [path, text] = [written.toWellFormed(), given.toWellFormed()];
    if (text.trim() !== "" && path !== "" && path.length <= maxPathLength && found.size < maxValues) found.set(path, text);
  };
  const walk = (value: unknown, path: string, depth: number): void => {
    if (typeof value === "string") add(path, value);
    else if (typeof value === "number" || typeof value === "boolean") add(path, String(value));
    else if (Array.isArray(value)) {
      const simple = value.filter((item) => ["string", "number", "boolean"].includes(typeof item));
      if (simple.length === value.length) add(path, simple.join(", "));
      else if (depth < maxDepth)
        for (const [at, item] of value.slice(0, maxListed).entries()) walk(item, within(path, String(at)), depth + 1);
    } else if (isObject(value) && depth < maxDepth) {
      for (const [key, inner] of Object.entries(value)) walk(inner, within(path, key), depth + 1);
    }
  };
  walk(body, "", 0);
  return [...found];
}
