import { mayMove, missingForStatus } from "@kartis/core/cards/processes.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { Formatter } from "@kartis/i18n/format.ts";
import { inSentence } from "@kartis/i18n/in-sentence.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { fieldOf } from "../records/card-types.ts";

/** Why the card cannot have the status now, in the user's words; the server says the same. Takes the words of `card`. */
export function reasonAgainst(
  type: CardType,
  card: Card,
  statusId: string | null,
  t: Translate,
  format: Formatter,
): string | undefined {
  const current = card.fields["status"];
  const from = typeof current === "string" && current !== "" ? current : null;
  if (statusId === from) return undefined;
  if (!mayMove(type, from, statusId)) return t("validation.process.notAllowed");
  const missing = missingForStatus(type, statusId, card.fields).map((fieldId) =>
    inSentence(fieldOf(type, fieldId)?.label ?? "", t.language),
  );
  return missing.length > 0 ? t("card.status.needs", { fields: format.list(missing) }) : undefined;
}
