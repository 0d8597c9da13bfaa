import { newId } from "../../../lib/new-id.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { DuplicateCheck } from "@kartis/core/cards/identifiers/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { readTyped } from "../../fields/definitions.ts";
import { screenOf } from "../../fields/screens.ts";
import { validationMessage } from "../../fields/validation.ts";
import { asText, isEmpty } from "../../fields/values.ts";
import { useRegion } from "../../../lib/organization.ts";
import { drafts } from "./drafts.ts";

type Values = Readonly<Record<string, unknown>>;

const duplicateMilliseconds = 500;

export interface NewCard {
  values: Values;
  /** Initial values. */
  given: Values;
  errors: Readonly<Record<string, string>>;
  /** Id of the future card, so that files can be uploaded before it exists. */
  cardId: CardId;
  duplicate: DuplicateCheck | undefined;
  isDirty: boolean;
  /** Whether it continues with values that were typed before and not sent. */
  isDraft: boolean;
  isPending: boolean;
  set: (field: Field, value: unknown) => void;
  /** Resolves to the card and the record that undoes it, or undefined when the form has to be corrected. */
  create: () => Promise<{ id: CardId; name: string; recordId: RecordId | null } | undefined>;
  reset: () => void;
}

export interface FormState {
  typeId: string;
  cardId: CardId;
  values: Values;
  errors: Readonly<Record<string, string>>;
  isDirty: boolean;
  isDraft: boolean;
}

function initialValues(type: CardType, userId: string | undefined): Values {
  const defaults = type.fields.filter((field) => field.defaultValue !== undefined && !screenOf(field.type).isTyped);
  return { ...Object.fromEntries(defaults.map((field) => [field.id, field.defaultValue])), ...(userId ? { owner: userId } : {}) };
}

/** The values that can be read, and what is wrong with the others. */
export async function readValues(fields: readonly Field[], values: Values, region: string) {
  const read: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.id];
    if (!screenOf(field.type).isTyped) {
      if (!isEmpty(value)) read[field.id] = value;
      else if (field.required) wrong[field.id] = "validation.required";
      continue;
    }
    const parsed = await readTyped(field, asText(value), region);
    if (!parsed.ok) wrong[field.id] = parsed.message;
    else if (parsed.value !== null) read[field.id] = parsed.value;
  }
  return { read, wrong };
}

/**
 * The state of the form that makes a card of a type.
 * @param given of fields that are chosen, not typed: what it begins with, whatever was typed before
 */
export function useNewCard(type: CardType, userId: string | undefined, given: Values = {}): NewCard {
  const t = useT();
  const region = useRegion();
  const fresh = (): FormState => ({
    typeId: type.id,
    cardId: newId("crd"),
    values: { ...initialValues(type, userId), ...given },
    errors: {},
    isDirty: false,
    isDraft: false,
  });
  const begun = (): FormState => {
    const draft = drafts.get(type.id);
    return draft ? { ...draft, values: { ...draft.values, ...given }, errors: {}, isDraft: true } : fresh();
  };
  const [kept, setState] = useState(begun);
  const [isPending, setPending] = useState(false);
  // Another type is another form.
  const state = kept.typeId === type.id ? kept : begun();
  if (state !== kept) setState(state);
  useEffect(() => {
    if (state.isDirty) drafts.set(state.typeId, state);
  }, [state]);
  const { values, errors, isDirty, isDraft, cardId } = state;
  const fields = type.fields.filter((field) => !field.internal);
  const duplicate = useDuplicate(type, fields, values, region);

  function set(field: Field, value: unknown) {
    setState((before) => {
      const { [field.id]: _, ...others } = before.errors;
      return { ...before, values: { ...before.values, [field.id]: value }, errors: others, isDirty: true };
    });
  }

  const setErrors = (next: FormState["errors"]) => setState((before) => ({ ...before, errors: next }));
  function reset() {
    drafts.delete(type.id);
    setState(fresh());
  }

  async function create() {
    const { read, wrong } = await readValues(fields, values, region);
    if (Object.keys(wrong).length > 0) {
      setErrors(Object.fromEntries(Object.entries(wrong).map(([fieldId, key]) => [fieldId, validationMessage(t, key)])));
      return undefined;
    }
    const hasFiles = fields.some(
      (field) => fieldTraits[field.type].ofOneCard && !fieldTraits[field.type].secret && !isEmpty(read[field.id]),
    );
    setPending(true);
    try {
      const card = await client.cards.create.mutate({ typeId: type.id, fields: read, ...(hasFiles ? { cardId } : {}) });
      drafts.delete(type.id);
      return { id: card.id, name: asText(card.fields["name"]), recordId: card.recordId };
    } catch (failure) {
      const error = toAppError(failure);
      if (error.fields)
        setErrors(
          Object.fromEntries(
            Object.entries(error.fields).map(([path, key]) => [fieldIn(path), t.find(key) ?? errorMessage(error)]),
          ),
        );
      else reportFailure(failure);
      return undefined;
    } finally {
      setPending(false);
    }
  }

  return { values, given, errors, cardId, duplicate, isDirty, isDraft, isPending, set, create, reset };
}

/** Failures name a field as `email` or `fields.email`. */
const fieldIn = (path: string): string => path.replace(/^fields\./, "");

/** Asks, half a second after the last letter, whether such a card exists; only where the type says what makes two cards the same. */
function useDuplicate(type: CardType, fields: readonly Field[], values: Values, region: string): DuplicateCheck | undefined {
  const relevant = fields.filter(
    (field) => field.id === "name" || field.type === "email" || field.type === "phone" || type.identifiers.includes(field.id),
  );
  const text = type.identifiers.length === 0 ? "" : JSON.stringify(relevant.map((field) => values[field.id] ?? null));
  const [asked, setAsked] = useState<{ text: string; name: string; fields: Record<string, unknown> }>();

  useEffect(() => {
    if (text === "" || asText(values["name"]).trim() === "") return undefined;
    const timer = setTimeout(() => {
      // Unparsable values cannot collide.
      readValues(relevant, values, region).then(
        ({ read }) => setAsked({ text, name: asText(read["name"]), fields: read }),
        reportFailure,
      );
    }, duplicateMilliseconds);
    return () => clearTimeout(timer);
    // Values and fields are new on each render; their text is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, region]);

  const isCurrent = asked?.text === text;
  const input = asked && isCurrent ? { cardTypeId: type.id, name: asked.name, fields: asked.fields } : skipToken;
  const { data } = useQuery(
    trpc.cards.checkDuplicate.queryOptions(input, { staleTime: 0, gcTime: 0, meta: { quiet: true, private: true } }),
  );
  return isCurrent ? data : undefined;
}
