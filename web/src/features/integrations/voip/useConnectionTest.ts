import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { refreshVoip } from "../../voip/queries.ts";

/** Asks the provider whether it accepts the connection, without calling anybody, and says so. */
export function useConnectionTest(): () => Promise<void> {
  const t = useT();
  return async () => {
    try {
      const { problem } = await client.voip.test.mutate({});
      const refusal = problem && t("voip.connection.refused", { reason: t(`voip.connection.reason.${problem}`) });
      showToast({ tone: refusal ? "error" : "success", code: "voip:test", title: refusal ?? t("voip.connection.works") });
      await refreshVoip();
    } catch (failure) {
      reportFailure(failure);
    }
  };
}
