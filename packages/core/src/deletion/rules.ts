const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** True when the name was typed as it is seen: spaces that a page shows as one are one. Capitals count, so that nobody types it without looking. */
export const isTheName = (typed: string, name: string): boolean => plain(typed) === plain(name);
