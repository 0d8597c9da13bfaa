import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { LoopPicture } from "./LoopPicture.tsx";
import styles from "./loops.module.css";

export type Loop = RouterOutputs["automations"]["loops"][number];

/** The loops that an automation would be part of, and what ends them. */
export function LoopWarning({ loops, automationId }: { loops: readonly Loop[]; automationId: AutomationId }) {
  const t = useT();
  const count = loops.length;
  return (
    <section className={styles.warning} aria-label={t("automations.loop.title", { count })}>
      <h3 className={styles.title}>
        <Icon of={warning} />
        {t("automations.loop.title", { count })}
      </h3>
      {loops.map(({ nodes, mayEnd }) => (
        <div key={nodes.map(({ automationId: id, stepId }) => `${id} ${stepId}`).join()} className={styles.loop}>
          <LoopPicture nodes={nodes} automationId={automationId} />
          <p>{t(mayEnd ? "automations.loop.mayEnd" : "automations.loop.endless")}</p>
        </div>
      ))}
    </section>
  );
}
