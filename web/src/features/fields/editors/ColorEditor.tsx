import type { PlacedEditorProps } from "./editing.ts";
import { PanelEditor } from "./PanelEditor.tsx";
import { Swatches } from "./Swatches.tsx";

/** A color, typed or one of the product's hues below. */
export function ColorEditor(props: PlacedEditorProps) {
  return (
    <PanelEditor
      {...props}
      panel={(edit) => (
        <Swatches label={props.field.label} value={edit.text} onPick={(color) => void edit.commit("stay", color)} />
      )}
    />
  );
}
