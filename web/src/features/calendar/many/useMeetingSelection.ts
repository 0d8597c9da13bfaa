import { maxMeetings } from "@kartis/core/bulk/rules.ts";
import { useState } from "react";
import type { Entry, MeetingEntry } from "../entries.ts";

export interface MeetingSelection {
  /** The selected ones that are here, in their order. */
  readonly meetings: readonly MeetingEntry[];
  readonly keys: ReadonlySet<string>;
  /** A press selects instead of opening. */
  readonly isSelecting: boolean;
  readonly begin: () => void;
  readonly toggle: (entry: Entry) => void;
  /** Selects everything from the last selected one, or from another, to this. */
  readonly extend: (entry: Entry, from?: Entry) => void;
  readonly clear: () => void;
}

interface State {
  readonly keys: readonly string[];
  readonly isBegun: boolean;
}

const none: State = { keys: [], isBegun: false };

/** Selected meetings among the entries of a list, in its order; of a series single occurrences. What leaves the list is deselected. */
export function useMeetingSelection(inOrder: readonly Entry[], isOn: boolean): MeetingSelection {
  const [state, setState] = useState(none);
  const { keys, isBegun } = isOn ? state : none;
  const meetings = inOrder.filter((entry): entry is MeetingEntry => entry.kind === "meeting" && keys.includes(entry.key));
  const here = meetings.map(({ key }) => key);
  const set = (next: readonly string[]) => setState({ keys: next.slice(0, maxMeetings), isBegun: isBegun && next.length > 0 });
  const placeOf = (key: string | undefined) => inOrder.findIndex((entry) => entry.key === key);
  return {
    meetings,
    keys: new Set(here),
    isSelecting: isOn && (isBegun || here.length > 0),
    begin: () => setState({ keys: here, isBegun: true }),
    toggle: ({ kind, key }) => {
      if (kind !== "meeting") return;
      // The last selected one is where a range begins.
      set(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]);
    },
    extend: ({ key }, first) => {
      const start = first?.key ?? keys.findLast((one) => here.includes(one)) ?? key;
      const [from, to] = [placeOf(start), placeOf(key)];
      const range = inOrder
        .slice(Math.min(from, to), Math.max(from, to) + 1)
        .flatMap((entry) => (entry.kind === "meeting" ? [entry.key] : []));
      set([...new Set([...keys, ...(from > to ? range.toReversed() : range)])]);
    },
    clear: () => setState(none),
  };
}
