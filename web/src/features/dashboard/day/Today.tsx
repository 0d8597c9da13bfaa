import calendar from "@fluentui/svg-icons/icons/calendar_ltr_20_regular.svg?icon";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { textDirection } from "../../../lib/text-direction.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { compareEntries, entryOfMeeting, entryOfTask, type MeetingEntry, type TaskEntry } from "../../calendar/entries.ts";
import { useEntryHue } from "../../calendar/entry/useEntryHue.ts";
import { calendarHref } from "../../calendar/search.ts";
import { useNow } from "../../calendar/useNow.ts";
import { useCalendarWords } from "../../calendar/words.ts";
import { isWholeDay, startOfDay, wallOfDue, zone } from "../../dates/days.ts";
import { taskListHref } from "../../tasks/search.ts";
import dashboard from "../dashboard.module.css";
import styles from "./MyDay.module.css";
import type { MyDue } from "./useMyDue.ts";

/** The person's meetings of today and their tasks with a time, in order, with the line of now. */
export function Today({ due, mayReadMeetings }: { due: MyDue; mayReadMeetings: boolean }) {
  const t = useT();
  const { today } = due;
  const userId = useQuery(meOptions()).data?.user.id;
  const isAsked = mayReadMeetings && userId !== undefined;
  const meetings = useQuery(
    trpc.meetings.range.queryOptions(
      { from: startOfDay(today), until: startOfDay(dayAfter(today)), timeZone: zone, userIds: userId ? [userId] : [] },
      { enabled: isAsked, meta: { quiet: true } },
    ),
  );
  const timed = (due.tasks ?? []).filter((task) => !isWholeDay(task.due) && wallOfDue(task.due).day === today);
  const entries = [...(meetings.data?.occurrences ?? []).map(entryOfMeeting), ...timed.map(entryOfTask)].toSorted(compareEntries);
  const isKnown = isAsked ? meetings.data !== undefined : due.tasks !== undefined;
  const href = calendarHref({ view: "day", day: today });
  return (
    <section className={dashboard.region} aria-label={t("tasks.group.today")}>
      <div className={dashboard.head}>
        <h2 className={dashboard.title}>{t("tasks.group.today")}</h2>
        <span className={dashboard.all}>
          <Link href={href}>{t("dashboard.today.all")}</Link>
        </span>
      </div>
      {isKnown ? (
        entries.length === 0 ? (
          <EmptyState icon={calendar} title={t("dashboard.today.none")} level={3}>
            {t("dashboard.today.noneLine")}
          </EmptyState>
        ) : (
          <Entries entries={entries} today={today} />
        )
      ) : meetings.error ? (
        <ErrorState
          error={meetings.error}
          level={3}
          actions={<Button onPress={() => void meetings.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : (
        <SkeletonRows rows={4} columns={["80px", "2fr"]} />
      )}
    </section>
  );
}

function Entries({ entries, today }: { entries: readonly (MeetingEntry | TaskEntry)[]; today: string }) {
  const t = useT();
  const words = useCalendarWords();
  const now = useNow();
  const next = entries.findIndex((entry) => !entry.isAllDay && entry.startMs > now);
  const line = (
    <li key="now" className={styles.now}>
      <time dateTime={new Date(now).toISOString()}>{words.time(now)}</time>
    </li>
  );
  const rows = entries.map((entry) => (
    <li key={entry.key} className={dashboard.row} data-past={(!entry.isAllDay && entry.endMs <= now) || undefined}>
      <span className={styles.when}>
        {entry.isAllDay
          ? t("calendar.allDay")
          : entry.kind === "task"
            ? words.time(entry.startMs)
            : words.times(entry.startMs, entry.endMs)}
      </span>
      <Bar of={entry} />
      <span className={`${dashboard.name} ${styles.name}`}>
        <Link look="quiet" href={hrefOf(entry, today)}>
          <bdi dir={textDirection(entry.title)}>{entry.title}</bdi>
        </Link>
      </span>
      {entry.kind === "meeting" && entry.occurrence.location && (
        <span className={dashboard.when}>
          <bdi>{entry.occurrence.location}</bdi>
        </span>
      )}
    </li>
  ));
  return <ul className={dashboard.rows}>{rows.toSpliced(next === -1 ? rows.length : next, 0, line)}</ul>;
}

function Bar({ of: entry }: { of: MeetingEntry | TaskEntry }) {
  return <i className={styles.bar} data-hue={useEntryHue(entry)} data-kind={entry.kind} />;
}

/** A task opens among the tasks, a meeting on its day. */
const hrefOf = (entry: MeetingEntry | TaskEntry, today: string): string =>
  entry.kind === "task"
    ? taskListHref({ task: entry.id })
    : calendarHref({ view: "day", day: today, open: entry.id, ...(entry.occurrence.day ? { on: entry.occurrence.day } : {}) });
