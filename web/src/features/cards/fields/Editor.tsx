import type { ComponentType } from "react";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { EditorProps } from "./editing.ts";
import { TextEditor } from "./TextEditor.tsx";
import { fieldTraits, type Control } from "./traits.ts";

type PlacedEditorProps = EditorProps & { place: "cell" | "card" };

const CardsEditor = later(async () => (await import("./CardsEditor.tsx")).CardsEditor);
const DateEditor = later(async () => (await import("./DateEditor.tsx")).DateEditor);
const FilesEditor = later(() => withWords(["files"], import("../../files/FilesEditor.tsx")).then((module) => module.FilesEditor));
const LinesEditor = later(async () => (await import("./LinesEditor.tsx")).LinesEditor);
const SecretEditor = later(() =>
  withWords(["files"], import("../../files/SecretEditor.tsx")).then((module) => module.SecretEditor),
);
const SelectEditor = later(async () => (await import("./OptionEditors.tsx")).SelectEditor);
const TokensEditor = later(async () => (await import("./OptionEditors.tsx")).TokensEditor);

/** Calendars and option lists are fetched ahead; plain text needs nothing but what is here, so no letter is ever waited for. */
export function preloadEditors(): void {
  for (const editor of [SelectEditor, CardsEditor, DateEditor, LinesEditor]) void editor.preload();
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
  cards: CardsEditor,
  files: FilesEditor,
  images: FilesEditor,
  secret: SecretEditor,
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
