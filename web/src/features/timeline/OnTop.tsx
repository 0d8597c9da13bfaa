import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import pin from "@fluentui/svg-icons/icons/pin_16_regular.svg?icon";
import type { Meeting } from "@kartis/core/activities/meetings/schema.ts";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { TimelineTop } from "@kartis/core/timeline/schema.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { CardTaskRow } from "../tasks/card/CardTaskRow.tsx";
import { ActivityEntry } from "./entries/ActivityEntry.tsx";
import styles from "./timeline.module.css";
import { useWhen } from "./when.ts";

/** What is still to come, and what somebody has pinned. */
export function OnTop({ top, card }: { top: TimelineTop; card: Card }) {
  const t = useT();
  useShownState();
  return (
    <>
      {top.upcoming.length > 0 && (
        <section className={styles.top} aria-label={t("timeline.upcoming")}>
          <h2 className={styles.day}>{t("timeline.upcoming")}</h2>
          <ul className={styles.upcoming}>
            {top.upcoming.map((one) =>
              one.type === "TASK" ? (
                <CardTaskRow key={one.value.id} task={shownTask(one.value)} />
              ) : one.type === "MEETING" ? (
                <UpcomingMeeting key={one.value.id} meeting={one.value} />
              ) : null,
            )}
          </ul>
        </section>
      )}
      {top.pinned.length > 0 && (
        <section className={styles.top} aria-label={t("timeline.pinned")}>
          <h2 className={styles.day}>
            <Icon of={pin} size={14} /> {t("timeline.pinned")}
          </h2>
          {top.pinned.map((one, index) => (
            <ActivityEntry
              key={one.value.id}
              entry={{ ...one, kind: "activity", id: one.value.id, at: one.value.createdAt, thread: null }}
              card={card}
              isOnTop
              isLast={index === top.pinned.length - 1}
            />
          ))}
        </section>
      )}
    </>
  );
}

function UpcomingMeeting({ meeting }: { meeting: Meeting }) {
  const format = useFormat();
  const when = useWhen();
  return (
    <li className={styles.meeting}>
      <Icon of={calendar} />
      <bdi className={styles.meetingTitle}>{meeting.title}</bdi>
      <span className={styles.count}>{isDay(meeting.start) ? format.day(meeting.start) : when.full(meeting.start)}</span>
    </li>
  );
}
