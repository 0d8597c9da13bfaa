import type { Node, Schema } from "prosemirror-model";
import { EditorState, type Plugin, Selection } from "prosemirror-state";
import { type DirectEditorProps, EditorView } from "prosemirror-view";
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { pastedFiles } from "../attachments/files-in.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import type { Choice, Completion, Query } from "./completion.ts";
import { type Format, formatsIn, toggleFormat } from "./formats.ts";
import styles from "./Editor.module.css";

/** Conversion between stored text and document, and the permitted content of the document. */
interface TextForm<Value> {
  readonly schema: Schema;
  readonly docOf: (value: Value) => Node;
  readonly valueOf: (doc: Node) => Value;
  /** Its plugins, those for the keys included. */
  readonly plugins: () => Plugin[];
  readonly view?: Pick<DirectEditorProps, "nodeViews" | "clipboardTextParser" | "clipboardTextSerializer" | "transformPasted">;
}

export interface RichEditorHandle<Value> {
  readonly focus: () => void;
  readonly clear: () => void;
  /** The text as it is now: React may not have rendered the last letters that `onChange` passed on. */
  readonly read: () => Value | undefined;
  readonly toggle: (format: Format) => void;
  /** Changes the text and puts the focus back into it, unless `isLeft`. */
  readonly run: (change: (view: EditorView) => void, isLeft?: boolean) => void;
}

export interface RichEditorProps<Value> {
  ref?: Ref<RichEditorHandle<Value>>;
  form: TextForm<Value>;
  label: string;
  placeholder?: string;
  /** The initial value. */
  value: Value;
  onChange: (value: Value, formats: ReadonlySet<Format>, isEdit: boolean) => void;
  /** Called after each change of the text or of the selection. */
  onState?: (state: EditorState) => void;
  /** Handles a key before the editor does. @returns whether it was handled */
  onKey?: (event: KeyboardEvent, view: EditorView) => boolean;
  /** Called after a click on an inline atom, such as a variable. */
  onClick?: (view: EditorView, position: number) => void;
  /** Files that are dropped on it or pasted. */
  onFiles?: ((files: readonly File[]) => void) | undefined;
  completion?: Completion | undefined;
  isFocused?: boolean | undefined;
  isSingleLine?: boolean;
  isReadOnly?: boolean;
  /** Further attributes of the text: its language and direction, what describes it. */
  attributes?: Readonly<Record<string, string>>;
}

const noAttributes = {};

/** An editor of formatted text; `form` defines what else the text can contain. */
export function RichEditor<Value>(props: RichEditorProps<Value>) {
  const { ref, form, label, placeholder = "", value, completion, isFocused, attributes = noAttributes } = props;
  const { isSingleLine = false, isReadOnly = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [isEmpty, setEmpty] = useState(() => isBlank(form.docOf(value)));
  const [query, setQuery] = useState<Query & { readonly at: ReturnType<EditorView["coordsAtPos"]> }>();
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const choicesOf = (of: Query | undefined) => (of && of.from !== dismissed ? (completion?.choicesFor(of.text) ?? []) : []);
  const choices = choicesOf(query);
  const isChoosing = choices.length > 0;
  const index = Math.min(active, Math.max(0, choices.length - 1));

  const changed = useEffectEvent((state: EditorState, isEdit: boolean) => {
    const { doc } = state;
    setEmpty(isBlank(doc));
    const next = completion?.find(state);
    setQuery(next && view.current && { ...next, at: view.current.coordsAtPos(next.from) });
    if (next?.text !== query?.text) {
      setActive(0);
      completion?.onQuery?.(next?.text);
    }
    if (!next) setDismissed(undefined);
    props.onChange(form.valueOf(doc), formatsIn(state), isEdit);
    props.onState?.(state);
  });
  function choose(from: EditorView | undefined, of: Query | undefined, choice: Choice | undefined) {
    if (!from || !of || !choice) return;
    choice.put(from, of);
    from.focus();
  }
  const onKey = useEffectEvent((from: EditorView, event: KeyboardEvent): boolean => {
    if (event.isComposing) return false;
    // From the current state: a quick Enter can come before the list for the last letter has rendered.
    const now = completion?.find(from.state);
    const offered = choicesOf(now);
    const chosen = now?.text === query?.text ? index : 0;
    if (offered.length > 0 && !event.metaKey && !event.ctrlKey) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const step = event.key === "ArrowDown" ? 1 : -1;
        setActive((chosen + step + offered.length) % offered.length);
        return true;
      }
      if (event.key === "Enter" || event.key === "Tab") {
        choose(from, now, offered[chosen]);
        return true;
      }
      if (event.key === "Escape") {
        setDismissed(now?.from);
        return true;
      }
    }
    return props.onKey?.(event, from) ?? false;
  });
  const onClick = useEffectEvent((from: EditorView, position: number) => props.onClick?.(from, position));
  const takeFiles = useEffectEvent((files: readonly File[]): boolean => {
    if (!props.onFiles || files.length === 0) return false;
    props.onFiles(files);
    return true;
  });

  const start = useEffectEvent(() => {
    const doc = form.docOf(value);
    // Whoever takes it up again goes on behind what is there.
    const state = EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: form.plugins() });
    return { ...form.view, state };
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const made: EditorView = new EditorView(host.current, {
      ...start(),
      dispatchTransaction(transaction) {
        const { state, transactions } = made.state.applyTransaction(transaction);
        made.updateState(state);
        changed(
          state,
          transactions.some(({ docChanged }) => docChanged),
        );
      },
      handleKeyDown: (from, event) => onKey(from, event),
      handleClickOn: (from, _, node, position, __, isDirect) => {
        if (isDirect && node.isAtom && node.isInline) onClick(from, position);
        return false;
      },
      handlePaste: (_, event) => takeFiles(pastedFiles(event.clipboardData)),
      handleDrop: (_, event) => {
        if (!takeFiles([...(event.dataTransfer?.files ?? [])])) return false;
        event.preventDefault();
        return true;
      },
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    view.current?.setProps({
      editable: () => !isReadOnly,
      attributes: {
        class: styles.editable ?? "",
        role: "textbox",
        "aria-multiline": String(!isSingleLine),
        "aria-label": label,
        ...(placeholder ? { "aria-placeholder": placeholder } : {}),
        // A read-only text can still be reached and read by keyboard.
        ...(isReadOnly ? { "aria-readonly": "true", tabindex: "0" } : {}),
        ...(isSingleLine ? { "data-single-line": "" } : {}),
        ...attributes,
        ...(isChoosing ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${index}` } : {}),
      },
    });
  }, [label, placeholder, isSingleLine, isReadOnly, attributes, isChoosing, listId, index]);
  useEffect(() => {
    if (isFocused) view.current?.focus();
  }, [isFocused]);

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    clear: () => {
      const { current } = view;
      if (!current) return;
      const { schema, plugins } = current.state;
      current.updateState(EditorState.create({ schema, plugins }));
      setEmpty(true);
      setQuery(undefined);
      completion?.onQuery?.(undefined);
    },
    read: () => view.current && form.valueOf(view.current.state.doc),
    toggle: (format) => {
      if (view.current) toggleFormat(view.current, format);
      view.current?.focus();
    },
    run: (change, isLeft = false) => {
      if (view.current) change(view.current);
      if (!isLeft) view.current?.focus();
    },
  }));

  return (
    <div
      className={styles.editor}
      data-editor
      data-empty={(isEmpty && placeholder !== "") || undefined}
      data-placeholder={placeholder}
    >
      <div ref={host} />
      {isChoosing && query && completion && (
        <ChoiceList
          id={listId}
          label={completion.label}
          choices={choices}
          active={index}
          at={query.at}
          onChoose={(at) => choose(view.current, query, choices[at])}
          onActive={setActive}
        />
      )}
    </div>
  );
}

const isBlank = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0;
