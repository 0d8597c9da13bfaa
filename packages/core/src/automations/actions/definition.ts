import type * as z from "zod";
import type { FieldContext } from "../../cards/rules.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { CardTypeId, Id, UserId } from "../../kernel/id.ts";
import type { SendableTemplate, TemplateMessage } from "../../message-templates/index.ts";
import type { Effect } from "../loops/effect.ts";
import type { Problem } from "../triggers/definition.ts";

/** The context in which an action's step is executed. */
export interface ActionContext {
  /** The card as it is now. */
  readonly card: Card;
  readonly type: CardType;
  /** Fills in a template with values of the card, the event and earlier steps, in the publisher's language. */
  readonly text: (template: string) => Promise<string>;
  /** A message template with values of the card, in the language of its person. @param email the recipient's address, if it goes to one */
  readonly template: (templateId: string, email: string | null) => Promise<TemplateMessage>;
  readonly nowMs: number;
  /** The organization's. */
  readonly timeZone: string;
  /** The organization's settings that fields need. */
  readonly settings: FieldContext;
  /** Adds a duration to the present instant, in the organization's time zone. */
  readonly later: (wait: Duration) => string;
  /** The user on whose behalf the automation runs. */
  readonly publisherId: UserId;
  /** The card's owner; null unless they are an active member. */
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

/** The procedure call that an action makes, or why it is skipped for this card. */
export type Call =
  | { readonly procedure: string; readonly input: Readonly<Record<string, unknown>> }
  /** A catalogue key. */
  | { readonly skipped: string };

/** What an action's settings can refer to, as it is now. */
export interface Lookups {
  readonly typeOf: (typeId: CardTypeId) => Promise<CardType | undefined>;
  /** All of the organization. */
  readonly types: () => Promise<readonly CardType[]>;
  /** Whether they are a member and not suspended. */
  readonly isMember: (userId: UserId) => Promise<boolean>;
  readonly hasRole: (roleId: Id<"rol">) => Promise<boolean>;
  /** Whether there is such a verified SMS sender. */
  readonly hasSender: (senderId: Id<"snd">) => Promise<boolean>;
  /** A message template that people made, and whether whoever publishes the automation may use it. */
  readonly template: (templateId: string) => Promise<SendableTemplate | undefined>;
  /** Why cards of the type refuse the values, as those of a new card or as changes: a catalogue key by field id. */
  readonly refusals: (
    type: CardType,
    values: Readonly<Record<string, unknown>>,
    as: "new" | "change",
  ) => Promise<Readonly<Record<string, string>>>;
}

/**
 * An action (SPEC section 3): one file here and one line in `list.ts`. It calls a procedure that people also call, so that permissions, plan limits, validation,
 * journal and undo apply unchanged. Pure and shared with the web, which has a form per kind.
 */
export interface ActionDefinition<Config = unknown> {
  readonly config: z.ZodType<Config>;
  call(config: Config, context: ActionContext): Call | Promise<Call>;
  /** What does not fit the card type, or refers to what is gone; paths are relative to the action. */
  problems?(config: Config, type: CardType, lookups: Lookups): readonly Problem[] | Promise<readonly Problem[]>;
  /** Whether it can be executed for a trashed card, which can neither be changed nor get tasks, mails or messages. */
  worksInTrash?(config: Config): boolean;
  /** Whether what it does is a change that can be undone: what has been sent cannot. */
  readonly isUndoable?: boolean;
  /** Its templates, by path. */
  texts?(config: Config): Readonly<Record<string, string>>;
  /**
   * What the log says if nothing is left of a text that its values were filled into: a catalogue key, by where the call has the text. What a form says beside a field
   * means nothing there.
   */
  filled?(config: Config): Readonly<Record<string, string>>;
  /** What it does that can start automations. @param typeId the type of the card that it is executed for */
  effects?(config: Config, typeId: CardTypeId): readonly Effect[];
  /** What the texts of later steps can name of its result: `name` and `link` of what it has created, or values of an answer. */
  variables?(config: Config): readonly string[];
  /** The URL that it calls, and the path of that setting. */
  address?(config: Config): { readonly path: string; readonly url: string };
  /** The configuration with its secrets sealed, each for the host that receives it. */
  sealed?(config: Config, seal: (plain: string, host: string) => string): Config;
  /** The configuration for readers who may not change automations: without what would let them act in its place. */
  masked?(config: Config): Config;
  /** The configuration for other organizations: without what must not leave this one or means nothing elsewhere. */
  shared?(config: Config): Config;
  /** Its sealed secrets, each with the host that receives it. */
  secrets?(config: Config): readonly { readonly path: string; readonly sealed: string; readonly host: string }[];
}

/** Infers the configuration from its schema. */
export const action = <Config>(definition: ActionDefinition<Config>): ActionDefinition<Config> => definition;
