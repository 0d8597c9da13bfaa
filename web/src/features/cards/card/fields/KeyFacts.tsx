import type { FieldTraits } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";
import { Display } from "../../../fields/display/Display.tsx";
import { asText, isEmpty } from "../../../fields/values.ts";
import { MemberAvatar } from "../../../people/MemberAvatar.tsx";
import { useNameOf } from "../../../people/people.ts";
import styles from "../card.module.css";
import { groupsOf } from "./groups.ts";

interface KeyFactsProps {
  card: Card;
  type: CardType;
  layout: Layout | undefined;
}

/** Facts that people look up on a phone, as far as the layout shows them: priority, an amount, a date, and the owner. */
export function KeyFacts({ card, type, layout }: KeyFactsProps) {
  const memberName = useNameOf();
  const fields = groupsOf(type, layout, false)
    .flatMap((group) => group.fields)
    .filter((field) => !isEmpty(card.fields[field.id]));
  const first = (isWanted: (traits: FieldTraits, field: Field) => boolean) =>
    fields.find((field) => isWanted(fieldTraits[field.type], field));
  const facts = [
    first((_, { key }) => key === "priority"),
    first(({ settings }) => settings.includes("currency")),
    first(({ moment }) => moment === "day"),
  ];
  const owner = asText(card.fields["owner"]);
  return (
    <>
      {facts.map(
        (field) =>
          field && (
            <span key={field.id} className={styles.fact}>
              <Display field={field} value={card.fields[field.id]} place="cell" />
            </span>
          ),
      )}
      {owner && (
        <span className={styles.fact}>
          <MemberAvatar userId={owner} />
          <bdi>{memberName(owner)}</bdi>
        </span>
      )}
    </>
  );
}
