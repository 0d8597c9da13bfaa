import type { CardType } from "@kartis/core/cards/schema.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { ReactNode } from "react";
import type { IconShape } from "../../ui/display/Icon.tsx";
import type { Said } from "./words/said.tsx";
import type { Words } from "./words/useWords.ts";

/** What a new trigger or action is made for. */
interface Ground {
  /** The automation's card type. */
  readonly type: CardType;
  readonly types: readonly CardType[];
  readonly t: Translate;
}

export interface KindFormProps<Config> {
  readonly config: Config;
  readonly type: CardType;
  /** Words for what is wrong, by the path in the configuration. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (config: Config) => void;
}

/** How a kind of trigger or action looks and is edited: one file, and one line in its list. */
export interface KindScreen<Config> {
  readonly icon: IconShape;
  /** Its name, as it is chosen. */
  readonly name: MessageKey;
  /** A new one, complete as it is; the reason where the card type has nothing for it. */
  initial(ground: Ground): Config | { readonly missing: MessageKey };
  say(config: Config, words: Words): Said;
  readonly Form?: (props: KindFormProps<Config>) => ReactNode;
  /** Shown in the step while something it needs is not set up. */
  readonly Missing?: () => ReactNode;
}
