import icon from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { formControl, optionEditor } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function Person({ value }: DisplayProps) {
  const userId = asText(value);
  const name = useNameOf()(userId);
  return (
    <span className={styles.who}>
      <MemberAvatar userId={userId} />
      <bdi className={styles.text}>{name}</bdi>
    </span>
  );
}

export const user: FieldScreen = {
  icon,
  Display: Person,
  Editor: optionEditor("SelectEditor"),
  Control: formControl("SelectControl"),
  isTyped: false,
  columnWidth: 160,
};
