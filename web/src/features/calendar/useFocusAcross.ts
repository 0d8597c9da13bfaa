import { type RefObject, useLayoutEffect, useRef } from "react";

interface Left {
  /** The first day that was shown. */
  readonly from: string;
  readonly element: HTMLElement;
  readonly key: string | undefined;
  readonly day: string | undefined;
  /** Element that holds the focus until the entry is rendered. */
  waits?: HTMLElement;
}

/** A long list keeps what has the focus, wherever it is scrolled. */
function isOutOfView(element: HTMLElement): boolean {
  const list = element.closest("[data-in-view]")?.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return list !== undefined && (bottom <= list.top || top >= list.bottom);
}

const isGone = (element: HTMLElement) => !element.isConnected || element.matches(":disabled");

/**
 * The keys show other days, or the same in another way, and with that what has the focus may go. It goes on at the same entry, at its day, or else at the name of
 * what is shown; where a list that begins on another day has the entry out of view, at the first one in view. Answers how to go somewhere with it; the day on
 * which it stands is named to who goes.
 */
export function useFocusAcross(
  container: RefObject<HTMLElement | null>,
  elementOf: (key: string) => HTMLElement | null | undefined,
  from: string,
): (go: (day: string | undefined) => void) => void {
  const leaving = useRef<Left>(undefined);
  const heading = () => container.current?.ownerDocument.querySelector<HTMLElement>("[data-calendar-title]");
  const dayElement = (day: string | undefined) =>
    day === undefined
      ? undefined
      : container.current?.querySelector<HTMLElement>(
          `[role="gridcell"][data-day="${day}"], [data-head="${day}"]:not(:disabled)`,
        );

  const firstInView = () =>
    [...(container.current?.querySelectorAll<HTMLElement>("[data-in-view] [data-entry] > button[tabindex]") ?? [])]
      .filter((entry) => !isOutOfView(entry))
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0];

  // With each drawing: the address changes later, and the entries of other days come later still.
  useLayoutEffect(() => {
    const left = leaving.current;
    if (!left) return;
    const same = left.key === undefined ? undefined : elementOf(left.key);
    const isPassed = left.from !== from && same instanceof HTMLElement && isOutOfView(same);
    if (!isPassed && !isGone(left.element)) return;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== left.element && activeElement !== left.waits;
    const entry = isPassed ? firstInView() : same;
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
    leaving.current = isInside ? { element: activeElement, key, day, from } : undefined;
    go(day);
  };
}
