import { useState } from "react";

const storageKey = (typeId: string) => `kartis.groups:${typeId}`;

function read(typeId: string): Readonly<Record<string, boolean>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(typeId)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, boolean>) : {}; // as `set` left it
  } catch {
    return {};
  }
}

/** Groups that this person has opened or closed, where that differs from the layout. */
export function useOpenGroups(typeId: string): {
  isOpen: (groupId: string, byDefault: boolean) => boolean;
  set: (groupId: string, isOpen: boolean) => void;
} {
  const [groups, setGroups] = useState(() => read(typeId));
  return {
    isOpen: (groupId, byDefault) => groups[groupId] ?? byDefault,
    set(groupId, isOpen) {
      // Other parts of the page have written theirs since.
      const next = { ...read(typeId), [groupId]: isOpen };
      setGroups(next);
      try {
        localStorage.setItem(storageKey(typeId), JSON.stringify(next));
      } catch {
        // A full or forbidden storage costs the memory, not the press.
      }
    },
  };
}
