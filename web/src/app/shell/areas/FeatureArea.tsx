import chatsFilled from "@fluentui/svg-icons/icons/chat_multiple_20_filled.svg?icon";
import chatsRegular from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import dashboardFilled from "@fluentui/svg-icons/icons/data_bar_horizontal_20_filled.svg?icon";
import dashboardRegular from "@fluentui/svg-icons/icons/data_bar_horizontal_20_regular.svg?icon";
import { useUnreadChats } from "../../../features/chats/queries.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Area } from "./Area.tsx";
import styles from "./FeatureArea.module.css";

interface FeatureAreaProps {
  of: "dashboard" | "chats";
  look: "rail" | "tab";
}

/** The way to a part of the product that is switched on for some organizations. */
export function FeatureArea({ of, look }: FeatureAreaProps) {
  const label = useT()(`shell.${of}`);
  if (of === "chats") return <ChatsArea label={label} look={look} />;
  return <Area href="/dashboard" label={label} icon={dashboardRegular} activeIcon={dashboardFilled} look={look} />;
}

/** The way to the conversations, with the number of those that nobody has read. */
function ChatsArea({ label, look }: { label: string; look: FeatureAreaProps["look"] }) {
  const t = useT();
  const format = useFormat();
  const unread = useUnreadChats();
  const name = unread > 0 && look === "rail" ? t("chats.unreadChats", { count: unread }) : label;
  return (
    <span className={styles.badged} data-look={look}>
      <Area href="/chats" label={name} icon={chatsRegular} activeIcon={chatsFilled} look={look} />
      {unread > 0 && (
        // A tab's word is read aloud as it is seen, so that its number says what it counts.
        <span
          className={styles.badge}
          {...(look === "rail"
            ? { "aria-hidden": true }
            : { role: "img", "aria-label": t("chats.unreadChats", { count: unread }) })}
        >
          <Num>{unread > 99 ? `${format.number(99)}+` : format.number(unread)}</Num>
        </span>
      )}
    </span>
  );
}
