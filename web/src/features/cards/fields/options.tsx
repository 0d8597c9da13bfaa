import type { Field } from "@kartis/core/cards/schema.ts";
import type { Option } from "../../../ui/ListBoxItems.tsx";
import { MemberAvatar } from "../MemberAvatar.tsx";
import { useMembers } from "../members.tsx";
import { Display } from "./Display.tsx";
import styles from "./Display.module.css";
import { fieldTraits } from "./traits.ts";

/** The choices of a select, token or person field, each looking as its value will. */
export function useFieldOptions(field: Field): readonly Option[] {
  const members = useMembers();
  const { control } = fieldTraits[field.type];
  if (control === "person") {
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
    node: <Display field={field} value={control === "tokens" ? [option.id] : option.id} place="cell" />,
  }));
}
