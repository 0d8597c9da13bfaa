import filled from "@fluentui/svg-icons/icons/chat_multiple_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import { Area } from "../../app/shell/areas/Area.tsx";
import { useT } from "../../lib/i18n.tsx";

/** The way to the conversations, where they are switched on. */
export function ChatsArea({ look }: { look: "rail" | "tab" }) {
  const t = useT();
  return <Area href="/chats" label={t("chats.title")} icon={regular} activeIcon={filled} look={look} />;
}
