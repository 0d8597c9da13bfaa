import { smsPartsOf } from "@kartis/core/activities/invitations/rules.ts";
import type { MessageKind } from "@kartis/core/activities/meetings/message-kinds.ts";
import type { Meeting, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { descriptionOn } from "@kartis/core/activities/meetings/time.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import type { MeetingChange } from "../changes/meetings.ts";
import styles from "./SeriesPartDialog.module.css";

interface SmsOfNewsProps {
  meeting: Meeting;
  kind: Exclude<MessageKind, "reminded">;
  /** What is about to be changed. */
  change?: MeetingChange | undefined;
  /** The only time of a series that it is about. */
  time?: Occurrence | undefined;
}

/** Says that guests also get an SMS, and what it takes of the balance. */
export function SmsOfNews({ meeting, kind, change, time }: SmsOfNewsProps) {
  const t = useT();
  const isAllowed = useCan()(["SMS", "create"]);
  const before = time ? atTime(meeting, time) : meeting;
  const { title, description, location, start, minutes, days, timeZone, guests, cardId, repeat } = { ...before, ...change };
  const { data } = useQuery(
    trpc.meetings.smsToGuests.queryOptions(
      {
        title,
        description,
        location,
        start,
        minutes,
        days,
        timeZone,
        cardId,
        repeat,
        guests: guests.map(({ id, cardId: of, email, name }) => ({ cardId: of, email, name, ...(id ? { id } : {}) })),
        kinds: [kind],
        ...(time && kind === "changed" ? { insteadOf: { start: before.start, minutes: before.minutes, days: before.days } } : {}),
      },
      { enabled: isAllowed, meta: { quiet: true } },
    ),
  );
  if (!isAllowed) return <p className={styles.sms}>{t("calendar.notifyGuests.bySms")}</p>;
  const count = data && smsPartsOf(data.guests, kind);
  return <SmsCount count={count} left={data?.left ?? 0} />;
}

/** One time of a series as a meeting of its own. */
const atTime = (meeting: Meeting, { day, title, location, start, end, isAllDay, guests }: Occurrence): Meeting => ({
  ...meeting,
  title,
  guests: guests.map((guest) => ({ ...guest, answeredAt: null })),
  description: descriptionOn(meeting, day),
  location,
  start,
  minutes: isAllDay ? null : Math.round((Date.parse(end) - Date.parse(start)) / 60_000),
  days: isAllDay ? Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) : null,
  repeat: null,
});

/** How many SMS will be sent, once that is known, and how many are left. */
export function SmsCount({ count, left }: { count: number | undefined; left: number }) {
  const t = useT();
  return (
    <div className={styles.sms} aria-live="polite">
      {count !== undefined && (
        <p>
          {t("calendar.notifyGuests.sms", { count })} · {t("sms.left", { count: left })}
        </p>
      )}
      {count !== undefined && count > left && <p className={styles.short}>{t("calendar.sms.short")}</p>}
    </div>
  );
}
