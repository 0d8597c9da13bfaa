import undo from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import call from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import merge from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import tag from "@fluentui/svg-icons/icons/tag_16_regular.svg?icon";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
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
  { time: "08:55", icon: merge, text: "Two cards merged", who: "Rimon Schools Network", language: "en" },
  { time: "09:20", icon: attach, text: "Aláírt szerződés csatolva", who: "Kovács Építő Kft.", language: "hu" },
  { time: "11:48", icon: tag, text: "Moved to Open deal", who: "Galil Cold Storage", language: "en", isCurrent: true },
  { time: "12:05", icon: edit, text: "המחיר עודכן ל־46,750 ₪", who: "מלון כפר בלום", language: "he" },
  { time: "12:31", icon: call, text: "Изменён номер телефона", who: "Норд-Фасад", language: "ru" },
  { time: "12:40", icon: undo, text: "Restored from the trash", who: "Zsolnay Ceramics", language: "en" },
];

export function Timeline() {
  return (
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
  );
}
