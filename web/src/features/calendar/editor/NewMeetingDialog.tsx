import type { CardId } from "@kartis/core/kernel/id.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newId } from "../../../lib/new-id.ts";
import { meOptions } from "../../../lib/session.ts";
import { knownName } from "../../cards/card-names.ts";
import { zone } from "../../tasks/days.ts";
import { createMeeting } from "../changes/meetings.ts";
import type { Place } from "../layout/moving.ts";
import { nextHour } from "../next-hour.ts";
import { emptyDraft, inputOf, occurrenceOf } from "./draft.ts";
import { MeetingEditor } from "./MeetingEditor.tsx";

interface NewMeetingDialogProps {
  /** When it is, for a start; the next full hour, where nothing is said. */
  place?: Place | undefined;
  /** Whom it is with. */
  cardId?: CardId;
  onClose: () => void;
}

/** Makes a meeting. */
export function NewMeetingDialog({ place, cardId, onClose }: NewMeetingDialogProps) {
  const { data: me } = useQuery(meOptions());
  const userId = me?.user.id ?? "";
  const [initial] = useState(() => emptyDraft(place ?? nextHour(), { timeZone: zone, userId, cardId }));
  // The same in each try: a call whose answer was lost makes no second meeting.
  const [meetingId] = useState(() => newId("act"));
  return (
    <MeetingEditor
      initial={initial}
      isNew
      nameOf={knownName}
      onSave={(draft) =>
        createMeeting(
          meetingId,
          inputOf(draft),
          occurrenceOf(draft, { meetingId, createdBy: isId("usr", userId) ? userId : null }),
        )
      }
      onClose={onClose}
    />
  );
}
