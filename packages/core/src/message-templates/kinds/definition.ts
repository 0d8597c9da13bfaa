import type { Language } from "@kartis/i18n/languages.ts";

/** Channel by which a message reaches its recipient. */
export const channels = ["mail", "sms"] as const;
export type Channel = (typeof channels)[number];

/** One language's text of a template; an SMS has no subject. */
export interface TemplateText {
  readonly subject: string;
  readonly body: string;
}

/** A variable: a link is written as is, text is escaped where marks would have a meaning. */
export interface Variable {
  /** Path as written between the braces. */
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
