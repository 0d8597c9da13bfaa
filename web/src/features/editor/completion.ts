import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { ReactNode } from "react";

/** What is being written that may become something else, and where. */
export interface Query {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface Choice {
  readonly id: string;
  readonly row: ReactNode;
  /** Puts it in the place of what was typed. */
  readonly put: (view: EditorView, query: Query) => void;
}

/** What is offered while one types. */
export interface Completion {
  /** What the list is called. */
  readonly label: string;
  readonly find: (state: EditorState) => Query | undefined;
  /** What is typed now; undefined while nothing is looked for. */
  readonly onQuery?: (text: string | undefined) => void;
  /** What fits what is typed, as far as it is known by now. */
  readonly choicesFor: (text: string) => readonly Choice[];
}
