import { useRouterState } from "@tanstack/react-router";
import { Link } from "react-aria-components/Link";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import rail from "../rail/Rail.module.css";
import tabs from "../TabBar.module.css";

interface AreaProps {
  href: string;
  /** Addresses that begin with one of them are in the area; `href` where nothing else is said. */
  prefixes?: readonly string[];
  label: string;
  icon: IconShape;
  activeIcon: IconShape;
  look: "rail" | "tab";
}

/** The way into a part of the product: an icon of the rail, on phones a tab with its word. */
export function Area({ href, prefixes = [href], label, icon, activeIcon, look }: AreaProps) {
  const isActive = useRouterState({ select: (state) => prefixes.some((prefix) => state.location.pathname.startsWith(prefix)) });
  const current = isActive ? ({ "aria-current": "page" } as const) : {};
  const shape = <Icon of={isActive ? activeIcon : icon} />;
  if (look === "tab")
    return (
      <Link className={tabs.item ?? ""} href={href} {...current}>
        {shape}
        {label}
      </Link>
    );
  return (
    <Tooltip content={label} placement="end">
      <Link className={rail.item ?? ""} href={href} aria-label={label} {...current}>
        {shape}
      </Link>
    </Tooltip>
  );
}
