import { type FocusEvent, useState } from "react";

/** Position of the focus: a row of the list, the details beside it, or elsewhere. */
export type FocusPlace = "row" | "details" | undefined;

function placeOf(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return undefined;
  if (target.closest("[data-task]")) return "row";
  return target.closest("[data-peek]") ? "details" : undefined;
}

/** Follows the focus: keys mean the row that has it, and otherwise the task that is shown. */
export function useFocusPlace() {
  const [place, setPlace] = useState<FocusPlace>();
  return {
    place,
    setPlace,
    handlers: {
      onFocus: ({ target }: FocusEvent) => setPlace(placeOf(target)),
      onBlur: ({ relatedTarget }: FocusEvent) => setPlace(placeOf(relatedTarget)),
    },
  };
}
