import filled from "@fluentui/svg-icons/icons/data_bar_horizontal_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/data_bar_horizontal_20_regular.svg?icon";
import { Area } from "../../app/shell/areas/Area.tsx";
import { useT } from "../../lib/i18n.tsx";

/** The way to the dashboard, where it is switched on. */
export function DashboardArea({ look }: { look: "rail" | "tab" }) {
  const t = useT();
  return <Area href="/dashboard" label={t("dashboard.title")} icon={regular} activeIcon={filled} look={look} />;
}
