import * as z from "zod";
import type { CardType, Field } from "../../cards/schema.ts";
import { fold } from "../../kernel/fold.ts";
import { webhookUrl } from "../actions/call-webhook.ts";
import { type Definition, DefinitionSchema } from "../schema.ts";
import { type Reference, type Shared, SharedSchema } from "./schema.ts";
import { fieldOf, inTemplates, isObject, type Json, type Surroundings } from "./surroundings.ts";

/** Catalogue keys of why a text is no shared automation. */
export type ImportProblem =
  `automations.import.${"tooLarge" | "notJson" | "notShared" | "newer" | "tooDeep" | "unsafe" | "unknown"}`;

/** Characters of a shared automation. */
export const longestShared = 400_000;
const deepest = 40;
const unsafe: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function dangerIn(value: unknown, depth = 0): ImportProblem | undefined {
  if (depth > deepest) return "automations.import.tooDeep";
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.keys(value).some((name) => unsafe.has(name))) return "automations.import.unsafe";
  for (const inner of Object.values(value)) {
    const problem = dangerIn(inner, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

const LaterFormat = z.looseObject({ kartis: z.literal("automation"), format: z.number().min(2) });

/** Reads a shared automation. Its text may come from anywhere. */
export function readShared(text: string): { readonly shared: Shared } | { readonly problem: ImportProblem } {
  if (text.length > longestShared) return { problem: "automations.import.tooLarge" };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { problem: "automations.import.notJson" };
  }
  const danger = dangerIn(given);
  if (danger) return { problem: danger };
  if (LaterFormat.safeParse(given).success) return { problem: "automations.import.newer" };
  const parsed = SharedSchema.safeParse(given);
  if (!parsed.success) return { problem: "automations.import.notShared" };
  const shared = parsed.data;
  if (shared.references[shared.cardType]?.kind !== "type") return { problem: "automations.import.notShared" };
  // With anything for what is still to be chosen, so that only what no choice could mend is refused.
  const anything = Object.fromEntries(Object.entries(shared.references).map(([token, { kind }]) => [token, examples[kind]]));
  return isDefinition(applied(shared, anything, { types: [], people: [], roles: [], templates: [] }))
    ? { shared }
    : { problem: "automations.import.unknown" };
}

const ulid = "01JD0000000000000000000000";
const examples: Readonly<Record<Reference["kind"], string>> = {
  type: `typ_${ulid}`,
  field: `fld_${ulid}`,
  option: "option",
  person: `usr_${ulid}`,
  role: `rol_${ulid}`,
  template: `tpl_${ulid}`,
  address: "https://example.com/",
};

const isDefinition = (value: unknown): value is Definition => DefinitionSchema.safeParse(value).success;

/** What each token becomes: the id of its counterpart, or the URL. */
export type Mapping = Readonly<Record<string, string>>;

/** Only what was put into the mapping: a text of the definition may be `valueOf`. */
const chosenFor = (token: string, mapping: Mapping): string | undefined =>
  Object.hasOwn(mapping, token) ? mapping[token] : undefined;

/** The type for which a field or option is looked for. */
const typeAt = (token: string, mapping: Mapping, { types }: Surroundings): CardType | undefined =>
  types.find(({ id }) => id === chosenFor(token, mapping));

const fieldAt = (
  { of, field }: Extract<Reference, { kind: "option" }>,
  mapping: Mapping,
  around: Surroundings,
): Field | undefined => fieldOf(typeAt(of, mapping, around), chosenFor(field, mapping) ?? field);

/** What a reference can become; nothing to choose from for an address. */
export function choicesOf(
  reference: Reference,
  mapping: Mapping,
  around: Surroundings,
): readonly { readonly id: string; readonly name: string }[] {
  if (reference.kind === "type") return around.types;
  if (reference.kind === "person") return around.people;
  if (reference.kind === "role") return around.roles;
  if (reference.kind === "template") {
    const type = typeAt(reference.of, mapping, around);
    return around.templates.filter(
      ({ channel, cardTypeId }) => channel === reference.channel && (cardTypeId === null || cardTypeId === type?.id),
    );
  }
  if (reference.kind === "field")
    return (typeAt(reference.of, mapping, around)?.fields ?? [])
      .filter(({ type, internal }) => type === reference.type && !internal)
      .map(({ id, label }) => ({ id, name: label }));
  if (reference.kind === "option")
    return (fieldAt(reference, mapping, around)?.options ?? []).map(({ id, label }) => ({ id, name: label }));
  return [];
}

/** Types before fields before options, since each is looked for in what the one before has become. */
const order: readonly Reference["kind"][] = ["type", "field", "option", "person", "role", "template", "address"];
export const inOrder = ({ references }: Shared): [token: string, reference: Reference][] =>
  Object.entries(references).toSorted(([, a], [, b]) => order.indexOf(a.kind) - order.indexOf(b.kind));

/** The choices made, without those that are impossible now, and with the only counterpart of the same name for what has not been chosen. */
export function completed(shared: Shared, chosen: Mapping, around: Surroundings): Mapping {
  const mapping: Record<string, string> = {};
  for (const [token, reference] of inOrder(shared)) {
    const known = chosenFor(token, chosen);
    if (reference.kind === "address") {
      if (known !== undefined) mapping[token] = known;
      continue;
    }
    const choices = choicesOf(reference, mapping, around);
    const same = choices.filter(({ name }) => fold(name) === fold(reference.name));
    const id = choices.some((choice) => choice.id === known) ? known : same.length === 1 ? same[0]?.id : undefined;
    if (id !== undefined) mapping[token] = id;
  }
  return mapping;
}

/** Whether the choice is one that can be made. */
export const isChosen = (reference: Reference, value: string | undefined): boolean =>
  value !== undefined && (reference.kind !== "address" || webhookUrl.safeParse(value).success);

/** The definition for this organization. Tokens that the mapping lacks stay. */
export function applied({ definition, cardType }: Shared, mapping: Mapping, around: Surroundings): Json {
  const own = typeAt(cardType, mapping, around);
  const keyOf = (token: string): string => {
    const fieldId = chosenFor(token, mapping);
    const type = [own, ...around.types].find((one) => fieldOf(one, fieldId));
    return fieldId === undefined ? token : (fieldOf(type, fieldId)?.key ?? "name");
  };
  /** A field's id, or what a condition is about: its parts may be tokens. */
  const named = (id: string): string =>
    id
      .split(":")
      .map((part) => chosenFor(part, mapping) ?? part)
      .join(":");
  const value = (given: Json): Json => {
    if (typeof given === "string") return chosenFor(given, mapping) ?? inTemplates(given, keyOf);
    if (Array.isArray(given)) return given.map((one: Json) => value(one));
    if (!isObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [
        chosenFor(name, mapping) ?? name,
        name === "fieldId" && typeof one === "string" ? named(one) : value(one),
      ]),
    );
  };
  return value(definition as Json); // parsed from JSON
}

/** The definition with everything chosen; undefined while something is missing. */
export function imported(shared: Shared, mapping: Mapping, around: Surroundings): Definition | undefined {
  if (!Object.entries(shared.references).every(([token, reference]) => isChosen(reference, chosenFor(token, mapping))))
    return undefined;
  const parsed = DefinitionSchema.safeParse(applied(shared, mapping, around));
  return parsed.success ? parsed.data : undefined;
}
