import type { FormState } from "./useNewCard.ts";

/** Unsent forms by type, until they are sent or discarded, so that a wrong key loses nothing. Not kept on disk. */
export const drafts = new Map<string, FormState>();
