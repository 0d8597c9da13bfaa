import { useT } from "../../../lib/i18n.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import styles from "./AudienceField.module.css";

interface AudienceFieldProps {
  isPrivate: boolean;
  onChange: (isPrivate: boolean) => void;
  /** Hint about what others see of a shared view. */
  sharedHint: string;
}

/** Audience of a saved view. */
export function AudienceField({ isPrivate, onChange, sharedHint }: AudienceFieldProps) {
  const t = useT();
  return (
    <div className={styles.audience}>
      <SegmentedControl
        label={t("views.audience")}
        options={[
          { id: "private", label: t("views.private") },
          { id: "shared", label: t("views.shared") },
        ]}
        value={isPrivate ? "private" : "shared"}
        onChange={(id) => onChange(id === "private")}
      />
      <p className={styles.hint}>{isPrivate ? t("views.private.hint") : sharedHint}</p>
    </div>
  );
}
