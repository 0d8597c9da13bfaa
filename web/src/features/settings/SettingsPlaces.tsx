import { useQuery } from "@tanstack/react-query";
import { Place } from "../../ui/navigation/Place.tsx";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import styles from "../../ui/navigation/Panel.module.css";
import { DeniedPlace } from "./DeniedPlace.tsx";
import { settingsWith } from "./places.ts";

/** The panel of the settings: places that are denied stay visible, with the reason. */
export function SettingsPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const can = useCan();
  const features = useQuery(meOptions()).data?.features ?? [];
  return (
    <>
      <Place href="/settings" isExact onPress={onLeave}>
        <span className={styles.label}>{t("settings.overview")}</span>
      </Place>
      {settingsWith(features).map((group) => (
        <div key={group.title}>
          <h3 className={styles.title}>{t(group.title)}</h3>
          <ul>
            {group.places.map(({ path, label, right }) => (
              <li key={path}>
                {right && !can(right) ? (
                  <DeniedPlace className={styles.place ?? ""}>
                    <span className={styles.label}>{t(label)}</span>
                  </DeniedPlace>
                ) : (
                  <Place href={path} onPress={onLeave}>
                    <span className={styles.label}>{t(label)}</span>
                  </Place>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
