import * as z from "zod";
import { type Channel, channels as activityChannels } from "../activities/schema.ts";
import type { ShownActivity, Upcoming } from "../activities/index.ts";
import type { CardNames, HistoryEntry } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { UserId } from "../kernel/id.ts";

/** Channels of the timeline: those of activities, and the card's own history. */
export const timelineChannels = [...activityChannels, "history"] as const;
export type TimelineChannel = Channel | "history";

export const TimelineInput = z.object({
  cardId: idSchema("crd"),
  order: z.enum(["newest", "oldest"]).default("newest"),
  /** Only these; without it, all. */
  channels: z.array(z.enum(timelineChannels)).min(1).max(timelineChannels.length).optional(),
  /** The place of the last entry seen. */
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [\w-]{1,40}$/)
    .optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export const TimelineCard = z.object({ cardId: idSchema("crd") });

export const TimelineTrashInput = TimelineCard.extend({
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});

/** Replies to a comment, oldest first, or earlier mails of a thread, newest first: the latest ones, with their total number. */
export interface Thread<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type Threaded<Shown> = Shown extends { readonly type: "COMMENT" | "MAIL"; readonly value: infer Row }
  ? Shown & { readonly thread: Thread<Row> | null }
  : Shown extends { readonly type: "TASK" }
    ? Shown & { readonly thread: null; readonly comments: number }
    : Shown extends { readonly type: "WHATSAPP" }
      ? Shown & { readonly thread: null; readonly sender: string | null }
      : Shown extends { readonly type: "MEETING" }
        ? Shown & { readonly thread: null; readonly day: string | null }
        : Shown & { readonly thread: null };
/**
 * An activity with its thread, if its type has threads; a task with the number of its comments; a message on WhatsApp with the name that the other person uses; of a
 * series to whose single times alone the card is invited, one of those as a meeting of its own, with the day that names it.
 */
export type ThreadedActivity = Threaded<ShownActivity>;

/** An activity at its place, or something that happened to the card. */
export type TimelineEntry = { readonly id: string; readonly at: string } & (
  | ({ readonly kind: "activity" } & ThreadedActivity)
  | { readonly kind: "history"; readonly record: HistoryEntry }
);

/** A page of it. Names of cards that the caller does not see are absent. */
export interface TimelinePage {
  readonly entries: readonly TimelineEntry[];
  readonly related: CardNames;
  readonly nextCursor: string | null;
}

/** What was written on it and deleted, the latest first. */
export interface DeletedOnTimeline {
  readonly rows: readonly ShownActivity[];
  readonly related: CardNames;
  readonly nextCursor: number | null;
}

/** The top part of a timeline. */
export interface TimelineTop {
  /** The soonest first. */
  readonly upcoming: readonly Upcoming[];
  /** The latest first. */
  readonly pinned: readonly ThreadedActivity[];
  readonly related: CardNames;
  readonly counts: Readonly<Record<TimelineChannel, number>>;
}

export interface Typing {
  readonly userIds: readonly UserId[];
}
