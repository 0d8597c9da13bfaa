import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import styles from "./pause.module.css";
import { usePauseState, useSetPaused } from "./queries.ts";

/** Pauses all automations of the organization, after explaining what that means, and resumes them. Absent for those who may not. */
export function PauseSwitch() {
  const t = useT();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const state = usePauseState();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useSetPaused(() => setAsking(false));
  if (!state || !mayUpdate) return null;
  return (
    <>
      <Switch
        isSelected={!state.isPaused}
        onChange={(runs) => {
          if (!runs) setAsking(true);
          else if (!isPending) mutate({ isPaused: false });
        }}
      >
        {t("automations.pauseAll.switch")}
      </Switch>
      {isAsking && (
        <FormDialog
          title={t("automations.pauseAll")}
          isAlert
          isPending={isPending}
          onClose={() => setAsking(false)}
          onSubmit={() => mutate({ isPaused: true })}
        >
          <ul className={styles.meaning}>
            {(["starts", "runs", "missed", "told"] as const).map((part) => (
              <li key={part}>{t(`automations.pauseAll.${part}`)}</li>
            ))}
          </ul>
        </FormDialog>
      )}
    </>
  );
}
