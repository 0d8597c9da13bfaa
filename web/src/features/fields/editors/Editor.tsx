import type { PlacedEditorProps } from "./editing.ts";
import { screenOf } from "../screens.ts";

/** Edits a value in its place: a cell of the table or a row of the card. */
export function Editor(props: PlacedEditorProps) {
  const Component = screenOf(props.field.type).Editor;
  return Component && <Component {...props} />;
}
