import { useSyncExternalStore } from "react";
import { missesPart, subscribeToMissing } from "../../lib/fetch-again.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import styles from "./Strip.module.css";

/** At the top of the sheet once a part of the page could not be loaded. The rest stays: something may have been typed in it. */
export function PartMissing() {
  const t = useT();
  const isMissing = useSyncExternalStore(subscribeToMissing, missesPart);
  return (
    <div role="status" className={styles.place}>
      {isMissing && (
        <p className={styles.strip}>
          {t("common.partMissing")}
          <Button size={24} onPress={() => location.reload()}>
            {t("common.reload")}
          </Button>
        </p>
      )}
    </div>
  );
}
