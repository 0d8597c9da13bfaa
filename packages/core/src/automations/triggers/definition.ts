import type * as z from "zod";
import type { Filter } from "../../cards/query/schema.ts";
import type { CardType } from "../../cards/schema.ts";
import type { Change, JournalAction } from "../../data/journal.ts";

/** Problem of a definition: where it is, as a path into the definition, the catalogue key of the message, and what that is about. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly about?: string;
}

/** For a trigger that the clock sets off, rather than a change. */
export interface TriggerSchedule<Config = unknown> {
  /** The next instant after this one at which to look for cards. @param afterMs milliseconds since the epoch */
  next(config: Config, afterMs: number, timeZone: string): string;
  /** Which cards to look at, besides the automation's own conditions. */
  filter?(config: Config): Filter;
  /** It is open tasks on the cards that are looked at: those that are due between these days. */
  tasks?(
    config: Config,
    window: { readonly from: string; readonly to: string; readonly timeZone: string },
  ): { readonly from: string; readonly to: string };
  /** The instant in `(from, to]` at which it is set off for a card, or a task, with these values; null for none. */
  firesAt(
    config: Config,
    fields: Readonly<Record<string, unknown>>,
    window: { readonly from: string; readonly to: string; readonly timeZone: string },
  ): string | null;
}

/**
 * A trigger (SPEC section 3): one file here and one line in `list.ts`. Pure, shared with the web, which draws the form by the kind.
 */
export interface TriggerDefinition<Config = unknown> {
  readonly config: z.ZodType<Config>;
  /** The journal's actions that can start it; empty for one that people start. */
  readonly on: readonly JournalAction[];
  /** Whether this change, which has one of those actions, starts it. Conditions on the card are checked later, when the run begins. */
  starts(config: Config, change: Change): boolean;
  /** Whether the card is in the trash when the steps come. */
  readonly leavesTrash?: true;
  /** Of a trigger of the clock's. */
  readonly schedule?: TriggerSchedule<Config>;
  /** What no longer fits the card type; paths are relative to the trigger. */
  problems?(config: Config, type: CardType): readonly Problem[];
}

/** Infers the configuration from its schema. */
export const trigger = <Config>(definition: TriggerDefinition<Config>): TriggerDefinition<Config> => definition;
