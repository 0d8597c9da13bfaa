import repeat from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import pin from "@fluentui/svg-icons/icons/pin_16_regular.svg?icon";
import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { TimelineTop } from "@kartis/core/timeline/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { shownOccurrence, useShownMeetings } from "../calendar/changes/pending.ts";
import { PeopleChips } from "../calendar/peek/later-elsewhere.ts";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { useDueWords } from "../dates/useDueWords.ts";
import { CardTaskRow } from "../tasks/card/CardTaskRow.tsx";
import { ActivityEntry } from "./entries/ActivityEntry.tsx";
import { MeetingName } from "./entries/MeetingName.tsx";
import styles from "./timeline.module.css";

/** What is still to come, and what somebody has pinned. */
export function OnTop({ top, card }: { top: TimelineTop; card: Card }) {
  const t = useT();
  useShownState();
  useShownMeetings();
  return (
    <>
      {top.upcoming.length > 0 && (
        <section className={styles.top} aria-label={t("timeline.upcoming")}>
          <h2 className={styles.day}>{t("timeline.upcoming")}</h2>
          <ul className={styles.upcoming}>
            {top.upcoming.map((one) =>
              one.type === "TASK" ? (
                <CardTaskRow key={one.value.id} task={shownTask(one.value)} />
              ) : (
                <UpcomingMeeting key={one.value.id} answered={one.occurrence} card={card} />
              ),
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
              entry={{ ...one, kind: "activity", id: one.value.id, at: one.value.createdAt }}
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

/** A meeting at its next time. */
function UpcomingMeeting({ answered, card }: { answered: Occurrence; card: Card }) {
  const words = useDueWords();
  const occurrence = shownOccurrence(answered);
  if (!occurrence) return null;
  const { meetingId, day, title, start, isRepeating, participants, guests } = occurrence;
  return (
    <li className={styles.meeting}>
      <Icon of={calendar} />
      <span className={styles.meetingTitle}>
        <MeetingName meetingId={meetingId} day={day ?? undefined} title={title} cardId={card.id} />
        {isRepeating && <Icon of={repeat} size={14} />}
      </span>
      <span className={styles.count}>{words.inFull(start)}</span>
      {guests.length > 0 && (
        <div className={styles.meetingPeople}>
          <PeopleChips participants={participants} guests={guests} />
        </div>
      )}
    </li>
  );
}
