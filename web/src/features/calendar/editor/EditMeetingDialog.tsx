import type { MeetingWithCards, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type AppError, mayHaveArrived } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { fetchAnew } from "../../../lib/query-client.ts";
import { knownName } from "../../records/card-names.ts";
import { saveMeeting, seriesParts } from "../changes/meetings.ts";
import { keyOf, type MeetingEntry } from "../entries.ts";
import { meetingOptions } from "../queries.ts";
import { SeriesDates } from "./SeriesDates.tsx";
import { questionOf, type SeriesPartAnswer, type SeriesPartQuestion } from "../series/question.ts";
import { SeriesPartDialog } from "../series/SeriesPartDialog.tsx";
import { changeOf, type Draft, draftOf, newsIn, occurrenceOf } from "./draft.ts";
import { keep, readKept } from "./kept.ts";
import { MeetingEditor, type SaveAnswer } from "./MeetingEditor.tsx";
import { isAsWritten, takenOver } from "./take-over.ts";

/** Changes a meeting; of a series, asks which of its times are meant. */
export function EditMeetingDialog({ entry, onClose }: { entry: MeetingEntry; onClose: () => void }) {
  const { data } = useQuery(meetingOptions(entry.id, entry.occurrence.day ?? undefined));
  return data ? (
    <Editing entry={entry} meeting={data} occurrence={data.occurrence ?? entry.occurrence} onClose={onClose} />
  ) : null;
}

interface EditingProps {
  entry: MeetingEntry;
  meeting: MeetingWithCards;
  occurrence: Occurrence;
  onClose: () => void;
}

/** What a change is made over. */
interface Base {
  readonly draft: Draft;
  readonly version: number;
}

interface Question {
  readonly asked: SeriesPartQuestion;
  readonly answer: (answer: SeriesPartAnswer | undefined) => void;
}

function Editing({ entry, meeting, occurrence, onClose }: EditingProps) {
  const t = useT();
  const about = keyOf(occurrence);
  const [kept, setKept] = useState(() => readKept(about));
  // What it was when the change was begun: what others write meanwhile is not overwritten unseen.
  const [now, setNow] = useState({ draft: draftOf(meeting, occurrence), version: meeting.version });
  const before = kept?.before ?? now;
  // The same in each try: a call whose answer was lost divides the series once.
  const [followingId] = useState<ActivityId>(() => kept?.meetingId ?? newId("act"));
  const [question, setQuestion] = useState<Question>();
  /** What an attempt has sent that may have been saved without an answer. */
  const unanswered = useRef<Draft>(undefined);

  const names: Readonly<Record<string, { readonly name: string } | undefined>> = meeting.cards;
  const nameOf = (cardId: string) => names[cardId]?.name ?? knownName(cardId) ?? kept?.names[cardId];

  function onRestored(day: string, version: number) {
    // What was written over it is written over nothing any more.
    if (day === occurrence.day) {
      keep(about, undefined, { nameOf });
      return onClose();
    }
    // Between what was seen and what was restored nobody else has written.
    if (version !== before.version + 1) return undefined;
    return kept?.before ? setKept({ ...kept, before: { ...before, version } }) : setNow({ ...now, version });
  }

  /**
   * What was written, over what somebody else has saved meanwhile: it is shown, so that the next attempt is meant. What an attempt without an answer has saved is
   * nobody else's. The refusal where that cannot be read.
   */
  async function overNewest(draft: Draft, refusal: AppError, again: (base: Base) => Promise<SaveAnswer>): Promise<SaveAnswer> {
    const newest = await fetchAnew(meetingOptions(meeting.id, occurrence.day ?? undefined)).catch(() => undefined);
    if (!newest?.occurrence) return refusal;
    const base = { draft: draftOf(newest, newest.occurrence), version: newest.version };
    if (kept?.before) setKept({ ...kept, before: base });
    else setNow(base);
    const sent = unanswered.current;
    unanswered.current = undefined;
    return sent && isAsWritten(sent, base.draft) ? again(base) : takenOver(before.draft, draft, base.draft);
  }

  async function save(draft: Draft, begin: () => void): Promise<SaveAnswer> {
    const change = changeOf(before.draft, draft);
    if (Object.keys(change).length === 0) return undefined;
    // What only a series has is no change of one of its times.
    const isOfSeries = ["repeat", "reminder", "notify", "cardId", "attachments"].some((name) => name in change);
    const offered = isOfSeries ? seriesParts.filter((part) => part !== "one") : seriesParts;
    const answered = await new Promise<SeriesPartAnswer | undefined>((answer) => {
      const asked = questionOf({ kind: "change", entry, offered, news: newsIn(change), change, onAnswer: answer });
      if (asked) setQuestion({ asked, answer });
      else answer({ part: "all" });
    });
    if (!answered) return "canceled";
    begin();
    const attempt = async (base: Base): Promise<SaveAnswer> => {
      const left = changeOf(base.draft, draft);
      if (Object.keys(left).length === 0) return undefined;
      const refusal = await saveMeeting({
        occurrence,
        ...answered,
        change: left,
        becomes: occurrenceOf(draft, occurrence),
        message: t("calendar.changed"),
        seen: base.version,
        followingId,
      });
      if (refusal?.code === "CONFLICT") return overNewest(draft, refusal, attempt);
      if (refusal && mayHaveArrived(refusal)) unanswered.current = draft;
      return refusal;
    };
    return attempt(before);
  }
  return (
    <>
      <MeetingEditor
        key={kept ? "begun" : "now"}
        initial={before.draft}
        begun={kept?.draft}
        isNew={false}
        meetingId={meeting.id}
        nameOf={nameOf}
        onSave={save}
        onKeep={(draft) => keep(about, draft, { nameOf, before, meetingId: followingId })}
        onStartOver={() => {
          keep(about, undefined, { nameOf });
          setKept(undefined);
        }}
        onClose={onClose}
      >
        {meeting.repeat && <SeriesDates meeting={meeting} onRestored={onRestored} />}
      </MeetingEditor>
      {question && (
        <SeriesPartDialog
          question={question.asked}
          onClose={() => {
            setQuestion(undefined);
            // Nothing where it was answered before.
            setTimeout(() => question.answer(undefined));
          }}
        />
      )}
    </>
  );
}
