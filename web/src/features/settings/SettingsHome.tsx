import { useQuery } from "@tanstack/react-query";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import { Link } from "react-aria-components/Link";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { DeniedPlace } from "./DeniedPlace.tsx";
import { settingsWith, type SettingsPlace } from "./places.ts";
import styles from "./settings.module.css";
import { SettingsHeader } from "./SettingsHeader.tsx";

/** `/settings`: what can be set, each with a line about it. */
export function SettingsHome() {
  const t = useT();
  const can = useCan();
  const features = useQuery(meOptions()).data?.features ?? [];
  useTitle(t("settings.title"));
  useCrumbs([{ label: t("settings.title") }]);
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("settings.title")} />
      <div className={styles.scroll}>
        {settingsWith(features).map((group) => (
          <section key={group.title} className={styles.group}>
            <h2 className={styles.groupTitle}>{t(group.title)}</h2>
            <ul className={styles.list}>
              {group.places.map((place) => (
                <li key={place.path}>
                  {place.right && !can(place.right) ? (
                    <DeniedPlace className={styles.entry ?? ""}>
                      <Entry place={place} note={`${t("common.denied.title")}. ${t("common.denied.message")}.`} />
                    </DeniedPlace>
                  ) : (
                    <Link className={styles.entry ?? ""} href={place.path}>
                      <Entry place={place} note={t(place.line)} />
                      <span className={styles.go}>
                        <Icon of={chevronRight} flip />
                      </span>
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function Entry({ place, note }: { place: SettingsPlace; note: string }) {
  const t = useT();
  return (
    <>
      <span className={styles.tile}>
        <Icon of={place.icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{t(place.label)}</span>
        <span className={styles.line}>{note}</span>
      </span>
    </>
  );
}
