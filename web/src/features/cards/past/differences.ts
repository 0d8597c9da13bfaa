import type { Card } from "@kartis/core/cards/schema.ts";
import { sameValue } from "../../fields/editors/editing.ts";
import type { CardNow } from "./usePastList.ts";

/** Whether the field has another value now than the card had. */
export const isDifferent = (card: Card, now: CardNow | undefined, fieldId: string): now is CardNow =>
  now !== undefined && !sameValue(card.fields[fieldId] ?? null, now.fields[fieldId] ?? null);
