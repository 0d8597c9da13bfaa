/** Whether a page focuses its first field on opening. Not on touch screens, where the keyboard would cover the page unasked. */
export const focusesOnOpening = (): boolean => !matchMedia("(pointer: coarse)").matches;
