import type { Card } from "@kartis/core/cards/schema.ts";
import type { TimelineEntry } from "@kartis/core/timeline/schema.ts";
import { CommentEntry } from "./CommentEntry.tsx";
import { LoggedEntry } from "./LoggedEntry.tsx";
import { MailEntry } from "./MailEntry.tsx";
import { SmsEntry } from "./SmsEntry.tsx";
import { WhatsAppEntry } from "./WhatsAppEntry.tsx";
import { MeetingEntry, TaskEntry } from "./PlannedEntry.tsx";

interface ActivityEntryProps {
  entry: Extract<TimelineEntry, { kind: "activity" }>;
  card: Card;
  isLast: boolean;
  /** A copy above the list; the reply's draft opens only in the list. */
  isOnTop?: boolean;
}

/** An activity as its type shows itself. */
export function ActivityEntry({ entry, card, isLast, isOnTop = false }: ActivityEntryProps) {
  const { at } = entry;
  switch (entry.type) {
    case "COMMENT":
      return <CommentEntry value={entry.value} thread={entry.thread} at={at} card={card} isLast={isLast} isOnTop={isOnTop} />;
    case "TASK":
      return <TaskEntry value={entry.value} comments={entry.comments} at={at} isLast={isLast} />;
    case "MEETING":
      return <MeetingEntry value={entry.value} day={entry.day} at={at} card={card} isLast={isLast} />;
    case "MAIL":
      return <MailEntry value={entry.value} thread={entry.thread} at={at} card={card} isLast={isLast} isOnTop={isOnTop} />;
    case "SMS":
      return <SmsEntry value={entry.value} at={at} isLast={isLast} />;
    case "WHATSAPP":
      return <WhatsAppEntry value={entry.value} sender={entry.sender} at={at} isLast={isLast} />;
    default:
      return <LoggedEntry value={entry.value} at={at} isLast={isLast} />;
  }
}
