import type { KeyboardEvent } from "react";
import { Slider } from "../../../ui/inputs/Slider.tsx";
import type { PlacedEditorProps } from "./editing.ts";
import { PanelEditor } from "./PanelEditor.tsx";
import { boundsOf } from "../bounds.ts";

/** A number, typed or set by the slider below it. */
export function RangeEditor(props: PlacedEditorProps) {
  const { field } = props;
  return (
    <PanelEditor
      {...props}
      panel={(edit) => (
        <div
          role="presentation"
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === "Enter") void edit.commit("stay");
          }}
        >
          <Slider aria-label={field.label} {...boundsOf(field, edit.text)} onChange={(next) => edit.type(String(next))} />
        </div>
      )}
    />
  );
}
