import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import personAdd from "@fluentui/svg-icons/icons/person_add_16_regular.svg?icon";
import personRemove from "@fluentui/svg-icons/icons/person_subtract_16_regular.svg?icon";
import type { BulkMeetingChange } from "@kartis/core/bulk/schema.ts";
import { useState } from "react";
import type { PressEvent } from "react-aria-components/Button";
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
  onGone: () => void;
}

/** What is chosen from, at the button that it was opened from. */
interface Choice {
  readonly kind: "add" | "remove" | "move";
  readonly anchor: Element;
}

/** Actions for the selected meetings. Each shows what it would do before it is done. */
export function MeetingsBar({ selection, asked, onAsk, onGone }: MeetingsBarProps) {
  const t = useT();
  const can = useCan();
  const [choice, setChoice] = useState<Choice>();
  const { meetings, clear } = selection;
  const count = meetings.length;
  const isNone = count === 0;
  const choose = (kind: Choice["kind"]) =>
    isNone ? {} : { onPress: ({ target }: PressEvent) => setChoice({ kind, anchor: target }) };
  const ask = (change: BulkMeetingChange) => {
    setChoice(undefined);
    onAsk(change);
  };
  return (
    <>
      <SelectionBar label={t("calendar.many.selected", { count })} onClear={clear} onGone={onGone}>
        {can(["MEETINGS", "update"]) && (
          <>
            <SelectionAction icon={calendarIcon} label={t("calendar.many.move")} {...choose("move")} />
            <SelectionAction icon={personAdd} label={t("calendar.many.add")} {...choose("add")} />
            <SelectionAction icon={personRemove} label={t("calendar.many.remove")} {...choose("remove")} />
          </>
        )}
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
      <Choices choice={choice} meetings={meetings} onAsk={ask} onClose={() => setChoice(undefined)} />
      {asked && count > 0 && (
        <ManyMeetingsDialog meetings={meetings} change={asked} onClose={() => onAsk(undefined)} onStarted={clear} />
      )}
    </>
  );
}

interface ChoicesProps extends Pick<MeetingSelection, "meetings"> {
  choice: Choice | undefined;
  onAsk: (change: BulkMeetingChange) => void;
  onClose: () => void;
}

function Choices({ choice, meetings, onAsk, onClose }: ChoicesProps) {
  if (choice === undefined) return null;
  const { kind, anchor } = choice;
  if (kind === "move") return <DaysChoice anchor={anchor} onChoose={(days) => onAsk({ kind: "move", days })} onClose={onClose} />;
  return (
    <ParticipantChoice
      anchor={anchor}
      kind={kind}
      meetings={meetings}
      onChoose={(userId) => onAsk({ kind: "participants", [kind]: [userId] })}
      onClose={onClose}
    />
  );
}
