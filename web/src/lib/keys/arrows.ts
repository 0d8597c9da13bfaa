import type { KeyboardEvent } from "react";

/** Which row of a list an arrow key leads to from the one that has the focus: the next, the one before, or none (0). */
export function rowStep({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey) return 0;
  return key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
}
