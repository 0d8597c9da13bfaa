import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { removeMeeting } from "../changes/meetings.ts";
import { shownOccurrence, useShownMeetings } from "../changes/pending.ts";
import { EditMeetingDialog } from "../editor/later.ts";
import { entryOfMeeting } from "../entries.ts";
import { meetingOptions } from "../queries.ts";
import { questionOf, type SeriesPartAnswer, type SeriesPartQuestion } from "../series/question.ts";
import { SeriesPartDialog } from "../series/SeriesPartDialog.tsx";
import { MeetingBeside } from "./MeetingBeside.tsx";

interface OpenMeetingProps {
  meetingId: ActivityId;
  /** Of a series, which of its times; without it, the next one. */
  day: string | undefined;
  anchor: RefObject<Element | null>;
  /** The card on whose page it is opened. */
  cardId: string;
  onClose: () => void;
}

/** A meeting that is opened from where it is named outside the calendar: to read, to change and to delete. */
export function OpenMeeting({ meetingId, day, anchor, cardId, onClose }: OpenMeetingProps) {
  const t = useT();
  const mayDelete = useCan()(["MEETINGS", "delete"]);
  const { types } = useCardTypes();
  const [isEditing, setEditing] = useState(false);
  const [question, setQuestion] = useState<SeriesPartQuestion>();
  const { data, error } = useQuery(meetingOptions(meetingId, day));
  useShownMeetings();
  const occurrence = data?.trashedAt === null && data.occurrence ? shownOccurrence(data.occurrence) : undefined;
  const isGone = error !== null || (data !== undefined && (data.trashedAt !== null || data.occurrence === null));
  const leave = useEffectEvent(() => {
    showToast({ tone: "info", code: "meetings.gone", givesWay: true, title: t("calendar.gone") });
    onClose();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  if (!occurrence) return null;

  const entry = entryOfMeeting(occurrence);
  const about = data?.cardId && data.cardId !== cardId ? data.cards[data.cardId] : undefined;
  const slug = about && types?.find(({ id }) => id === about.typeId)?.slug;
  function askToDelete() {
    const remove = ({ part, notifyGuests }: SeriesPartAnswer) => {
      onClose();
      removeMeeting(entry.occurrence, part, notifyGuests);
    };
    const asked = questionOf({ kind: "delete", entry, news: "delete", onAnswer: remove });
    if (asked) setQuestion(asked);
    else remove({ part: "one" });
  }
  return (
    <>
      <MeetingBeside
        entry={entry}
        isDocked={false}
        isCovered={isEditing || question !== undefined}
        anchor={anchor}
        card={about && { name: about.name, href: slug && `/cards/${slug}/${data?.cardId}` }}
        onEdit={() => setEditing(true)}
        onDelete={mayDelete && occurrence.canUpdate ? askToDelete : undefined}
        onClose={onClose}
      />
      {/* What is changed may be another meeting afterwards: this and the following of a series. */}
      {isEditing && <EditMeetingDialog entry={entry} onClose={onClose} />}
      {question && <SeriesPartDialog question={question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}
