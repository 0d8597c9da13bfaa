import dismissIcon from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import warningIcon from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Banner } from "../../ui/feedback/Banner.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import {
  type LimitWarning,
  refreshLimitWarnings,
  useLimitWarnings,
  useLiveLimitWarnings,
  useWarningText,
} from "./limit-warnings.ts";

/** Above the app, for who may see plan and billing: the limit that is used up most, until they have seen enough of it. */
export function LimitBanner() {
  const t = useT();
  const textOf = useWarningText();
  useLiveLimitWarnings();
  const open = (useLimitWarnings() ?? []).filter(({ isDismissed }) => !isDismissed);
  const warning = open.toSorted((a, b) => b.level - a.level)[0];
  const { mutate } = useMutation(trpc.plans.dismissWarning.mutationOptions({ onSettled: refreshLimitWarnings }));

  function dismiss({ limit, level }: LimitWarning) {
    queryClient.setQueriesData(trpc.plans.warnings.queryFilter(), (all: readonly LimitWarning[] | undefined) =>
      all?.map((one) => (one.limit === limit && one.level === level ? { ...one, isDismissed: true } : one)),
    );
    mutate({ limit, level });
  }

  if (!warning) return null;
  return (
    <Banner
      tone={warning.level === 100 ? "danger" : "warning"}
      icon={warningIcon}
      label={t("plans.warning")}
      action={
        <>
          <Link href="/settings/plan-and-billing">{t("plans.warning.see")}</Link>
          <IconButton icon={dismissIcon} size={24} label={t("plans.warning.dismiss")} onPress={() => dismiss(warning)} />
        </>
      }
    >
      {textOf(warning)}
    </Banner>
  );
}
