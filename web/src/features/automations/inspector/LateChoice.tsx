import { useId } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import styles from "./inspector.module.css";

interface LateChoiceProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/** Whether a date that is entered when its moment has passed starts the automation at once. */
export function LateChoice({ isSelected, onChange }: LateChoiceProps) {
  const t = useT();
  const aboutId = useId();
  return (
    <div className={styles.choice}>
      <Checkbox isSelected={isSelected} onChange={onChange} aria-describedby={aboutId}>
        {t("automations.trigger.late")}
      </Checkbox>
      <p id={aboutId} className={styles.about}>
        {t("automations.trigger.late.about")}
      </p>
    </div>
  );
}
