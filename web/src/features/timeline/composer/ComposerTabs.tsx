import { useEffect, useRef } from "react";
import meetingIcon from "@fluentui/svg-icons/icons/calendar_add_16_regular.svg?icon";
import callIcon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import taskIcon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import commentIcon from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import mailIcon from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/people_chat_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { deniedText, useWhyNotWritten } from "../rights.ts";
import styles from "./composer.module.css";
import { SmsTab } from "./SmsTab.tsx";
import { WhatsAppTab } from "./WhatsAppTab.tsx";
import { TabButton } from "./TabButton.tsx";

/** The forms that open in the composer; a meeting has a dialog. */
export type Tab = "comment" | "mail" | "task" | "call" | "social" | "sms" | "whatsapp";

interface ComposerTabsProps {
  card: Card;
  tab: Tab | undefined;
  isMeeting: boolean;
  onMeeting: () => void;
  onPress: (tab: Tab) => void;
  /** Gets the buttons, for the focus to return to. */
  onButton: (tab: Tab, button: HTMLButtonElement) => void;
}

/** What can be added to the card, by channel. */
export function ComposerTabs({ card, tab, isMeeting, onMeeting, onPress, onButton }: ComposerTabsProps) {
  const t = useT();
  const can = useCan();
  const reason = useWhyNotWritten()("create") && deniedText(t);
  const propsOf = (of: Tab) => ({
    isOpen: tab === of,
    onPress: () => onPress(of),
    ref: (element: HTMLButtonElement | null) => {
      if (element) onButton(of, element);
    },
  });
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, open ones are in one line, which may be longer than the screen.
    row.current?.querySelector("[aria-expanded=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  return (
    <div ref={row} className={styles.tabs} role="group" aria-label={t("timeline.compose")}>
      <TabButton {...propsOf("comment")} icon={commentIcon} keys="C" denied={reason}>
        {t("timeline.tab.comment")}
      </TabButton>
      <TabButton {...propsOf("mail")} icon={mailIcon} keys="M" denied={reason}>
        {t("timeline.tab.mail")}
      </TabButton>
      {can(["TASKS", "create"]) && (
        <TabButton {...propsOf("task")} icon={taskIcon} denied={undefined}>
          {t("timeline.tab.task")}
        </TabButton>
      )}
      {can(["MEETINGS", "create"]) && (
        <TabButton icon={meetingIcon} keys="Shift+M" denied={undefined} isOpen={isMeeting} opensDialog onPress={onMeeting}>
          {t("timeline.tab.meeting")}
        </TabButton>
      )}
      <TabButton {...propsOf("call")} icon={callIcon} keys="L" denied={reason}>
        {t("timeline.tab.call")}
      </TabButton>
      <TabButton {...propsOf("social")} icon={chat} denied={reason}>
        {t("timeline.tab.social")}
      </TabButton>
      <SmsTab card={card} {...propsOf("sms")} />
      <WhatsAppTab card={card} {...propsOf("whatsapp")} />
    </div>
  );
}
