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
  /** With a reminder at `from` or later, and before `until`. Of a series, the first such occurrence. */
  reminder: z.object({ from: InstantSchema, until: InstantSchema }).optional(),
  done: z.boolean().optional(),
  /** With one of these people or cards among its guests. */
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
  /** When it is due or begins: a day, or an instant. */
  readonly date: string | null;
  /** The instant at which it begins, or by which it is due. */
  readonly startsAt: string | null;
  /** The instant of the reminder that it was found by, or of its first. */
  readonly reminder: string | null;
  /** Of an occurrence in a series: the day by which the series names it. */
  readonly day: string | null;
  readonly done: boolean;
  readonly assignedTo: UserId | null;
  readonly guests: readonly (UserId | CardId)[];
  readonly cardId: CardId | null;
}

/** By their reminders, the earliest first; those without one come last. */
export interface FoundActivities {
  readonly rows: readonly FoundActivity[];
  /** Names of their cards; those that the caller does not see are absent. */
  readonly cards: CardNames;
}
