import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Option } from "../../ui/collections/ListBoxItems.tsx";
import { useT } from "../../lib/i18n.tsx";
import { MemberAvatar } from "../people/MemberAvatar.tsx";
import { useMembers } from "../people/people.ts";
import { Display } from "./display/Display.tsx";
import styles from "./display/Display.module.css";

/** The choices of a select, token or person field as a card is given one: without suspended members, unless the card names them already. */
export function useChoices(field: Field, value: unknown): readonly Option[] {
  const options = useFieldOptions(field);
  const members = useMembers();
  if (fieldTraits[field.type].choices !== "people") return options;
  return options.filter(({ id }) => id === value || members.some((one) => one.userId === id && one.isAssignable));
}

/** The choices of a select, token or person field, each looking as its value will. */
export function useFieldOptions(field: Field): readonly Option[] {
  const members = useMembers();
  const { choices, column } = fieldTraits[field.type];
  if (choices === "people") {
    return members.map((member) => ({
      id: member.userId,
      label: member.name,
      node: (
        <span className={styles.who}>
          <MemberAvatar userId={member.userId} />
          <bdi className={styles.text}>{member.name}</bdi>
        </span>
      ),
    }));
  }
  return field.options.map((option) => ({
    id: option.id,
    label: option.label,
    node: <Display field={field} value={column === "set" ? [option.id] : option.id} place="cell" />,
  }));
}

/** The options of a radio field, and none where it may be without a value. */
export function useRadioOptions(field: Field): readonly { id: string; label: string }[] {
  const t = useT();
  const options = field.options.map(({ id, label }) => ({ id, label }));
  return field.required ? options : [...options, { id: "", label: t("cards.noValue") }];
}
