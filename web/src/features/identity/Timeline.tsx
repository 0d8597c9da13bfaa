import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import call from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import checkbox from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import receipt from "@fluentui/svg-icons/icons/receipt_16_regular.svg?icon";
import { Icon, type IconShape } from "../../ui/Icon.tsx";
import { Num } from "../../ui/Num.tsx";
import styles from "./Timeline.module.css";

interface Row {
  time: string;
  icon: IconShape;
  text: string;
  who: string;
  language: string;
  isCurrent?: boolean;
}

/** A day in a firm, in the languages its customers write in: a picture rather than text to read, so it is not translated. */
const rows: readonly Row[] = [
  { time: "08:55", icon: calendar, text: "Meeting confirmed by 3 guests", who: "Rimon Schools Network", language: "en" },
  { time: "09:20", icon: chat, text: "Elküldtem az aláírt szerződést", who: "Kovács Építő Kft.", language: "hu" },
  { time: "11:48", icon: call, text: "Answered call, 6 min 42 s", who: "Galil Cold Storage", language: "en", isCurrent: true },
  { time: "12:05", icon: receipt, text: "חשבונית 40218 שולמה", who: "מלון כפר בלום", language: "he" },
  { time: "12:31", icon: mail, text: "Открыто: коммерческое предложение 1187", who: "Норд-Фасад", language: "ru" },
  { time: "12:40", icon: checkbox, text: "Revised price offer sent", who: "Zsolnay Ceramics", language: "en" },
];

export function Timeline() {
  return (
    <div className={styles.side} aria-hidden="true">
      <div className={styles.timeline}>
        {rows.map((row) => (
          <div key={row.time} className={styles.row} data-current={row.isCurrent}>
            <span className={styles.time}>
              <Num>{row.time}</Num>
            </span>
            <span className={styles.node}>
              <Icon of={row.icon} />
            </span>
            <div lang={row.language}>
              <span className={styles.text}>
                <bdi>{row.text}</bdi>
              </span>
              <span className={styles.who}>
                <bdi>{row.who}</bdi>
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
