import { Focusable } from "react-aria-components/Focusable";
import { useT } from "../../../lib/i18n.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Hidden } from "../../../ui/display/Num.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import rail from "../rail/Rail.module.css";
import tabs from "../TabBar.module.css";

/** An area that the role does not open: there, disabled, and saying why. */
export function DeniedTasks({ icon, label, look }: { icon: IconShape; label: string; look: "rail" | "tab" }) {
  const t = useT();
  const reason = `${label}: ${t("common.denied.title")}. ${t("common.denied.message")}.`;
  return (
    <Tooltip content={reason} placement={look === "rail" ? "end" : "top"}>
      <Focusable>
        <span role="link" aria-disabled="true" className={look === "rail" ? rail.item : tabs.item}>
          <Icon of={icon} />
          {look === "tab" ? label : undefined}
          <Hidden>{reason}</Hidden>
        </span>
      </Focusable>
    </Tooltip>
  );
}
