import type { ComponentType } from "react";
import { ChoiceEditor } from "./ChoiceEditor.tsx";
import { DateEditor } from "./DateEditor.tsx";
import { Display } from "./Display.tsx";
import type { EditorProps } from "./editing.ts";
import { LinesEditor } from "./LinesEditor.tsx";
import { useFieldOptions } from "./options.tsx";
import { TextEditor } from "./TextEditor.tsx";
import { fieldTraits, type Control } from "./traits.ts";
import { isEmpty } from "./values.ts";

type PlacedEditorProps = EditorProps & { place: "cell" | "card" };

function SelectEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useFieldOptions(props.field)} selectionMode="single">
      {!isEmpty(props.value) && <Display field={props.field} value={props.value} place={props.place} />}
    </ChoiceEditor>
  );
}

function TokensEditor(props: PlacedEditorProps) {
  return (
    <ChoiceEditor {...props} options={useFieldOptions(props.field)} selectionMode="multiple">
      {!isEmpty(props.value) && <Display field={props.field} value={props.value} place="cell" />}
    </ChoiceEditor>
  );
}

/** Checkboxes have no editor: a press or Space turns them where they stand. */
const editors: Readonly<Record<Exclude<Control, "checkbox">, ComponentType<PlacedEditorProps>>> = {
  line: TextEditor,
  lines: LinesEditor,
  number: TextEditor,
  range: TextEditor,
  money: TextEditor,
  date: DateEditor,
  datetime: DateEditor,
  time: DateEditor,
  color: TextEditor,
  url: TextEditor,
  link: TextEditor,
  select: SelectEditor,
  tokens: TokensEditor,
  person: SelectEditor,
  email: TextEditor,
  phone: TextEditor,
};

/** Edits a value in its place: a cell of the table or a row of the card. */
export function Editor(props: PlacedEditorProps) {
  const { control } = fieldTraits[props.field.type];
  if (control === "checkbox") return null;
  const Component = editors[control];
  return <Component {...props} />;
}
