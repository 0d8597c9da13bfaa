import filled from "@fluentui/svg-icons/icons/call_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/call_20_regular.svg?icon";
import { Area } from "./Area.tsx";
import { useT } from "../../../lib/i18n.tsx";

/** The link to the VoIP center on the rail. */
export function VoipArea() {
  return <Area look="rail" href="/voip" label={useT()("shell.voip")} icon={regular} activeIcon={filled} />;
}
