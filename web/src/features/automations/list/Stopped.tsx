import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./list.module.css";
import { useSwitch } from "./useSwitch.tsx";

/** Why Kartis switched the automation off, with a button to switch it on again. */
export function Stopped({ automation }: { automation: Automation }) {
  const { stopReason } = automation;
  const t = useT();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const { change, isPending, dialog } = useSwitch(automation);
  if (!stopReason) return null;
  return (
    <p className={styles.stopped}>
      <Icon of={warning} />
      <span>{t(`automations.stopped.${stopReason}`)}</span>
      {mayUpdate && (
        <Button size={24} isPending={isPending} onPress={() => change(true)}>
          {t("automations.resume")}
        </Button>
      )}
      {dialog}
    </p>
  );
}
