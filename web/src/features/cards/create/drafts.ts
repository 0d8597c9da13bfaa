import type { FormState } from "./useNewCard.ts";

/** What was typed and not sent, by type, until it is sent or thrown away: a key pressed by mistake costs nobody a form. It is not kept on disk. */
export const drafts = new Map<string, FormState>();
