import type { Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";

/** Where the focus goes after a commit: Tab to a neighbor, Enter stays, Shift+Enter in a table goes to the cell above. */
export type Then = "stay" | "next" | "previous" | "above";

export interface EditorProps {
  field: Field;
  /** Undefined or null where there is none. */
  value: unknown;
  /** The card it belongs to: what is uploaded belongs to it too. */
  cardId?: CardId | undefined;
  /** The text that opened the editor; it replaces the value. */
  initialText?: string | undefined;
  /** Tab has opened it: its text is selected. */
  isSelected?: boolean | undefined;
  /** Called once. Null takes the value away. */
  onCommit: (value: unknown, then: Then) => void;
  onCancel: () => void;
  /** Text that is not a valid value, with the reason in the user's language: what keeps it if the editor is closed for another one. */
  onInvalid?: ((text: string, reason: string) => void) | undefined;
}

/** Place of the editor: a table cell, or a row of the card. */
export type PlacedEditorProps = EditorProps & { place: "cell" | "card" };

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
