import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import icon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";

function Check({ field, value }: DisplayProps) {
  const t = useT();
  return (
    <span
      className={styles.check}
      data-on={value === true || undefined}
      role="img"
      aria-label={`${field.label}: ${t(value === true ? "common.yes" : "common.no")}`}
    >
      {value === true && <Icon of={checkmark} />}
    </span>
  );
}

function YesOrNo({ value }: { value: string | number }) {
  const t = useT();
  return <span>{t(value === 1 ? "common.yes" : "common.no")}</span>;
}

export const checkbox: FieldScreen = {
  icon,
  Display: Check,
  Editor: null,
  Control: formControl("CheckControl"),
  isTyped: false,
  columnWidth: 110,
  GroupLabel: YesOrNo,
};
