import type * as z from "zod";
import type { Card, CardType } from "../../cards/schema.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Problem } from "../triggers/definition.ts";

/** What an action is given when its step is carried out. */
export interface Stage {
  /** The card as it is now. */
  readonly card: Card;
  readonly type: CardType;
  /** Fills in a text with the card's values, in the language of whoever published the automation. */
  readonly text: (template: string) => Promise<string>;
  /** The instant that lies so far ahead, in the organization's zone. */
  readonly later: (wait: Duration) => string;
  /** The publisher, in whose name it acts. */
  readonly publisherId: UserId;
  /** The card's owner, if that is a member who can be given something. */
  readonly owner: UserId | null;
}

/** The card's name; empty if it has none. */
export const nameOf = ({ fields: { name } }: Pick<Card, "fields">): string => (typeof name === "string" ? name : "");

export const timeUnits = ["minutes", "hours", "days", "weeks", "months", "years"] as const;
export type TimeUnit = (typeof timeUnits)[number];
export interface Duration {
  readonly amount: number;
  readonly unit: TimeUnit;
}

/** The call that an action makes, or the reason why this card needs none. */
export type Call =
  | { readonly procedure: string; readonly input: Readonly<Record<string, unknown>> }
  /** The catalogue key of the reason. */
  | { readonly skipped: string };

/**
 * An action (SPEC section 3): one file here and one line in `list.ts`. It is a call of a procedure that people call too, so that permission, plan, rules, journal
 * and undo are those of people. Pure, shared with the web, which draws the form by the kind.
 */
export interface ActionDefinition<Config = unknown> {
  readonly config: z.ZodType<Config>;
  call(config: Config, stage: Stage): Call | Promise<Call>;
  /** What no longer fits the card type; paths are relative to the action. */
  problems?(config: Config, type: CardType): readonly Problem[];
  /** Whether it can be carried out for a card in the trash: nothing there can be changed, and nothing hung on it. */
  worksInTrash?(config: Config): boolean;
  /** Its texts with variables, by their path. */
  texts?(config: Config): Readonly<Record<string, string>>;
  /** The URL that it calls, and the path of that. */
  address?(config: Config): { readonly path: string; readonly url: string };
  /** The same with its secrets sealed, each for the place it is sent to. */
  sealed?(config: Config, seal: (plain: string, place: string) => string): Config;
  /** Its sealed secrets, and the place that each is for. */
  secrets?(config: Config): readonly { readonly path: string; readonly sealed: string; readonly place: string }[];
}

/** Infers the configuration from its schema. */
export const action = <Config>(definition: ActionDefinition<Config>): ActionDefinition<Config> => definition;
