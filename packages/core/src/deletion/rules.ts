const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/** True when the name was typed as displayed: a page collapses spaces, so they count as one. Case counts, so that nobody types it without looking. */
export const isTheName = (typed: string, name: string): boolean => plain(typed) === plain(name);
