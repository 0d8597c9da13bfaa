import type { Entry, TaskEntry } from "../entries.ts";
import type { MovingState } from "../moving/useMoving.ts";

/** Actions of a view on its entries. */
export interface EntryActions {
  readonly onOpen: (entry: Entry) => void;
  readonly onFocus: (entry: Entry) => void;
  readonly onDone: (entry: TaskEntry) => void;
  readonly mayMove: (entry: Entry) => boolean;
  /** Undefined for what the person may not delete. */
  readonly deletionOf: (entry: Entry) => (() => void) | undefined;
  /** Selects an entry or no longer, where several can be selected. */
  readonly onSelect?: (entry: Entry) => void;
  /** Selects along to this entry (0), or from it to the one after or before it. */
  readonly onExtend?: (entry: Entry, by: 1 | -1 | 0) => void;
  /** Moves the focus from an entry to the one after or before it, where arrows do that. */
  readonly onStep?: (entry: Entry, by: 1 | -1) => void;
  /** Leaves the entries for the period, whose arrows they take; absent while Escape closes something. */
  readonly onLeave?: () => void;
  /** A day by itself. */
  readonly onDay: (day: string) => void;
}

/** Data that every view is rendered from. */
export interface ViewProps {
  readonly days: readonly string[];
  /** In the order of a day. */
  readonly entries: readonly Entry[];
  readonly today: string;
  readonly nowMs: number;
  /** The one that the Tab key leads to. */
  readonly stop: string | undefined;
  readonly openKey: string | undefined;
  readonly moving: MovingState;
  readonly actions: EntryActions;
}
