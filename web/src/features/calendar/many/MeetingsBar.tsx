import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import personAdd from "@fluentui/svg-icons/icons/person_add_16_regular.svg?icon";
import personRemove from "@fluentui/svg-icons/icons/person_subtract_16_regular.svg?icon";
import type { BulkMeetingChange } from "@kartis/core/bulk/schema.ts";
import { type RefObject, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { SelectionAction, SelectionBar, SelectionSeparator } from "../../../ui/collections/SelectionBar.tsx";
import { DaysChoice } from "./DaysChoice.tsx";
import { ManyMeetingsDialog } from "./ManyMeetingsDialog.tsx";
import { ParticipantChoice } from "./ParticipantChoice.tsx";
import type { MeetingSelection } from "./useMeetingSelection.ts";

interface MeetingsBarProps {
  selection: MeetingSelection;
  /** What is asked for by key. */
  asked: BulkMeetingChange | undefined;
  onAsk: (change: BulkMeetingChange | undefined) => void;
}

type Choice = "add" | "remove" | "move";

/** Actions for the selected meetings. Each shows what it would do before it is done. */
export function MeetingsBar({ selection, asked, onAsk }: MeetingsBarProps) {
  const t = useT();
  const can = useCan();
  const place = useRef<HTMLSpanElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const { meetings, clear } = selection;
  const count = meetings.length;
  const isNone = count === 0;
  const choose = (kind: Choice) => (isNone ? {} : { onPress: () => setChoice(kind) });
  const ask = (change: BulkMeetingChange) => {
    setChoice(undefined);
    onAsk(change);
  };
  return (
    <>
      <SelectionBar label={t("calendar.many.selected", { count })} onClear={clear}>
        {can(["MEETINGS", "update"]) && (
          <>
            <SelectionAction icon={calendarIcon} label={t("calendar.many.move")} {...choose("move")} />
            <SelectionAction icon={personAdd} label={t("calendar.many.add")} {...choose("add")} />
            <SelectionAction icon={personRemove} label={t("calendar.many.remove")} {...choose("remove")} />
          </>
        )}
        <span ref={place} />
        {can(["MEETINGS", "delete"]) && (
          <>
            <SelectionSeparator />
            <SelectionAction
              icon={deleteIcon}
              label={t("common.delete")}
              tone="danger"
              {...(isNone ? {} : { onPress: () => ask({ kind: "delete" }) })}
            />
          </>
        )}
      </SelectionBar>
      <Choices choice={choice} place={place} meetings={meetings} onAsk={ask} onClose={() => setChoice(undefined)} />
      {asked && count > 0 && (
        <ManyMeetingsDialog meetings={meetings} change={asked} onClose={() => onAsk(undefined)} onStarted={clear} />
      )}
    </>
  );
}

interface ChoicesProps extends Pick<MeetingSelection, "meetings"> {
  choice: Choice | undefined;
  place: RefObject<Element | null>;
  onAsk: (change: BulkMeetingChange) => void;
  onClose: () => void;
}

function Choices({ choice, place, meetings, onAsk, onClose }: ChoicesProps) {
  if (choice === undefined) return null;
  if (choice === "move")
    return <DaysChoice anchor={place} onChoose={(days) => onAsk({ kind: "move", days })} onClose={onClose} />;
  return (
    <ParticipantChoice
      anchor={place}
      kind={choice}
      meetings={meetings}
      onChoose={(userId) => onAsk({ kind: "participants", [choice]: [userId] })}
      onClose={onClose}
    />
  );
}
