import type { Translate } from "@kartis/i18n/create-translate.ts";

export type RecordKind = "card" | "task";

/** Text for a record: its name, or a placeholder if it is unnamed (`""`), or deleted or out of the person's scope (`undefined`). */
export const recordWords = (name: string | undefined, kind: RecordKind, t: Translate): string =>
  name === undefined ? t(`cards.hidden.${kind}`) : name.trim() === "" ? t("cards.unnamed") : name;
