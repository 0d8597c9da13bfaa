import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { CardType, Field, FieldValues } from "../cards/schema.ts";
import { canMatch } from "../imports/rules.ts";
import type { Answers, Design, FormMode, OpenField } from "./schema.ts";

/** At most this many in an organization. Two people who create one at the same moment may pass it by one, which harms nobody. */
export const maxLeadForms = 50;
export const maxFormFields = 50;

/** `draft`: never published. Visitors see only what is active. */
export const formStates = ["draft", "active", "paused"] as const;
export const formLanguages = ["visitor", "en", "he", "hu", "ru"] as const;

/** Nobody fills in a form faster. */
export const quickestMs = 2_000;
/** The page waits for this long by itself, so only a robot sends earlier. Longer than that, because the clocks of two servers differ, and one clock is set back at times. */
export const pageWaitMs = quickestMs + 1_000;

/** Types of fields that a visitor can fill in. The others hold files, secrets, people or other cards. */
const askable: ReadonlySet<Field["type"]> = new Set([
  "text",
  "textarea",
  "number",
  "currency",
  "range",
  "checkbox",
  "date",
  "datetime",
  "time",
  "radio",
  "singleSelect",
  "multiSelect",
  "email",
  "phone",
  "url",
]);

/** Whether a form may ask for the field. The status is the organization's to give. */
export const isAskable = ({ id, type, internal }: Pick<Field, "id" | "type" | "internal">): boolean =>
  askable.has(type) && !internal && id !== "status";

/** The address of a page as people write it, with its scheme. */
export const pageAddress = (written: string): string => {
  const text = written.trim();
  return text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
};

/** Fields that every card of the type needs, and that nothing else fills in. */
export const neededBy = ({ fields }: Pick<CardType, "fields">): Field[] =>
  fields.filter(
    ({ id, required, defaultValue }) => id === "name" || (required && id !== "owner" && id !== "status" && isEmpty(defaultValue)),
  );

/** Whether a card of the type needs a field that the form does not ask for. */
export const lacksNeeded = (type: Pick<CardType, "fields">, { fields }: Pick<Design, "fields">): boolean =>
  neededBy(type).some(({ id }) => !fields.some(({ fieldId }) => fieldId === id));

interface Checked {
  readonly design: Design;
  readonly state: (typeof formStates)[number];
  readonly mode: FormMode;
  readonly matchFieldId: string | null;
}

/** What stands in the way of saving a form in this state: input → catalogue key. */
export function problemsOf(type: CardType, { design, state, mode, matchFieldId }: Checked): Record<string, string> {
  const problems: Record<string, string> = {};
  const asked = new Set(design.fields.map(({ fieldId }) => fieldId));
  const fieldOf = (fieldId: string | null) => type.fields.find(({ id }) => id === fieldId);
  const isWrong = (fieldId: string) => {
    const field = fieldOf(fieldId);
    return !field || !isAskable(field);
  };
  if ([...asked].some(isWrong)) problems["fields"] = "leadForms.problem.field";
  else if (state === "active" && lacksNeeded(type, design)) problems["fields"] = "leadForms.problem.needed";
  const match = fieldOf(matchFieldId);
  if (mode === "createOrUpdate" && !(match && canMatch(match) && asked.has(match.id)))
    problems["matchFieldId"] = "leadForms.problem.match";
  return problems;
}

/** The fields as a visitor sees them. Those that the type no longer has are left out. */
export function openFieldsOf(type: CardType, { fields }: Design, { currency }: Pick<FieldContext, "currency">): OpenField[] {
  return fields.flatMap(({ fieldId, label, help, required }): OpenField[] => {
    const field = type.fields.find(({ id }) => id === fieldId);
    if (!field || !isAskable(field)) return [];
    return [
      {
        id: field.id,
        type: field.type,
        label: label || field.label,
        help,
        required: required || field.required || field.id === "name",
        options: field.options.map(({ id, label: option }) => ({ id, label: option })),
        currency: field.type === "currency" ? (field.currency ?? currency) : null,
        min: field.min ?? null,
        max: field.max ?? null,
      },
    ];
  });
}

/**
 * Reads what a visitor has filled in, by the same rules as a card's values: numbers and amounts as they were typed, everything else as the page sends it. What is
 * empty has no value. @returns accepted values, and catalogue keys of what is wrong, by field
 */
export function readAnswers(
  type: CardType,
  asked: readonly OpenField[],
  answers: Answers,
  context: FieldContext,
): { readonly values: FieldValues; readonly errors: Readonly<Record<string, string>> } {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const fieldId of Object.keys(answers)) {
    if (!asked.some(({ id }) => id === fieldId)) errors[fieldId] = "validation.unknownField";
  }
  for (const { id, required } of asked) {
    const field = type.fields.find((one) => one.id === id);
    if (!field) continue;
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    const given = typeof answer === "string" ? answer.trim() : answer;
    if (isEmpty(given) || given === false) {
      if (required) errors[id] = "validation.required";
      continue;
    }
    const definition = definitionOf(field.type);
    const settings = settingsOf(field, context);
    const isTyped = definition.column === "number" && typeof given === "string";
    const parsed = isTyped ? definition.fromText(given, settings) : definition.accept(given, settings);
    if (parsed.ok) values[id] = parsed.value;
    else errors[id] = parsed.message;
  }
  return { values, errors };
}
