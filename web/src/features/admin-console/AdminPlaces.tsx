import { useRouterState } from "@tanstack/react-router";
import { Place } from "../../ui/navigation/Place.tsx";
import styles from "../../ui/navigation/Panel.module.css";
import { useT } from "../../lib/i18n.tsx";
import { readSearch } from "./search.ts";

/** The panel of the admin console. */
export function AdminPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const showsDeleted = useRouterState({ select: ({ location }) => readSearch(location.search).show === "deleted" });
  return (
    <>
      <Place href="/admin-console/organizations" isCurrent={!showsDeleted} onPress={onLeave}>
        <span className={styles.label}>{t("admin.organizations")}</span>
      </Place>
      <Place href="/admin-console/organizations?show=deleted" isCurrent={showsDeleted} onPress={onLeave}>
        <span className={styles.label}>{t("admin.deletions")}</span>
      </Place>
    </>
  );
}
