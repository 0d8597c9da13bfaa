import type { Language } from "@kartis/i18n/languages.ts";

/** How a message reaches its reader. */
export const channels = ["mail", "sms"] as const;
export type Channel = (typeof channels)[number];

/** One language's text of a template; an SMS has no subject. */
export interface TemplateText {
  readonly subject: string;
  readonly body: string;
}

/** What a variable's value is: a link is written as it is, and words are escaped where marks would mean something. */
export interface Variable {
  /** As it is written between the braces. */
  readonly path: string;
  readonly kind: "text" | "link";
}

export const variableGroups = ["task", "meeting", "recipient", "sender", "organization", "card"] as const;
export type VariableGroup = (typeof variableGroups)[number];

/** A message that Kartis sends by itself (SPEC section 3, template kinds): one file here and one line in `list.ts`. */
export interface KindDefinition {
  readonly channel: Channel;
  readonly groups: readonly VariableGroup[];
  /** Rich text by default; an SMS is plain. */
  readonly texts: Readonly<Record<Language, TemplateText>>;
}
