import { isFigure } from "../cards/figures/schema.ts";

/* What a list as of a moment can show. Pure, shared with the web. */

/** Whether nobody knows what it was then: the journal of cards does not tell about activities, nor when a card had last been changed. */
export const hasNoPast = (fieldId: string): boolean => fieldId === "updatedAt" || isFigure(fieldId);

/** A list is taken back over at most this many changed cards of its type. */
export const mostChangedCards = 10_000;
/** Records of their changes, likewise. */
export const mostListRecords = 20_000;
