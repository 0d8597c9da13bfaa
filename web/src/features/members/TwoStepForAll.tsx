import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { refreshMembers } from "./members.ts";
import styles from "./members.module.css";

/** Switch that requires two-step sign-in for everyone. It takes effect at each member's next sign-in. */
export function TwoStepForAll({ isRequired }: { isRequired: boolean }) {
  const t = useT();
  const [isPending, setPending] = useState(false);

  async function set(required: boolean) {
    setPending(true);
    try {
      await client.members.requireTwoStep.mutate({ required });
      showToast({
        tone: "success",
        code: "members.twoStep",
        title: required ? t("members.twoStep.nowRequired") : t("members.twoStep.nowOptional"),
      });
      await refreshMembers();
    } catch (refused) {
      reportFailure(refused);
    }
    setPending(false);
  }

  return (
    <div className={styles.setting}>
      <Switch isSelected={isRequired} isDisabled={isPending} onChange={(required) => void set(required)}>
        {t("members.twoStep.required")}
      </Switch>
      <p className={styles.quiet}>{t("members.twoStep.required.hint")}</p>
    </div>
  );
}
