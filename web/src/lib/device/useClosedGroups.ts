import { useState } from "react";

function stored(storageKey: string): ReadonlySet<string> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return new Set(Array.isArray(read) ? read.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Groups of a list that this person has collapsed in this browser. */
export function useClosedGroups(list: string): { closed: ReadonlySet<string>; toggle: (name: string) => void } {
  const storageKey = `kartis.${list}.closed`;
  const [closed, setClosed] = useState(() => stored(storageKey));
  return {
    closed,
    toggle: (name) => {
      const next = new Set(closed);
      if (!next.delete(name)) next.add(name);
      setClosed(next);
      try {
        localStorage.setItem(storageKey, JSON.stringify([...next]));
      } catch {
        // Private windows may refuse storage; it then lasts as long as the page.
      }
    },
  };
}
