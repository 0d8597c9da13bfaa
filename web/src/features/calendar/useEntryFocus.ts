import { type RefObject, useMemo, useState } from "react";
import { compareDays, type Entry } from "./entries.ts";
import { useFocusAcross } from "./useFocusAcross.ts";

interface EntryFocus {
  /** The one that the Tab key leads to. */
  readonly stop: string | undefined;
  /** Day by day, as the keys go through it. */
  readonly inOrder: readonly Entry[];
  /** The entry after or before it. */
  readonly beside: (entry: Entry, by: 1 | -1) => Entry | undefined;
  readonly setActive: (key: string) => void;
  /** Back to it, once what was open of it is gone. */
  readonly focusBehind: (key: string) => void;
  /** Moves the entry; the focus moves along, if it was there. */
  readonly keepFocus: (entry: Entry, move: () => void) => void;
  readonly elementOf: (key: string) => HTMLElement | null | undefined;
  readonly focusEntry: (key: string) => void;
  /** Moves the focus to the previous or next entry. */
  readonly toEntry: (by: 1 | -1) => void;
  /** Scrolls a list to its beginning; the focus, if it was in the list, goes to the first entry. */
  readonly toStart: () => void;
  /** Goes to other days or another view, keeping the focus; the argument is the day that has it. */
  readonly goAlong: (go: (day: string | undefined) => void) => void;
}

/** Position of the focus among the calendar's entries. */
export function useEntryFocus(
  entries: readonly Entry[],
  {
    container,
    openKey,
    today,
    from,
  }: {
    container: RefObject<HTMLElement | null>;
    openKey: string | undefined;
    today: string;
    /** The first day that is shown. */
    from: string;
  },
): EntryFocus {
  const [activeKey, setActive] = useState<string>();
  const inOrder = useMemo(() => entries.toSorted(compareDays), [entries]);
  const firstOf = (list: readonly Entry[]) => list.find(({ lastDay }) => lastDay >= today) ?? list[0];
  const named = entries.find(({ key }) => key === activeKey) ?? entries.find(({ key }) => key === openKey);
  const stop = (named ?? firstOf(inOrder))?.key;
  // What is not drawn, because too much overlaps, is behind the button that stands for it.
  const elementOf = (key: string) =>
    container.current?.querySelector<HTMLElement>(`[data-entry="${key}"] > button[tabindex]`) ??
    container.current?.querySelector<HTMLElement>(`[data-crowd~="${key}"]`);

  const beside = ({ key }: Entry, by: 1 | -1) => inOrder[inOrder.findIndex((entry) => entry.key === key) + by];
  function focusEntry(key: string) {
    setActive(key);
    // At once, so that what is pressed next is meant for it, and is not taken back; or once it is drawn, where it was out of view.
    const present = elementOf(key);
    present?.focus();
    requestAnimationFrame(() => {
      const element = elementOf(key);
      if (!present?.isConnected) element?.focus();
      if (element?.matches(":focus")) element.scrollIntoView({ block: "nearest" });
    });
  }
  const focusBehind = (key: string) => void setTimeout(() => elementOf(key)?.focus());
  function keepFocus({ key }: Entry, move: () => void) {
    const hadFocus = elementOf(key)?.matches(":focus") ?? false;
    move();
    if (hadFocus) focusEntry(key);
  }
  function toEntry(by: 1 | -1) {
    // A long list draws what gets the focus; what stands behind “n more” cannot have it, except by the button that stands for it on a day.
    const isLong = container.current?.querySelector("[data-in-view]") !== null;
    // One query for all: thousands of single look-ups take longer than a frame.
    const drawn = new Set(
      [...(container.current?.querySelectorAll<HTMLElement>("[data-entry], [data-crowd]") ?? [])].map(
        ({ dataset }) => dataset["entry"] ?? dataset["crowd"]?.split(" ")[0],
      ),
    );
    const reached = isLong ? inOrder : inOrder.filter(({ key }) => drawn.has(key));
    const activeCrowd =
      activeKey === undefined ? undefined : container.current?.querySelector<HTMLElement>(`[data-crowd~="${activeKey}"]`);
    const activeStop = activeCrowd?.dataset["crowd"]?.split(" ")[0] ?? activeKey;
    const at = reached.findIndex(({ key }) => key === activeStop);
    // Back to the one where one was, if the focus has gone elsewhere.
    const active = reached[at];
    const isThere = active && elementOf(active.key)?.matches(":focus");
    const next = active ? (isThere ? reached[at + by] : active) : firstOf(reached);
    if (next) focusEntry(next.key);
  }
  function toStart() {
    const list = container.current?.querySelector("[data-in-view]");
    const first = inOrder.find(({ lastDay }) => lastDay >= from);
    list?.scrollTo({ top: 0 });
    if (first && list?.contains(document.activeElement)) focusEntry(first.key);
  }
  const goAlong = useFocusAcross(container, elementOf, from);
  return { stop, inOrder, beside, setActive, focusBehind, keepFocus, elementOf, focusEntry, toEntry, toStart, goAlong };
}
