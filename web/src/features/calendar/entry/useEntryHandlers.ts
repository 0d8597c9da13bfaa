import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { Entry, TaskEntry } from "../entries.ts";
import type { MovingState } from "../moving/useMoving.ts";
import type { EntryActions } from "./actions.ts";
import { deleteByKey } from "./keys.ts";

interface EntryHandlers {
  readonly onOpen: (entry: Entry) => void;
  readonly onFocus: (entry: Entry) => void;
  readonly onDone: (entry: TaskEntry) => void;
  readonly onSelect: (entry: Entry) => void;
  readonly onExtend: (entry: Entry, by: 1 | -1 | 0) => void;
  readonly onStep: (entry: Entry, by: 1 | -1) => void;
  readonly onKeyDown: (event: KeyboardEvent, entry: Entry, hasHours: boolean) => void;
}

/**
 * What happens to an entry, always the same object: the screen makes its actions anew whenever anything changes, and what is drawn with those would be drawn again
 * with each step of the focus and each pixel of a drag.
 */
export function useEntryHandlers(actions: EntryActions, moving?: MovingState): EntryHandlers {
  const latest = useRef({ actions, moving });
  useLayoutEffect(() => {
    latest.current = { actions, moving };
  });
  const [handlers] = useState((): EntryHandlers => ({
    onOpen: (entry) => latest.current.actions.onOpen(entry),
    onFocus: (entry) => latest.current.actions.onFocus(entry),
    onDone: (entry) => latest.current.actions.onDone(entry),
    onSelect: (entry) => latest.current.actions.onSelect?.(entry),
    onExtend: (entry, by) => latest.current.actions.onExtend?.(entry, by),
    onStep: (entry, by) => latest.current.actions.onStep?.(entry, by),
    onKeyDown(event, entry, hasHours) {
      latest.current.moving?.onEntryKeyDown(entry, event, hasHours);
      deleteByKey(event, entry, latest.current.actions);
      const { onLeave } = latest.current.actions;
      if (event.key !== "Escape" || event.defaultPrevented || !onLeave) return;
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    },
  }));
  return handlers;
}
