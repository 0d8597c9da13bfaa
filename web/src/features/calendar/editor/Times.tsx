import type { BusyTime } from "@kartis/core/activities/meetings/free-times/schema.ts";
import { weekdays } from "@kartis/core/activities/recurrence/limits.ts";
import { weekdayOf, workdaysIn } from "@kartis/core/activities/recurrence/weeks.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, UserId } from "@kartis/core/kernel/id.ts";
import { dayAfter, dayOf, instantOf, timeIn } from "@kartis/core/kernel/zoned-time.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useRegion } from "../../../lib/organization.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { useNameOf } from "../../people/people.ts";
import { todayHere } from "../../dates/days.ts";
import { useCalendarWords } from "../words.ts";
import { comingTimes, windowOf } from "./coming-times.ts";
import type { Draft } from "./draft.ts";
import styles from "./MeetingEditor.module.css";

type Days = NonNullable<BusyTime["days"]>;

interface TimesProps {
  draft: Draft;
  /** A meeting that is no conflict with itself. */
  except: ActivityId | undefined;
  onChoose: (time: { day: string; time: string }) => void;
}

const isUser = (id: string): id is UserId => isId("usr", id);

/** As many conflicts are listed. */
const mostShown = 5;

/** Who of the participants is busy then, or at the next times of a series, and when all of them are free. */
export function Times({ draft, except, onChoose }: TimesProps) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const words = useCalendarWords(draft.timeZone);
  const region = useRegion();
  const [isLooking, setLooking] = useState(false);
  const [nextQuarterMs] = useState(() => Math.ceil(Date.now() / 900_000) * 900_000);
  const userIds = draft.participants.filter(isUser);
  const spans = useMemo(() => comingTimes(draft, nextQuarterMs), [draft, nextQuarterMs]);
  const window = windowOf(spans);
  const but = except ? { except } : {};
  const { data: busy } = useQuery(
    trpc.meetings.busy.queryOptions(
      { userIds, from: "2000-01-01T00:00:00Z", until: "2000-01-02T00:00:00Z", ...window, ...but },
      { enabled: window !== undefined && userIds.length > 0, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  const first = draft.day && draft.day > todayHere() ? draft.day : todayHere();
  const from = new Date(Math.max(nextQuarterMs, Date.parse(instantOf(first, "00:00", draft.timeZone)))).toISOString();
  const free = useQuery(
    trpc.meetings.freeTimes.queryOptions(
      {
        userIds,
        minutes: Math.min(draft.minutes ?? 60, 480),
        from,
        until: instantOf(dayAfter(first, 14), "00:00", draft.timeZone),
        timeZone: draft.timeZone,
        limit: 6,
        // A day off that was chosen is meant.
        weekdays: weekdays.filter((day) => workdaysIn(region).includes(day) || day === weekdayOf(first)),
        ...but,
      },
      { enabled: isLooking && userIds.length > 0, meta: { quiet: true } },
    ),
  );
  if (userIds.length === 0) return null;
  const isInTheWay = ({ start, end }: { readonly start: string; readonly end: string }) =>
    spans.some(({ startMs, endMs }) => Date.parse(start) < endMs && Date.parse(end) > startMs);
  const clashes = userIds
    .flatMap((userId) => (busy?.byUser[userId] ?? []).filter(isInTheWay).map((time) => ({ userId, ...time })))
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
  /** The hour is enough where the day is the one that was chosen. */
  function whenOf({ start, end, days }: { readonly start: string; readonly end: string; readonly days: Days | null }): string {
    if (days) return words.days(days.first, days.last);
    const startMs = Date.parse(start);
    const on = dayOf(startMs, draft.timeZone);
    const times = words.times(startMs, Date.parse(end));
    return !draft.isAllDay && on === draft.day ? times : `${words.shortDay(on)}, ${times}`;
  }
  const day = new Intl.DateTimeFormat(format.locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: draft.timeZone,
  });
  const clock = new Intl.DateTimeFormat(format.locale, { timeStyle: "short", timeZone: draft.timeZone });
  return (
    <div className={styles.times}>
      <div role="status">
        {clashes.slice(0, mostShown).map(({ userId, title, ...time }) => (
          <p key={`${userId}${time.start}${title}`} className={styles.clash}>
            {t("calendar.busy", {
              name: nameOf(userId),
              when: whenOf(time),
              title: title ?? t("calendar.busy.hidden"),
            })}
          </p>
        ))}
        {clashes.length > mostShown && (
          <p className={styles.clash}>{t("common.moreCount", { count: clashes.length - mostShown })}</p>
        )}
      </div>
      {draft.isAllDay ? null : isLooking && free.data ? (
        <div role="group" aria-label={t("calendar.freeTimes")} className={styles.free}>
          {free.data.times.length === 0 && <p>{t("calendar.freeTimes.none")}</p>}
          {free.data.times.map(({ start }) => (
            <Button
              key={start}
              size={24}
              onPress={() => {
                onChoose({ day: dayOf(Date.parse(start), draft.timeZone), time: timeIn(Date.parse(start), draft.timeZone) });
                setLooking(false);
              }}
            >
              {`${day.format(new Date(start))}, ${clock.format(new Date(start))}`}
            </Button>
          ))}
        </div>
      ) : (
        <Button variant="ghost" size={24} onPress={() => setLooking(true)}>
          {t("calendar.findTime")}
        </Button>
      )}
    </div>
  );
}
