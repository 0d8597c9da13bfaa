import { type RefObject, useState } from "react";
import type { Entry } from "./entries.ts";

interface EntryFocus {
  /** The one that the Tab key leads to. */
  readonly stop: string | undefined;
  readonly setActive: (key: string) => void;
  /** Back to it, once what was open of it is gone. */
  readonly focusBehind: (key: string) => void;
  /** Has the entry moved; the focus goes along, if it has it. */
  readonly keepFocus: (entry: Entry, move: () => void) => void;
  readonly focusEntry: (key: string) => void;
  /** To what comes before or after what has the focus. */
  readonly toEntry: (by: 1 | -1) => void;
}

/** Where the focus is among what a calendar shows. */
export function useEntryFocus(
  entries: readonly Entry[],
  { container, openKey, today }: { container: RefObject<HTMLElement | null>; openKey: string | undefined; today: string },
): EntryFocus {
  const [activeKey, setActive] = useState<string>();
  const first = entries.find(({ lastDay }) => lastDay >= today) ?? entries[0];
  const stop = (entries.find(({ key }) => key === activeKey) ?? entries.find(({ key }) => key === openKey) ?? first)?.key;
  const elementOf = (key: string) => container.current?.querySelector<HTMLElement>(`[data-entry="${key}"] > button[tabindex]`);

  function focusEntry(key: string) {
    setActive(key);
    // At once, so that what is pressed next is meant for it; and once it is drawn, where it was out of view.
    elementOf(key)?.focus();
    requestAnimationFrame(() => {
      elementOf(key)?.focus();
      elementOf(key)?.scrollIntoView({ block: "nearest" });
    });
  }
  const focusBehind = (key: string) => void setTimeout(() => elementOf(key)?.focus());
  function keepFocus({ key }: Entry, move: () => void) {
    const hadFocus = elementOf(key)?.matches(":focus") ?? false;
    move();
    if (hadFocus) focusEntry(key);
  }
  function toEntry(by: 1 | -1) {
    const at = entries.findIndex(({ key }) => key === activeKey);
    // Back to the one where one was, if the focus has gone elsewhere.
    const active = entries[at];
    const isThere = active && elementOf(active.key)?.matches(":focus");
    const next = active ? (isThere ? entries[at + by] : active) : first;
    if (next) focusEntry(next.key);
  }
  return { stop, setActive, focusBehind, keepFocus, focusEntry, toEntry };
}
