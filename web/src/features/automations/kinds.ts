import type { CardType } from "@kartis/core/cards/schema.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { ReactNode } from "react";
import type { IconShape } from "../../ui/display/Icon.tsx";
import type { Phrase } from "./words/phrase.tsx";
import type { Words } from "./words/useWords.ts";

interface InitialContext {
  /** The automation's card type. */
  readonly type: CardType;
  readonly types: readonly CardType[];
  readonly t: Translate;
  /** The organization's. */
  readonly timeZone: string;
}

export interface KindFormProps<Config> {
  readonly config: Config;
  readonly type: CardType;
  /** Error messages by path in the configuration. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (config: Config) => void;
}

/** How a kind of trigger or action is shown and edited: one file, and one line in `screens.ts`. */
export interface KindScreen<Config> {
  readonly icon: IconShape;
  /** Its name in menus. */
  readonly name: MessageKey;
  /** The initial configuration, or why the card type does not support this kind. */
  initial(context: InitialContext): Config | { readonly missing: MessageKey };
  /** Describes the configured trigger or action. */
  say(config: Config, words: Words): Phrase;
  /** Whether the log says it also beside what a run's step has made, which does not show it. */
  isAlwaysSaid?(config: Config): boolean;
  readonly Form?: (props: KindFormProps<Config>) => ReactNode;
  /** A notice in the form while something the step needs is not set up. */
  readonly Missing?: () => ReactNode;
}
