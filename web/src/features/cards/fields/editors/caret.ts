import type { FocusEvent } from "react";

/** One goes on writing: what is there is not selected, so the first letter does not replace it. */
export function caretAtEnd({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
}
