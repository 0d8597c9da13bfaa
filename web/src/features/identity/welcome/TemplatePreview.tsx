import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { toHue } from "../../../ui/display/stored-hue.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Pill, TypeSquare } from "../../../ui/display/Pill.tsx";
import styles from "./TemplatePreview.module.css";

/** Preview of the template, from the same data that creates it. */
export function TemplatePreview({
  name,
  template,
}: {
  name: string;
  template: RouterOutputs["organizations"]["templates"][number];
}) {
  const t = useT();
  const withStatuses = template.cardTypes.find((type) => type.statuses.length > 0);
  return (
    <div className={styles.preview}>
      <section>
        <h2 className={styles.title}>{t("identity.welcome.cardTypes", { template: name })}</h2>
        <ul className={styles.box}>
          {template.cardTypes.map((type) => (
            <li key={type.pluralName} className={styles.row}>
              <TypeSquare hue={toHue(type.hue)} />
              <span className={styles.name}>{type.pluralName}</span>
              <span className={styles.counts}>
                {[
                  t("identity.welcome.fields", { count: type.fieldCount }),
                  ...(type.statuses.length > 0 ? [t("identity.welcome.statuses", { count: type.statuses.length })] : []),
                ].join(", ")}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {withStatuses && (
        <section>
          <h2 className={styles.title}>{t("identity.welcome.statusesOf", { cardType: withStatuses.pluralName })}</h2>
          <ul className={`${styles.box} ${styles.flow}`}>
            {withStatuses.statuses.map((status) => (
              <li key={status.label} className={styles.status}>
                <Pill hue={toHue(status.hue)}>{status.label}</Pill>
              </li>
            ))}
          </ul>
        </section>
      )}
      {template.automations.length > 0 && (
        <section>
          <h2 className={styles.title}>{t("identity.welcome.automations", { count: template.automations.length })}</h2>
          <ul className={styles.box}>
            {template.automations.map((automation) => (
              <li key={automation} className={styles.row}>
                <Icon of={flash} />
                <span>{automation}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
