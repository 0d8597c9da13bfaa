/** A page that one has just opened takes what is typed, but on a phone, where the keyboard would cover the other ways in before anybody asked for it. */
export const focusesOnOpening = (): boolean => !matchMedia("(pointer: coarse)").matches;
