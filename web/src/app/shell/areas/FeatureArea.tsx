import chatsFilled from "@fluentui/svg-icons/icons/chat_multiple_20_filled.svg?icon";
import chatsRegular from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import dashboardFilled from "@fluentui/svg-icons/icons/data_bar_horizontal_20_filled.svg?icon";
import dashboardRegular from "@fluentui/svg-icons/icons/data_bar_horizontal_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Area } from "./Area.tsx";

const icons = {
  dashboard: { icon: dashboardRegular, activeIcon: dashboardFilled },
  chats: { icon: chatsRegular, activeIcon: chatsFilled },
} as const;

/** The way to a part of the product that is switched on for some organizations. */
export function FeatureArea({ of, look }: { of: keyof typeof icons; look: "rail" | "tab" }) {
  const t = useT();
  return <Area href={`/${of}`} label={t(`shell.${of}`)} {...icons[of]} look={look} />;
}
