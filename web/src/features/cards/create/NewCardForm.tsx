import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import warning from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useState, type FormEvent } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { useT } from "../../../lib/i18n.tsx";
import { Button as PlainButton } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Ltr } from "../../../ui/display/Num.tsx";
import { RecordName } from "../../records/RecordName.tsx";
import { cardHref } from "../../records/card-href.ts";
import { FormField } from "../../fields/form/FormField.tsx";
import { screenOf } from "../../fields/screens.ts";
import { PhoneNumber } from "../../fields/display/PhoneNumber.tsx";
import styles from "./NewCardForm.module.css";
import type { NewCard } from "./useNewCard.ts";

interface NewCardFormProps {
  id: string;
  type: CardType;
  types: readonly CardType[];
  form: NewCard;
  onSubmit: () => void;
  /** Makes the card and merges it with one that may be the same. */
  onMerge?: (cardId: CardId) => void;
}

/** Up to this many fields that are not required are open from the start. */
const fewFields = 4;

/** Required fields and what was given first, the others behind one press; internal ones are for scripts only. */
export function NewCardForm({ id, type, types, form, onSubmit, onMerge }: NewCardFormProps) {
  const t = useT();
  const fields = type.fields.filter((field) => !field.internal);
  const important = fields.filter(
    (field) => field.required || field.id === "name" || field.id in form.given || type.identifiers.includes(field.id),
  );
  const others = fields.filter((field) => !important.includes(field));
  const [isOpen, setOpen] = useState(others.length <= fewFields);
  const hasErrorBelow = others.some((field) => form.errors[field.id] !== undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  const draw = (field: Field, isFirst: boolean) => {
    const isTaken = form.duplicate?.isDuplicate === true && (form.duplicate.conflictField ?? "name") === field.id;
    return (
      <div key={field.id} className={styles.field} data-wide={field.id === "name" || screenOf(field.type).isWide || undefined}>
        <FormField
          field={field}
          value={form.values[field.id]}
          onChange={(value) => form.set(field, value)}
          errorMessage={form.errors[field.id] ?? (isTaken ? t("validation.duplicate") : undefined)}
          autoFocus={isFirst}
          cardId={form.cardId}
        />
        {isTaken && (
          <span className={styles.duplicates}>
            {form.duplicate?.duplicates.map((other) => (
              <RecordName
                key={other.id}
                name={other.name}
                href={cardHref(types.find((one) => one.id === other.cardTypeId) ?? type, other.id)}
                target="_blank"
              />
            ))}
          </span>
        )}
      </div>
    );
  };

  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      {form.duplicate && form.duplicate.similar.length > 0 && (
        <Similar cards={form.duplicate.similar} type={type} onMerge={form.duplicate.isDuplicate ? undefined : onMerge} />
      )}
      <div className={styles.grid}>{important.map((field, index) => draw(field, index === 0))}</div>
      {others.length > 0 && (
        <Disclosure isExpanded={isOpen || hasErrorBelow} onExpandedChange={setOpen}>
          <Button slot="trigger" className={styles.more ?? ""} data-open={isOpen || hasErrorBelow || undefined}>
            <Icon of={chevronRight} flip />
            {t("card.moreFields", { count: others.length })}
          </Button>
          <DisclosurePanel>
            <div className={styles.grid}>{others.map((field) => draw(field, false))}</div>
          </DisclosurePanel>
        </Disclosure>
      )}
    </form>
  );
}

interface SimilarProps {
  cards: readonly SearchResult[];
  type: CardType;
  onMerge: ((cardId: CardId) => void) | undefined;
}

/** Cards that may be the one that is being made. They open beside the form, which stays as it is; to make it anyway is fine. */
function Similar({ cards, type, onMerge }: SimilarProps) {
  const t = useT();
  return (
    <div className={styles.similar} role="status">
      <p className={styles.reason}>
        <Icon of={warning} />
        {t("card.similar", { count: cards.length })}
      </p>
      <ul>
        {cards.map((card) => (
          <li key={card.id} className={styles.candidate}>
            <RecordName name={card.name} href={cardHref(type, card.id)} target="_blank" isWhole />
            <span className={styles.reach}>
              {card.email && <Ltr>{card.email}</Ltr>}
              {card.phone && <PhoneNumber value={card.phone} />}
            </span>
            {onMerge && (
              <PlainButton
                size={24}
                aria-label={t("card.similar.createAndMergeNamed", { name: card.name })}
                onPress={() => onMerge(card.id)}
              >
                {t("card.similar.createAndMerge")}
              </PlainButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
