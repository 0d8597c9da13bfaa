import { isFolded } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { useState, type FormEvent } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { readTyped } from "../../fields/definitions.ts";
import { typedMessage } from "../../fields/typed-moments.ts";
import { editableText } from "../../fields/values.ts";
import { useRegion } from "../../../lib/organization.ts";
import { arityOf, valuesOf } from "./conditions.ts";
import { RelativeDays } from "./RelativeDays.tsx";
import { daysFromToday } from "@kartis/core/cards/query/relative-days.ts";
import styles from "./filters.module.css";

/** Operators that match part of a text search for it as typed: half a phone number is not a phone number. */
const isLoose = ({ operator }: Condition): boolean => operator === "CONTAINS" || operator === "NOT_CONTAINS";

interface TypedValuesProps {
  field: Field;
  condition: Condition;
  onChange: (condition: Condition) => void;
}

/** One value, two bounds, or several parted by commas; Enter or the button applies. */
export function TypedValues({ field, condition, onChange }: TypedValuesProps) {
  const t = useT();
  const region = useRegion();
  const traits = fieldTraits[field.type];
  const arity = arityOf(condition.operator);
  const given = valuesOf(condition).map((value) => (daysFromToday(value) === undefined ? editableText(field, value) : ""));
  const [texts, setTexts] = useState(arity === "pair" ? [given[0] ?? "", given[1] ?? ""] : [given.join(", ")]);
  const [error, setError] = useState<{ index: number; message: string }>();

  async function read(text: string): Promise<unknown> {
    if (isLoose(condition) || (isFolded(traits) && text.trim() === "")) return text.trim();
    const parsed = await readTyped({ ...field, required: true }, text, region);
    if (!parsed.ok) throw new InvalidText(parsed.message);
    return parsed.value;
  }

  async function apply() {
    const parts = arity === "many" ? (texts[0] ?? "").split(",").filter((part) => part.trim() !== "") : texts;
    const values: unknown[] = [];
    for (const [index, part] of parts.entries()) {
      try {
        values.push(await read(part));
      } catch (failure) {
        if (!(failure instanceof InvalidText)) throw failure;
        return setError({ index: arity === "pair" ? index : 0, message: typedMessage(t, failure.message, region) });
      }
    }
    if (values.length === 0 || values.includes("")) return setError({ index: 0, message: t("validation.required") });
    const { fieldId, operator } = condition;
    return onChange({ fieldId, operator, value: arity === "one" ? values[0] : values });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    apply().catch(reportFailure);
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {(traits.moment === "day" || traits.moment === "instant") && arity !== "many" && (
        <RelativeDays field={field} condition={condition} isPair={arity === "pair"} onChange={onChange} />
      )}
      {texts.map((text, index) => (
        <TextField
          // The bounds have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={arity === "pair" ? t(index === 0 ? "cards.from" : "cards.to") : field.label}
          value={text}
          onChange={(next) => {
            setError(undefined);
            setTexts(texts.with(index, next));
          }}
          autoFocus={index === 0}
          textDirection={isFolded(traits) ? "auto" : traits.direction}
          errorMessage={error?.index === index ? error.message : undefined}
          description={arity === "many" ? t("cards.separateByCommas") : undefined}
        />
      ))}
      <Button type="submit" variant="primary" size={28}>
        {t("common.apply")}
      </Button>
    </form>
  );
}

class InvalidText extends Error {}
