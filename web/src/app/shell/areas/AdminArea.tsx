import filled from "@fluentui/svg-icons/icons/building_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/building_20_regular.svg?icon";
import { Area } from "./Area.tsx";
import { useT } from "../../../lib/i18n.tsx";

/** The way into the admin console, for whom it is. */
export function AdminArea({ look }: { look: "rail" | "tab" }) {
  const t = useT();
  return (
    <Area
      href="/admin-console/organizations"
      prefixes={["/admin-console"]}
      label={t("admin.title")}
      icon={regular}
      activeIcon={filled}
      look={look}
    />
  );
}
