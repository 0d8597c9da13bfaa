import { ChoiceEditor } from "./ChoiceEditor.tsx";
import { Display } from "../display/Display.tsx";
import type { PlacedEditorProps } from "./editing.ts";
import { useFieldOptions } from "../options.tsx";
import { isEmpty } from "../values.ts";

export function SelectEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useFieldOptions(props.field)} selectionMode="single">
      {!isEmpty(props.value) && <Display field={props.field} value={props.value} place={props.place} />}
    </ChoiceEditor>
  );
}

export function TokensEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useFieldOptions(props.field)} selectionMode="multiple">
      {!isEmpty(props.value) && <Display field={props.field} value={props.value} place="cell" />}
    </ChoiceEditor>
  );
}
