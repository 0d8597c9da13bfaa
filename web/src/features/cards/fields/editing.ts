import type { Field } from "@kartis/core/cards/schema.ts";

/** Where the focus goes after a commit: Tab to a neighbour, Enter stays. */
export type Then = "stay" | "next" | "previous";

export interface EditorProps {
  field: Field;
  /** Undefined or null where there is none. */
  value: unknown;
  /** What was typed to open the editor; it replaces the value. */
  initialText?: string | undefined;
  /** Called once. Null takes the value away. */
  onCommit: (value: unknown, then: Then) => void;
  onCancel: () => void;
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
