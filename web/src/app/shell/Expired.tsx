import clock from "@fluentui/svg-icons/icons/clock_20_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import { openContactUs } from "../../features/support/contact-us.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import styles from "../../ui/pages/Failure.module.css";

/** After the trial, nothing in the app can be used. */
export function Expired() {
  const t = useT();
  const { navigate } = useRouter();
  return (
    <div className={styles.page}>
      <EmptyState
        icon={clock}
        level={1}
        title={t("shell.expired.title")}
        actions={
          <>
            <Button size={32} variant="primary" onPress={() => void navigate({ to: "/settings/plan-and-billing" })}>
              {t("shell.expired.plans")}
            </Button>
            <Button size={32} onPress={openContactUs}>
              {t("common.contactUs")}
            </Button>
          </>
        }
      >
        {t("shell.expired.message")}
      </EmptyState>
    </div>
  );
}
