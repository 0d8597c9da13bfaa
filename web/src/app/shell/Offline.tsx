import { useEffect, useSyncExternalStore } from "react";
import { subscribeToClashes } from "../../features/cards/clashes.ts";
import { saveUnsaved, unsavedEdits } from "../../features/cards/unsaved.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useIsOnline } from "../../lib/live/online.ts";
import { Button } from "../../ui/actions/Button.tsx";
import styles from "./Strip.module.css";

/** Tasks that an earlier tab could not send are sent by this one. */
function sendWhatWasLeft(): void {
  if (Object.keys(localStorage).some((key) => key.startsWith("kartis.unsent-task:")))
    import("../../features/tasks/changes/unsent.ts").then(({ watchUnsent }) => watchUnsent()).catch(reportFailure);
}

/** Banner at the top of the sheet while there is no connection, or edits wait for one. */
export function Offline() {
  const t = useT();
  const waiting = useSyncExternalStore(subscribeToClashes, () => unsavedEdits().length);
  useEffect(sendWhatWasLeft, []);
  const isOnline = useIsOnline();
  return (
    <div role="status" className={styles.place}>
      {(!isOnline || waiting > 0) && (
        <p className={styles.strip}>
          {t(isOnline ? "card.unsaved.waiting" : "card.unsaved.offline")}
          {waiting > 0 && (
            <Button size={24} onPress={() => saveUnsaved(true)}>
              {t("common.retry")}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
