import { useEffect, useEffectEvent } from "react";
import { useClashes } from "../cards/clashes.ts";
import type { CardEntry, Entry } from "./entries.ts";

/** Opens the date of a card that somebody else has changed meanwhile: both are there to choose from. */
export function useOpenClash(entries: readonly Entry[], onOpen: (entry: CardEntry) => void): void {
  const clashOf = useClashes();
  const clashing = entries.find((entry): entry is CardEntry => {
    const clash = entry.kind === "card" ? clashOf(entry.id, entry.field.id) : undefined;
    return clash !== undefined && !clash.unsaved;
  });
  const open = useEffectEvent(() => clashing && onOpen(clashing));
  useEffect(() => {
    open();
  }, [clashing?.key]);
}
