import filled from "@fluentui/svg-icons/icons/building_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/building_20_regular.svg?icon";
import { useRouterState } from "@tanstack/react-router";
import { Link } from "react-aria-components/Link";
import styles from "../../app/shell/Rail.module.css";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";

/** The rail's way into the admin console, for whom it is. */
export function AdminArea() {
  const t = useT();
  const isActive = useRouterState({ select: (state) => state.location.pathname.startsWith("/admin-console") });
  const label = t("admin.title");
  return (
    <Tooltip content={label} placement="end">
      <Link
        className={styles.item ?? ""}
        href="/admin-console/organizations"
        aria-label={label}
        {...(isActive ? { "aria-current": "page" } : {})}
      >
        <Icon of={isActive ? filled : regular} />
      </Link>
    </Tooltip>
  );
}
