import type { BulkExample, BulkMeetingChange } from "@kartis/core/bulk/schema.ts";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { PreviewDialog } from "../../cards/bulk/PreviewDialog.tsx";
import { useNameOf } from "../../people/people.ts";
import type { MeetingEntry } from "../entries.ts";
import { SmsCount } from "../series/SmsOfNews.tsx";
import { changeManyMeetings, jobOf } from "./change-many.ts";
import styles from "./ManyMeetingsDialog.module.css";

interface ManyMeetingsDialogProps {
  meetings: readonly MeetingEntry[];
  change: BulkMeetingChange;
  onClose: () => void;
  /** It has begun: nothing is selected any more. */
  onStarted: () => void;
}

/** Shows what a change of several meetings would do before it is done, and asks whether their guests are notified. */
export function ManyMeetingsDialog({ meetings, change, onClose, onStarted }: ManyMeetingsDialogProps) {
  const t = useT();
  // What is selected may change in the calendar while one decides.
  const [chosen] = useState(() => meetings.map(({ occurrence }) => occurrence));
  const [notifyGuests, setNotifyGuests] = useState(false);
  const { data: preview, error } = useQuery(
    trpc.bulk.preview.queryOptions(jobOf(chosen, change), {
      staleTime: 0,
      gcTime: 0,
      retry: false,
      meta: { quiet: true, private: true },
    }),
  );
  const isAllowed = useCan()(["SMS", "create"]);
  const isTold = notifyGuests && chosen.some(({ guests }) => guests.some(({ cardId }) => cardId));
  const { data: told } = useQuery(
    trpc.bulk.preview.queryOptions(jobOf(chosen, change, true), {
      enabled: isAllowed && isTold,
      staleTime: 0,
      gcTime: 0,
      meta: { quiet: true, private: true },
    }),
  );
  const inWords = useExampleWords();
  const count = chosen.length;
  const isDeletion = change.kind === "delete";
  const ofSeries = chosen.filter(({ isRepeating }) => isRepeating).length;
  const hasGuests = chosen.some(({ guests }) => guests.length > 0) && change.kind !== "participants";
  return (
    <PreviewDialog
      title={t(isDeletion ? "changes.meetings.delete" : "changes.meetings.title", { count })}
      preview={
        preview && {
          ...preview,
          examples: preview.examples.map((one) => ({ ...one, before: inWords(one.before), after: inWords(one.after) })),
        }
      }
      error={error ? toAppError(error) : undefined}
      of="meetings"
      types={[{ id: "MEETING", fields: fieldsOf(t("changes.meetings.start"), t("calendar.participants")) }]}
      apply={t(isDeletion ? "changes.meetings.delete" : "changes.meetings.apply", { count: preview?.changing ?? 0 })}
      note={
        (ofSeries > 0 || hasGuests) && (
          <div className={styles.notes}>
            {ofSeries > 0 && <p>{t("changes.meetings.series", { count: ofSeries })}</p>}
            {hasGuests && (
              <Checkbox isSelected={notifyGuests} onChange={setNotifyGuests}>
                {t("changes.meetings.notify")}
              </Checkbox>
            )}
            {isTold && told?.sms && told.sms.parts > 0 && <SmsCount count={told.sms.parts} left={told.sms.left} />}
          </div>
        )
      }
      onClose={onClose}
      onChange={() => {
        void changeManyMeetings(chosen, change, notifyGuests && hasGuests);
        onClose();
        onStarted();
      }}
    />
  );
}

const fieldOf = (id: string, label: string): Field => ({
  id,
  key: id,
  label,
  type: "text",
  options: [],
  displayed: true,
  required: false,
  internal: false,
});
const fieldsOf = (start: string, participants: string) => [fieldOf("start", start), fieldOf("participants", participants)];

/** When a meeting is, and who takes part, as people write it. */
function useExampleWords() {
  const format = useFormatHere();
  const nameOf = useNameOf();
  return ({ start, participants }: BulkExample["before"]): Readonly<Record<string, unknown>> => ({
    ...(typeof start === "string" ? { start: isDay(start) ? format.day(start, "full") : format.dateTime(start) } : {}),
    ...(Array.isArray(participants) ? { participants: format.list(participants.map((id) => nameOf(String(id)))) || null } : {}),
  });
}
