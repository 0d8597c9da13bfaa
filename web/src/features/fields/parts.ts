import { withWords } from "../../lib/i18n.tsx";
import { later, type Later } from "../../lib/later.tsx";
import type { PlacedEditorProps } from "./editors/editing.ts";
import type { FormControlProps } from "./screen.ts";

/** Parts that several types share, in chunks of their own: each place that names a chunk weighs something before the first row. */
const formControls = () => withWords(["fieldTypes", "cardTypes"], import("./form/FormControls.tsx"));
const optionEditors = () => import("./editors/OptionEditors.tsx");

export const formControl = (name: keyof Awaited<ReturnType<typeof formControls>>): Later<FormControlProps> =>
  later(async () => (await formControls())[name]);

export const optionEditor = (name: keyof Awaited<ReturnType<typeof optionEditors>>): Later<PlacedEditorProps> =>
  later(async () => (await optionEditors())[name]);

export const DateEditor: Later<PlacedEditorProps> = later(async () => (await import("./editors/DateEditor.tsx")).DateEditor);
export const TextEditor: Later<PlacedEditorProps> = later(async () => (await import("./editors/TextEditor.tsx")).TextEditor);
