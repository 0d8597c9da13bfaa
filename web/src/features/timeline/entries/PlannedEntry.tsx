import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import taskIcon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import type { Meeting } from "@kartis/core/activities/meetings/meeting.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { PeopleChips } from "../../calendar/peek/later-elsewhere.ts";
import { taskListHref } from "../../tasks/search.ts";
import { useWhen } from "../../dates/when.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { MeetingName } from "./MeetingName.tsx";
import { useAuthor } from "./useAuthor.ts";
import styles from "./entries.module.css";

/** A task: when it was made, or once it is done, when that was. */
export function TaskEntry({ value, comments, at, isLast }: { value: Task; comments: number; at: string; isLast: boolean }) {
  const t = useT();
  const author = useAuthor(value);
  const href = taskListHref({ list: value.done ? "done" : "team", task: value.id });
  const title = <bdi>{value.title}</bdi>;
  return (
    <EntryFrame
      icon={taskIcon}
      {...(value.done ? { actor: "" } : author)}
      verb={
        <>
          {t(value.done ? "timeline.taskDone" : "timeline.taskCreated")}{" "}
          <Link look="quiet" href={href}>
            {value.done ? <s>{title}</s> : title}
          </Link>
        </>
      }
      at={at}
      isLast={isLast}
    >
      {value.attachments.length > 0 && <AttachedFiles files={value.attachments} />}
      {comments > 0 && (
        <div className={styles.line}>
          <Link look="quiet" href={href}>
            {t("timeline.taskComments", { count: comments })}
          </Link>
        </div>
      )}
    </EntryFrame>
  );
}

interface MeetingEntryProps {
  value: Meeting;
  /** Of a series to whose single times alone the card is invited, the one that is shown. */
  day: string | null;
  at: string;
  card: Card;
  isLast: boolean;
}

/** A meeting, when it was arranged. */
export function MeetingEntry({ value, day, at, card, isLast }: MeetingEntryProps) {
  const t = useT();
  const format = useFormat();
  const when = useWhen();
  const author = useAuthor(value);
  return (
    <EntryFrame icon={calendar} {...author} verb={t("timeline.meetingArranged")} at={at} isLast={isLast}>
      <div className={styles.box}>
        <MeetingName meetingId={value.id} day={day ?? undefined} title={value.title} cardId={card.id} />
        <div className={styles.line}>
          <span>{isDay(value.start) ? format.day(value.start) : when.full(value.start)}</span>
          {value.location && <bdi>{value.location}</bdi>}
        </div>
        {value.participants.length + value.guests.length > 0 && (
          <PeopleChips participants={value.participants} guests={value.guests} />
        )}
        {value.attachments.length > 0 && <AttachedFiles files={value.attachments} />}
      </div>
    </EntryFrame>
  );
}
