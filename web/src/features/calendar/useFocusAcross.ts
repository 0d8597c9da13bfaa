import { type RefObject, useLayoutEffect, useRef } from "react";

interface Left {
  readonly element: HTMLElement;
  readonly key: string | undefined;
  readonly day: string | undefined;
  /** Element that holds the focus until the entry is rendered. */
  waits?: HTMLElement;
}

const isGone = (element: HTMLElement) => !element.isConnected || element.matches(":disabled");

/**
 * The keys show other days, or the same in another way, and with that what has the focus may go. It goes on at the same entry, at its day, or else at the name of
 * what is shown. Answers how to go somewhere with it; the day on which it stands is named to who goes.
 */
export function useFocusAcross(
  container: RefObject<HTMLElement | null>,
  elementOf: (key: string) => HTMLElement | null | undefined,
): (go: (day: string | undefined) => void) => void {
  const leaving = useRef<Left>(undefined);
  const heading = () => container.current?.ownerDocument.querySelector<HTMLElement>("[data-calendar-title]");
  const dayElement = (day: string | undefined) =>
    day === undefined
      ? undefined
      : container.current?.querySelector<HTMLElement>(
          `[role="gridcell"][data-day="${day}"], [data-head="${day}"]:not(:disabled)`,
        );

  // With each drawing: the address changes later, and the entries of other days come later still.
  useLayoutEffect(() => {
    const left = leaving.current;
    if (!left || !isGone(left.element)) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== left.element && activeElement !== left.waits;
    const entry = left.key === undefined ? undefined : elementOf(left.key);
    if (isElsewhere || entry) leaving.current = undefined;
    if (isElsewhere) return;
    const next = entry ?? dayElement(left.day) ?? heading();
    if (!next || next === activeElement) return;
    next.focus();
    left.waits = next;
  });

  return (go) => {
    const { activeElement } = document;
    const isInside = activeElement instanceof HTMLElement && container.current?.contains(activeElement);
    const place = isInside ? activeElement.closest<HTMLElement>("[data-on], [data-day], [data-head]")?.dataset : undefined;
    const day = place?.["on"] ?? place?.["day"] ?? place?.["head"];
    const key = isInside ? activeElement.closest<HTMLElement>("[data-entry]")?.dataset["entry"] : undefined;
    leaving.current = isInside ? { element: activeElement, key, day } : undefined;
    go(day);
  };
}
