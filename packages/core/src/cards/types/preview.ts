import type { Scope } from "../../kernel/scope.ts";
import { inScope } from "../replica/scope.ts";
import { type FieldContext, identifyingValue, isEmpty } from "../rules.ts";
import { storedCards } from "../replica/index.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";
import { convertValue, type People, textOf } from "./convert-value.ts";
import { hasCurrency } from "./check.ts";
import { inWords, type Words } from "../../kernel/preset-names.ts";
import { changeFields, type FieldsChange } from "./fields-change.ts";
import { fieldsToStore } from "./preset-names.ts";
import { peopleOf } from "./people.ts";
import { type Editor, newFieldIds } from "./prepare.ts";
import type { FieldDraft, Impact } from "./schema.ts";
import { beginningOf } from "../../kernel/text.ts";

/** Collects what one change does, card by card. */
interface Counter {
  add(fields: FieldValues, isTrashed: boolean, isSeen: boolean): void;
  impact(): Impact;
}

/**
 * Effects of saving these fields and identifiers on existing cards: one pass over them, nothing is written. All cards are counted, since all would be
 * changed; values are shown only of those in `seen`.
 */
export async function impactsOf(
  editor: Editor,
  type: CardType,
  drafts: readonly FieldDraft[] | undefined,
  identifiers: readonly string[] | undefined,
  seen: Scope,
): Promise<Impact[]> {
  const change =
    drafts && changeFields(type, fieldsToStore(type, drafts, editor.words), [], editor.context, newFieldIds(editor.clock));
  const after = change?.next ?? type;
  const wanted = { ...after, identifiers: identifiers ? identifiers.map((id) => renamedTo(after, id)) : after.identifiers };
  const counters = [
    ...(change ? countersOfFields(type, change, editor, await peopleOf(editor.orgId)) : []),
    ...countersOfIdentifiers(type, wanted, editor.context),
  ];
  if (counters.length === 0) return [];
  for (const { fields, trashed } of await storedCards(editor.orgId, type.id))
    for (const counter of counters) counter.add(fields, trashed, inScope(seen, { typeId: type.id, fields }));
  return counters.map((counter) => counter.impact());
}

/** An id after the change: an editor refers to a field whose type changes by its former id. */
const renamedTo = (type: CardType, fieldId: string): string =>
  type.fields.find((field) => field.id === fieldId || field.formerIds?.at(-1) === fieldId)?.id ?? fieldId;

function countersOfFields(type: CardType, change: FieldsChange, { context, words }: Editor, people: People): Counter[] {
  const { deleted, retyped, removedOptions, updated, processesChanged } = change;
  const counters: Counter[] = [
    ...deleted.map((field) => counting("fieldRemoved", field.id, {}, (fields) => !isEmpty(fields[field.id]))),
    ...retyped.map((one) => conversionCounter(...inBoth(one, words), context, people)),
    ...removedOptions.map(({ field, optionId }) =>
      counting("optionRemoved", field.id, { optionId, ...processesWith(type, field, optionId) }, (fields) =>
        has(fields[field.id], optionId),
      ),
    ),
    ...updated
      .filter(({ before, after }) => after.required && !before.required)
      .map(({ after }) => counting("requiredAdded", after.id, {}, (fields) => isEmpty(fields[after.id]))),
    ...change.created.filter((field) => field.required).map((field) => counting("requiredAdded", field.id, {}, () => true)),
    ...updated
      .filter(
        ({ before, after }) =>
          hasCurrency(after) && (before.currency ?? context.currency) !== (after.currency ?? context.currency),
      )
      .map(({ after }) => counting("currencyChanged", after.id, {}, (fields) => !isEmpty(fields[after.id]))),
  ];
  if (processesChanged.length > 0)
    counters.push(counting("processChanged", "status", { processes: processesChanged.map(({ name }) => name) }, () => false));
  return counters;
}

/** Samples are read by the editor, and options become text in their language. */
const inBoth = ({ before, after }: { before: Field; after: Field }, words: Words) =>
  [inWords(before, words), inWords(after, words)] as const;

const has = (value: unknown, optionId: string): boolean =>
  value === optionId || (Array.isArray(value) && value.includes(optionId));

function processesWith(type: CardType, field: Field, optionId: string): Pick<Impact, "processes"> {
  if (field.id !== "status") return {};
  const names = type.processes
    .filter(({ steps, exitStatusIds }) => exitStatusIds.includes(optionId) || steps.some(({ statusId }) => statusId === optionId))
    .map(({ name }) => name);
  return names.length > 0 ? { processes: names } : {};
}

function counting(
  kind: Impact["kind"],
  fieldId: string,
  more: Partial<Impact>,
  isAffected: (fields: FieldValues) => boolean,
): Counter {
  let affected = 0;
  return {
    add: (fields) => {
      if (isAffected(fields)) affected++;
    },
    impact: () => ({ kind, fieldId, affected, ...more }),
  };
}

const shownSamples = 5;
const shownCharacters = 120;
const cut = (text: string): string => (text.length > shownCharacters ? `${beginningOf(text, shownCharacters - 1)}…` : text);

/** Runs the conversion itself, so that the preview is what happens. */
function conversionCounter(before: Field, after: Field, context: FieldContext, people: People): Counter {
  const lost: { before: string; after: string | null }[] = [];
  const kept: { before: string; after: string | null }[] = [];
  let converts = 0;
  let loses = 0;
  return {
    add(fields, _, isSeen) {
      const value = fields[before.id];
      if (isEmpty(value)) return;
      const text = textOf(value, before, context, people);
      const converted = convertValue(value, before, after, context, people);
      if (converted === undefined) {
        loses++;
        if (isSeen && lost.length < shownSamples) lost.push({ before: cut(text), after: null });
        return;
      }
      converts++;
      const made = textOf(converted, after, context, people);
      // Unchanged values need no example; each changed kind gets one.
      if (isSeen && kept.length < shownSamples && made !== text && !kept.some((sample) => sample.before === cut(text)))
        kept.push({ before: cut(text), after: cut(made) });
    },
    impact: () => ({
      kind: hasCurrency(before) && hasCurrency(after) && before.type === after.type ? "currencyChanged" : "typeChanged",
      fieldId: before.id,
      affected: converts + loses,
      converts,
      loses,
      samples: [...lost, ...kept].slice(0, shownSamples),
    }),
  };
}

/** The new identifiers, with how many cards would lose theirs; and those that stop being identifiers. */
function countersOfIdentifiers(before: CardType, after: CardType, context: FieldContext): Counter[] {
  const isKept = (fieldId: string) =>
    after.identifiers.includes(renamedTo(after, fieldId)) || after.identifiers.includes(fieldId);
  const removed = before.identifiers.filter((fieldId) => !isKept(fieldId));
  const added = after.identifiers.filter((fieldId) => !before.identifiers.includes(fieldId));
  return [
    ...removed.map((fieldId) => counting("identifierRemoved", fieldId, {}, (fields) => !isEmpty(fields[fieldId]))),
    ...added.flatMap((fieldId) => {
      const field = before.fields.find((candidate) => candidate.id === fieldId);
      return field ? [identifierCounter(field, context)] : [];
    }),
  ];
}

function identifierCounter(field: Field, context: FieldContext): Counter {
  const seen = new Set<string>();
  let affected = 0;
  let collisions = 0;
  return {
    add(fields, trashed) {
      // Trashed cards hold no identifiers.
      const value = trashed ? undefined : identifyingValue(field, fields, context);
      if (value === undefined) return;
      affected++;
      if (seen.has(value)) collisions++;
      seen.add(value);
    },
    impact: () => ({ kind: "identifierAdded", fieldId: field.id, affected, collisions }),
  };
}
