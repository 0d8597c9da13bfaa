import type { FocusEvent } from "react";

/** Opened by Tab, typing replaces the value, as in a spreadsheet; opened by any other key or a press, it goes on from its end. */
export const placeCaret =
  (isSelected = false) =>
  ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const end = currentTarget.value.length;
    currentTarget.setSelectionRange(isSelected ? 0 : end, end);
  };
