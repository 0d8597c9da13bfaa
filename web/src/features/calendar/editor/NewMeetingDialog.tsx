import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isMadeBefore } from "../../../lib/made-before.ts";
import { newId } from "../../../lib/new-id.ts";
import { meOptions } from "../../../lib/session.ts";
import { sayDiscarded } from "../../../ui/feedback/discarded.ts";
import { knownName } from "../../records/card-names.ts";
import { zone } from "../../dates/days.ts";
import { createMeeting } from "../changes/meetings.ts";
import type { Place } from "../layout/moving.ts";
import { nextHour } from "../next-hour.ts";
import { emptyDraft, inputOf, occurrenceOf, timedAs } from "./draft.ts";
import { keep, readKept } from "./kept.ts";
import { MeetingEditor } from "./MeetingEditor.tsx";

interface NewMeetingDialogProps {
  /** Initial time; the next full hour by default. */
  place?: Place | undefined;
  /** Initial guest. */
  cardId?: CardId;
  onClose: () => void;
  /** Opens it again, where what Cancel threw away is brought back. */
  onReopen: () => void;
}

/** Makes a meeting. What was typed and not saved is there again with the next one, unless it was thrown away by Cancel. */
export function NewMeetingDialog({ place, cardId, onClose, onReopen }: NewMeetingDialogProps) {
  const { data: me } = useQuery(meOptions());
  const userId = me?.user.id ?? "";
  const about = cardId ?? "calendar";
  const [initial] = useState(() => emptyDraft(place ?? nextHour(), { timeZone: zone, userId, cardId }));
  const [kept, setKept] = useState(() => readKept(about));
  // The same in each try: a call whose answer was lost makes no second meeting.
  const [meetingId, setMeetingId] = useState<ActivityId>(() => kept?.meetingId ?? newId("act"));
  const [savedFiles, setSavedFiles] = useState<readonly FileReference[]>();
  const nameOf = (id: string) => knownName(id) ?? kept?.names[id];
  return (
    <MeetingEditor
      key={kept ? "begun" : "new"}
      initial={initial}
      // Whoever draws a time on the calendar means that one.
      begun={kept && (place ? timedAs(kept.draft, initial) : kept.draft)}
      isNew
      meetingId={meetingId}
      nameOf={nameOf}
      savedFiles={savedFiles}
      onSave={async (draft, begin) => {
        begin();
        const made = occurrenceOf(draft, { meetingId, createdBy: isId("usr", userId) ? userId : null });
        const error = await createMeeting(meetingId, inputOf(draft), made);
        if (error && isMadeBefore(error)) {
          setMeetingId(newId("act"));
          setSavedFiles(draft.attachments);
        }
        return error;
      }}
      onKeep={(draft) => keep(about, draft, { nameOf, meetingId })}
      onStartOver={() => {
        keep(about, undefined, { nameOf });
        setMeetingId(newId("act"));
        setKept(undefined);
      }}
      onClose={onClose}
      onDiscard={(draft) => {
        keep(about, undefined, { nameOf });
        onClose();
        if (!draft) return;
        sayDiscarded(() => {
          keep(about, draft, { nameOf, meetingId });
          onReopen();
        });
      }}
    />
  );
}
