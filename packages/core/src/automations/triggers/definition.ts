import type * as z from "zod";
import type { ActivityType } from "../../activities/types/list.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { CardType } from "../../cards/schema.ts";
import type { Change, JournalAction } from "../../data/journal.ts";
import type { Effect } from "../loops/effect.ts";
import type { EventVariables } from "./event.ts";

/** A problem of a definition: its path within the definition, the message's catalogue key, and the name that the message refers to. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly about?: string;
}

/** The firings that are evaluated: after `from`, and until `to`. */
export interface FiringWindow {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The schedule of a trigger that fires at a time rather than on a change. */
export interface TriggerSchedule<Config = unknown> {
  /** The next instant at which to evaluate the schedule. @param afterMs milliseconds since the epoch */
  next(config: Config, afterMs: number, timeZone: string): string;
  /** Narrows the cards, in addition to the automation's own conditions. May include cards that do not fire in the window. */
  filter?(config: Config, window: FiringWindow, type: Pick<CardType, "fields">): Filter;
  /** For a schedule of open tasks instead of cards: the days between which tasks are due. May include tasks that do not fire in the window. */
  tasks?(config: Config, window: FiringWindow): { readonly from: string; readonly to: string };
  /** The instant in `(from, to]` at which it fires for a card, or a task, with these values; null for none. */
  firesAt(config: Config, fields: Readonly<Record<string, unknown>>, window: FiringWindow): string | null;
}

/** When a record was written, and the organization's time zone. */
export interface Moment {
  readonly at: string;
  readonly timeZone: string;
}

/** How a scheduled trigger fires at once for a date that is entered when its moment has passed: its schedule no longer comes to it. */
interface LateFiring<Config = unknown> {
  readonly on: readonly JournalAction[];
  isWanted(config: Config): boolean;
  /** The moment that had passed when the change entered its date; null if it enters none, or its moment is to come. */
  missedBy(config: Config, change: Change, moment: Moment): string | null;
}

/**
 * A trigger (SPEC section 3): one file here and one line in `list.ts`. Pure and shared with the web, which has a form per kind.
 */
export interface TriggerDefinition<Config = unknown> {
  readonly config: z.ZodType<Config>;
  /** Whether what an action does to a card of the automation's type can start it; absent if no action can. */
  startedBy?(config: Config, effect: Effect): boolean;
  /** The journal actions that can start it; empty for buttons and scheduled triggers. */
  readonly on: readonly JournalAction[];
  /** Whether a change with one of those actions starts it. Conditions on the card are evaluated later, when the run starts. */
  starts(config: Config, change: Change): boolean;
  /** What the texts of the steps can say about the event. */
  variables(config: Config): EventVariables;
  /** Whether a change of the card starts it, so that conditions can name values before the change. */
  readonly isChange?: true;
  /** The type of the activity that it is about, if it is about one. */
  readonly activity?: ActivityType;
  /** The card is in the trash when the steps are executed. */
  readonly leavesTrash?: true;
  /** It starts for every card that meets the conditions, so also for those that its runs create. */
  readonly startsForAll?: true;
  /** Only for scheduled triggers. */
  readonly schedule?: TriggerSchedule<Config>;
  readonly late?: LateFiring<Config>;
  /** What does not fit the card type; paths are relative to the trigger. */
  problems?(config: Config, type: CardType): readonly Problem[];
}

/** Infers the configuration from its schema. */
export const trigger = <Config>(definition: TriggerDefinition<Config>): TriggerDefinition<Config> => definition;
