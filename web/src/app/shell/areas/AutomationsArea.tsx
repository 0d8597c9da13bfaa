import filled from "@fluentui/svg-icons/icons/flash_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import { Area } from "./Area.tsx";
import { useT } from "../../../lib/i18n.tsx";

/** The link to automations on the rail. */
export function AutomationsArea() {
  return <Area look="rail" href="/automations" label={useT()("shell.automations")} icon={regular} activeIcon={filled} />;
}
