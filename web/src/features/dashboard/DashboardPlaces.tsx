import { Place } from "../../ui/navigation/Place.tsx";
import styles from "../../ui/navigation/Panel.module.css";
import { useT } from "../../lib/i18n.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { TypeSquare } from "../../ui/display/Pill.tsx";
import { useDashboard } from "./useDashboard.ts";

/** The panel of the dashboard: the card types whose statuses it can show. */
export function DashboardPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const { shown, types } = useDashboard();
  return (
    <>
      <h3 className={styles.title}>{t("shell.cardTypes")}</h3>
      <ul>
        {types.map((type) => (
          <li key={type.id}>
            <Place href={`/dashboard?type=${type.slug}`} isCurrent={type.id === shown?.type.id} onPress={onLeave}>
              <span className={styles.square}>
                <TypeSquare hue={toHue(type.hue)} />
              </span>
              <span className={styles.label}>
                <bdi>{type.pluralName}</bdi>
              </span>
            </Place>
          </li>
        ))}
      </ul>
    </>
  );
}
