import type { MeetingWithCards, Occurrence } from "@kartis/core/activities/meetings/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { type Scope, saveMeeting, scopes } from "../changes/meetings.ts";
import type { MeetingEntry } from "../entries.ts";
import { meetingOptions } from "../queries.ts";
import { ScopeDialog } from "../scope/ScopeDialog.tsx";
import { changeOf, type Draft, draftOf, occurrenceOf } from "./draft.ts";
import { MeetingEditor } from "./MeetingEditor.tsx";

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

interface Question {
  readonly draft: Draft;
  readonly offered: readonly Scope[];
  readonly answer: (scope: Scope | undefined) => void;
}

function Editing({ entry, meeting, occurrence, onClose }: EditingProps) {
  const t = useT();
  // What it was when it was opened: what others write meanwhile is not overwritten unseen.
  const [before] = useState({ draft: draftOf(meeting, occurrence), version: meeting.version });
  const [question, setQuestion] = useState<Question>();

  async function save(draft: Draft): Promise<AppError | "canceled" | undefined> {
    const change = changeOf(before.draft, draft);
    if (Object.keys(change).length === 0) return undefined;
    // What only a series has is no change of one of its times.
    const isOfSeries = ["repeat", "guests", "reminder", "notify", "cardId"].some((name) => name in change);
    const offered = isOfSeries ? scopes.filter((scope) => scope !== "one") : scopes;
    const scope = occurrence.isRepeating
      ? await new Promise<Scope | undefined>((answer) => setQuestion({ draft, offered, answer }))
      : "all";
    if (!scope) return "canceled";
    return saveMeeting({
      occurrence,
      scope,
      change,
      becomes: occurrenceOf(draft, occurrence),
      message: t("calendar.changed"),
      seen: before.version,
    });
  }
  return (
    <>
      <MeetingEditor
        initial={before.draft}
        isNew={false}
        meetingId={meeting.id}
        nameOf={(cardId) => Object.entries(meeting.cards).find(([id]) => id === cardId)?.[1]?.name}
        onSave={save}
        onClose={onClose}
      />
      {question && (
        <ScopeDialog
          question={{
            kind: "change",
            entry,
            offered: question.offered,
            onAnswer: (scope) => question.answer(scope),
          }}
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
