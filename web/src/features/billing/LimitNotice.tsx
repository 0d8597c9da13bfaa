import warningIcon from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import styles from "./LimitNotice.module.css";
import { type LimitWarning, useLimitWarnings, useWarningText } from "./limit-warnings.ts";

interface LimitNoticeProps {
  limit: LimitWarning["limit"];
  /** Share of the limit from which it is shown. */
  from?: number;
  /** Whether it is left out while the banner above the app says the same. */
  isOnce?: boolean;
}

/** Notice beside a control that adds something: how much more the plan allows. */
export function LimitNotice({ limit, from = 0.8, isOnce = false }: LimitNoticeProps) {
  const t = useT();
  const textOf = useWarningText();
  const maySeePlans = useCan()(["ORGANIZATION", "read"]);
  const warning = useLimitWarnings()?.find((one) => one.limit === limit && one.used >= one.allowed * from);
  if (!warning || (isOnce && maySeePlans && !warning.isDismissed)) return null;
  return (
    <p className={styles.notice} data-full={warning.level === 100 || undefined} role="note">
      <Icon of={warningIcon} />
      <span>
        {textOf(warning)}{" "}
        {maySeePlans ? (
          <Link href="/settings/plan-and-billing">{t("plans.warning.see")}</Link>
        ) : (
          <span>{t("plans.warning.ask")}</span>
        )}
      </span>
    </p>
  );
}
