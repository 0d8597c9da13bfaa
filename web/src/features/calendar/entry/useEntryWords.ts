import { useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import type { Entry } from "../entries.ts";
import { useCalendarWords } from "../words.ts";

interface EntryWords {
  /** Full text for screen readers. */
  readonly name: string;
  /** Beside the title. */
  readonly short: string;
  /** Below it: until when, and where. */
  readonly long: string;
  /** For a card, the name of the date field. */
  readonly label?: string;
  readonly state: string | undefined;
}

/** Texts about a calendar entry besides its title. */
export function useEntryWords(entry: Entry): EntryWords {
  const t = useT();
  const words = useCalendarWords();
  const nameOf = useNameOf();
  const when = words.when(entry);
  if (entry.kind === "meeting") {
    const { location, isRepeating, guests } = entry.occurrence;
    const people = entry.people.map(nameOf).filter(Boolean);
    const answer = guests.length > 0 ? t(`calendar.state.${entry.state}`) : "";
    const parts = [t("calendar.meeting.named", { name: entry.title }), when, location, ...people.slice(0, 3), answer];
    return {
      name: [...parts, isRepeating ? t("calendar.repeats") : ""].filter(Boolean).join(", "),
      short: entry.isAllDay ? "" : words.time(entry.startMs),
      long: [entry.isAllDay ? "" : words.times(entry.startMs, entry.endMs), location].filter(Boolean).join(", "),
      state: entry.state,
    };
  }
  if (entry.kind === "card") {
    const time = entry.isAllDay ? "" : words.time(entry.startMs);
    return {
      name: [entry.title, entry.type.name, entry.field.label, when].join(", "),
      short: time,
      long: time,
      label: entry.field.label,
      state: undefined,
    };
  }
  const assignee = entry.task.assignedTo ? nameOf(entry.task.assignedTo) : "";
  const parts = [t("calendar.task.named", { name: entry.title }), when, assignee, entry.task.done ? t("tasks.done") : ""];
  return {
    name: parts.filter(Boolean).join(", "),
    short: entry.isAllDay ? "" : words.time(entry.startMs),
    long: entry.isAllDay ? "" : words.time(entry.startMs),
    state: undefined,
  };
}
