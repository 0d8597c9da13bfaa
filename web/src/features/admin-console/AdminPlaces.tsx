import { Place } from "../../app/shell/Place.tsx";
import styles from "../../app/shell/Panel.module.css";
import { useT } from "../../lib/i18n.tsx";

/** The panel of the admin console. */
export function AdminPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  return (
    <Place href="/admin-console/organizations" onPress={onLeave}>
      <span className={styles.label}>{t("admin.organizations")}</span>
    </Place>
  );
}
