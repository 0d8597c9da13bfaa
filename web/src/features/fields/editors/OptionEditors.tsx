import { ChoiceEditor } from "./ChoiceEditor.tsx";
import { Display } from "../display/Display.tsx";
import type { PlacedEditorProps } from "./editing.ts";
import { useChoices } from "../options.tsx";
import { isEmpty } from "../values.ts";

export function SelectEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useChoices(props.field, props.value)} selectionMode="single">
      {() => !isEmpty(props.value) && <Display field={props.field} value={props.value} place={props.place} />}
    </ChoiceEditor>
  );
}

export function TokensEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useChoices(props.field, props.value)} selectionMode="multiple">
      {(chosen) => chosen.length > 0 && <Display field={props.field} value={chosen} place="cell" />}
    </ChoiceEditor>
  );
}
