import type { Translate } from "@kartis/i18n/create-translate.ts";

export type RecordKind = "card" | "task";

/** What a record is shown as: its name, or words where it has none (`""`), or where it is deleted or out of the person's scope (`undefined`). */
export const recordWords = (name: string | undefined, kind: RecordKind, t: Translate): string =>
  name === undefined ? t(`cards.hidden.${kind}`) : name.trim() === "" ? t("cards.unnamed") : name;
