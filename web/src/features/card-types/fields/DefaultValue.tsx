import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { readTyped } from "../../fields/definitions.ts";
import { FormField } from "../../fields/form/FormField.tsx";
import { screenOf } from "../../fields/screens.ts";
import { validationMessage } from "../../fields/validation.ts";
import { editableText, isEmpty } from "../../fields/values.ts";
import { withSetting } from "../draft.ts";
import { useProblem } from "../useProblem.ts";

/** Default value of the field in new cards, in the field's own control. */
export function DefaultValue({ field, onChange }: { field: Field; onChange: (field: Field) => void }) {
  const t = useT();
  const problem = useProblem();
  const organization = useQuery(meOptions()).data?.organization;
  const { settings, ofOneCard, choices } = fieldTraits[field.type];
  const { isTyped } = screenOf(field.type);
  // Amounts without a currency of their own are in the organization's.
  const shown: Field = {
    ...field,
    label: t("cardTypes.field.default"),
    required: false,
    ...(settings.includes("currency") && !field.currency && organization ? { currency: organization.currency } : {}),
  };
  const [typed, setTyped] = useState({ type: field.type, text: editableText(shown, field.defaultValue) });
  const [error, setError] = useState<string>();
  if (typed.type !== field.type) {
    setTyped({ type: field.type, text: editableText(shown, field.defaultValue) });
    setError(undefined);
  }
  // Nobody means one certain name, file, secret or card for every new card.
  if (field.id === "name" || ofOneCard || choices === "cards") return null;

  async function read(text: string) {
    const parsed = await readTyped(shown, text, organization?.region ?? "");
    setError(parsed.ok ? undefined : validationMessage(t, parsed.message));
    if (parsed.ok) onChange(withSetting(field, "defaultValue", parsed.value ?? undefined));
  }

  function enter(value: unknown) {
    if (!isTyped) return onChange(withSetting(field, "defaultValue", isEmpty(value) ? undefined : value));
    const text = typeof value === "string" ? value : "";
    setTyped({ type: field.type, text });
    return void read(text).catch(reportFailure);
  }

  return (
    <FormField
      field={shown}
      value={isTyped ? typed.text : (field.defaultValue ?? null)}
      onChange={enter}
      placeholder={t("cards.noValue")}
      errorMessage={error ?? problem(`fields.${field.id}.defaultValue`)}
    />
  );
}
