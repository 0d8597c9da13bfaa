import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { ReactNode } from "react";

/** The text that a completion would replace, and its range. */
export interface Query {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface Choice {
  readonly id: string;
  readonly row: ReactNode;
  /** Replaces the typed text by the choice. */
  readonly put: (view: EditorView, query: Query) => void;
}

/** Suggestions while typing. */
export interface Completion {
  /** The list's accessible name. */
  readonly label: string;
  readonly find: (state: EditorState) => Query | undefined;
  /** Called with the text being completed; undefined when there is none. */
  readonly onQuery?: (text: string | undefined) => void;
  /** The choices that match, as far as they have loaded. */
  readonly choicesFor: (text: string) => readonly Choice[];
}
