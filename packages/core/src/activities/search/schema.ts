import * as z from "zod";
import type { CardNames } from "../../cards/schema.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { ActivityId, CardId, UserId } from "../../kernel/id.ts";
import { type ActivityType, activityTypes } from "../types/list.ts";

/** Spec section 7. */
const mostFound = 100;

/** Instants as JavaScript writes them: others do not sort as text. */
const InstantSchema = z.iso.datetime({ offset: true }).transform((text, context) => {
  const at = Date.parse(text);
  if (at >= 0 && at < Date.UTC(10_000, 0)) return new Date(at).toISOString();
  context.addIssue({ code: "custom", message: "validation.date" });
  return z.NEVER;
});

export const SearchActivitiesInput = z.object({
  type: z.enum(activityTypes),
  /** With a reminder from `from` until before `until`. For a series, the first such occurrence. */
  reminder: z.object({ from: InstantSchema, until: InstantSchema }).optional(),
  done: z.boolean().optional(),
  /** With any of these people or cards as a guest. */
  guests: z
    .array(z.union([idSchema("usr"), idSchema("crd")]))
    .min(1)
    .max(100)
    .optional(),
  assignedTo: idSchema("usr").optional(),
  /** About this card, or one merged into it. */
  cardId: idSchema("crd").optional(),
  limit: z.number().int().min(1).max(mostFound).default(mostFound),
});
export type ActivitySearch = z.output<typeof SearchActivitiesInput>;

export interface FoundActivity {
  readonly id: ActivityId;
  readonly type: ActivityType;
  readonly version: number;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** Due date or start: a day, or an instant. */
  readonly date: string | null;
  /** The instant at which it begins, or by which it is due. */
  readonly startsAt: string | null;
  /** The instant of the reminder that it was found by, or of its first. */
  readonly reminder: string | null;
  /** For an occurrence: the day that identifies it in its series. */
  readonly day: string | null;
  readonly done: boolean;
  readonly assignedTo: UserId | null;
  readonly guests: readonly (UserId | CardId)[];
  readonly cardId: CardId | null;
}

/** Sorted by reminder, earliest first; those without one come last. */
export interface FoundActivities {
  readonly rows: readonly FoundActivity[];
  /** Names of their cards; those that the caller does not see are absent. */
  readonly cards: CardNames;
}
