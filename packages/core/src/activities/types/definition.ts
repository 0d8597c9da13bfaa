import type { JournalAction } from "../../data/journal.ts";
import type { ChangeOf } from "../../data/payloads.ts";
import type { Channel } from "../schema.ts";
import type { PermissionType } from "../../kernel/permission.ts";

/** One reminder of an activity. */
export interface Reminder {
  /** The instant at which people are reminded. */
  readonly at: string;
  /** The instant that it is about: when it is due or begins. */
  readonly startsAt: string;
  /** For an occurrence: the day that identifies it in its series. */
  readonly day: string | null;
}

/** Values of an activity, in the shape of its type's schema. Absent keys have no value. */
export type ActivityValues = Readonly<Record<string, unknown>>;

/** Columns that lists filter and sort by, for every type. */
export interface ActivityColumns {
  readonly title: string;
  /** More words that it is found by, besides its title. */
  readonly words: string;
  readonly assignee: string | null;
  /** The day, for something that has no hour; `YYYY-MM-DD`. */
  readonly dueDay: string | null;
  /** The instant by which it is due; of a day, its end in the organization's zone. */
  readonly dueAt: string | null;
  readonly isDone: boolean;
  readonly doneAt: string | null;
  /** Higher is more urgent; 0 without one. */
  readonly priority: number;
  readonly cardId: string | null;
  /** Members besides the assignee whom it is theirs too, such as a meeting's participants. */
  readonly people: readonly string[];
  /** Cards besides `cardId` that it concerns, such as those of a meeting's guests: it is on their timelines, and survives them. */
  readonly cards: readonly string[];
  /** Start and end on a calendar, instants; for a series, the first start and the last end, null if it has no end. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  /** The instant of its reminder; null for none. */
  readonly remindAt: string | null;
  /** Position on the timeline, an instant; null for the time of creation. */
  readonly happenedAt: string | null;
  /** The activity that it answers: it is shown with that one, and deleted for good with it. */
  readonly parentId: string | null;
  /** The activity that started the thread it belongs to. The timeline shows only the latest of a thread. */
  readonly threadId: string | null;
  /** Kept at the top of the timeline. */
  readonly isPinned: boolean;
  /** The template that its text was begun with. */
  readonly templateId: string | null;
  /** A message that was not sent, or may not have been, and that nobody has given up. */
  readonly isUnsent: boolean;
}

/** The columns of a type that has none of them. */
export const noColumns: ActivityColumns = {
  title: "",
  words: "",
  assignee: null,
  dueDay: null,
  dueAt: null,
  isDone: false,
  doneAt: null,
  priority: 0,
  cardId: null,
  people: [],
  cards: [],
  startsAt: null,
  endsAt: null,
  remindAt: null,
  happenedAt: null,
  parentId: null,
  threadId: null,
  isPinned: false,
  templateId: null,
  isUnsent: false,
};

/** What happens to activities of every type. */
export const activityVerbs = ["create", "update", "delete", "restore", "purge"] as const;
export type ActivityVerb = (typeof activityVerbs)[number];

type AboutActivities<A extends JournalAction> = A extends JournalAction
  ? ChangeOf<A>["subject"]["kind"] extends "activity"
    ? A
    : never
  : never;
/** The actions that say of an activity of some type that this happened to it. */
export type ActivityAction<Verb extends ActivityVerb> = Extract<AboutActivities<JournalAction>, `${string}.${Verb}`>;

/** An edit that is being undone. */
export interface UndoneEdit {
  readonly before: ActivityValues;
  readonly after: ActivityValues;
  /** The days of which it changed something; undefined where the lists are put back as a whole. */
  readonly days: readonly string[] | undefined;
}

/** A type of activity (SPEC section 3): one file here and one line in `list.ts`. */
export interface ActivityDefinition {
  /** The permission that covers it. */
  readonly permission: PermissionType;
  readonly channel: Channel;
  /** Why an activity that the person may only read cannot be changed: a key of the catalogues. */
  readonly readOnlyKey: string;
  readonly actions: { readonly [Verb in ActivityVerb]: ActivityAction<Verb> };
  /** Actions besides `update` that change values, such as an answer to an invitation. */
  readonly edits?: readonly JournalAction[];
  columns(values: ActivityValues): ActivityColumns;
  /**
   * For types whose activities may be a series, shown as occurrences: whether one is, and its first reminder at the instant or later. Its column `remindAt` is
   * then the earliest reminder of all.
   */
  readonly series?: {
    repeats(values: ActivityValues): boolean;
    nextReminder(values: ActivityValues, from: string): Reminder | undefined;
  };
  /** For types that go on by themselves when their time has come, as a task's series and a waiting SMS do: the instant, `from` or later, at which that is. */
  continuesAt?(values: ActivityValues, from: string): string | undefined;
  /** Values that follow from others, which mean nothing to people who read the journal. */
  readonly derived: readonly string[];
  /** Those of them that count changes, so that undoing every change does not put them back. */
  readonly counting?: readonly string[];
  /** Values that others write too: they cause no conflict for a person who changes the values they depend on. */
  readonly shared?: readonly string[];
  /** Whether its creation can still be undone although values that follow from others, or are shared, have changed by themselves since. */
  canCallBack?(values: ActivityValues): boolean;
  /** Lists in which every entry belongs to a day: people who change different days do not conflict. */
  readonly dated?: readonly string[];
  /** Values from which the days follow: after they change, a day may identify a different entry. */
  readonly dating?: readonly string[];
  /** Values that change when the assignee or participant leaves the organization: the heir takes their place in open or upcoming ones. */
  handedOver?(values: ActivityValues, from: string, heir: string, createdBy: string): ActivityValues;
  /** Further values that change when it is trashed or restored, at that instant. */
  trashed?(values: ActivityValues, at: string): ActivityValues;
  /**
   * The patch that undoes an edit, where some of it cannot just be put back.
   * @param isAsLeft whether a value is still what the edit made of it
   * @param timeZone that of the organization now
   * @param edit with its days, where lists are put back on these alone
   */
  undone?(
    current: ActivityValues,
    patch: ActivityValues,
    isAsLeft: (name: string) => boolean,
    timeZone: string,
    edit: UndoneEdit,
  ): ActivityValues;
}
