import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { textDirection } from "../../../lib/text-direction.ts";
import { useRef, useState } from "react";
import { OpenMeeting } from "../../calendar/peek/later-elsewhere.ts";
import styles from "./entries.module.css";

interface MeetingNameProps {
  meetingId: ActivityId;
  title: string;
  /** Of a series, which of its times; without it, the next one. */
  day?: string | undefined;
  cardId: string;
}

/** A meeting's name, which opens the meeting where it stands. */
export function MeetingName({ meetingId, title, day, cardId }: MeetingNameProps) {
  const [isOpen, setOpen] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    // After what was open gives up the focus.
    setTimeout(() => name.current?.focus());
  }
  return (
    <>
      <button
        ref={name}
        type="button"
        className={styles.meetingName}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void OpenMeeting.preload()}
        onFocus={() => void OpenMeeting.preload()}
        onClick={() => setOpen(true)}
      >
        <bdi dir={textDirection(title)}>{title}</bdi>
      </button>
      {isOpen && <OpenMeeting meetingId={meetingId} day={day} anchor={name} cardId={cardId} onClose={close} />}
    </>
  );
}
