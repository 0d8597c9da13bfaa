import { useT } from "../../lib/i18n.tsx";
import styles from "./SecretDialog.module.css";

/** Warns that what is shown once has not been copied. */
export function Uncopied() {
  const t = useT();
  return (
    <p className={styles.warning} role="alert">
      {t("validation.uncopied")}
    </p>
  );
}
