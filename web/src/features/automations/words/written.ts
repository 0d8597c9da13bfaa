import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";

/** A text to begin with, in which the card's name is a variable: without the marks that keep a value's direction on a screen, as this is sent to people. */
export const writtenText = (t: Translate, key: MessageKey): string =>
  t(key, { name: "{{ card.name }}" }).replaceAll(/[\u2068\u2069]/g, "");
