import type { Translate } from "@kartis/i18n/translate.ts";

/** The words for a validation key (`validation.phone`) that a definition or the server gives. */
export function validationMessage(t: Translate, key: string): string {
  return t.find(key) ?? t("validation.invalid");
}
